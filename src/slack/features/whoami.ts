import {
  type Access,
  type Because,
  isAtLeast,
  type PersonKind,
  type Requester,
  ROLES,
  type Role,
} from '../../core/access.ts';
import type { Refusal } from '../../core/outcome.ts';
import { VERBS } from '../../core/verbs.ts';
import { actions, button } from '../blocks/buttons.ts';
import type { Drawings, RefusalTexts } from '../blocks/drawing.ts';
import { context, type MessageAnswer, section, toFallback, typed } from '../blocks/kit.ts';
import { channel, givers, group } from '../blocks/mentions.ts';
import { notConnectedSentence } from './connect.ts';

const KINDS: Record<PersonKind, string> = {
  owner: 'you are an owner of the workspace',
  admin: 'you are an admin of the workspace',
  member: 'you are a full member of the workspace',
  guest: 'you are a guest in the workspace',
  'single-channel guest': 'you are a guest of a single channel',
  stranger: 'you belong to another workspace',
  bot: 'you are an app',
  deactivated: 'your account is deactivated',
};

/** The reason for a role, worded to follow "because". */
function becauseOf(because: Because): string {
  switch (because.by) {
    case 'kind':
      return KINDS[because.kind];
    case 'listed':
      return 'you are listed for it in the settings';
    case 'group':
      return `${group(because.groupId)} is listed for it in the settings`;
  }
}

/** The user's role with its reason, and who can grant more. */
function whoamiMessage(access: Access, { ref, userId }: Requester): MessageAnswer {
  const lines = access.known ? knownLines(access, userId) : [whoUnknownSentence({ why: 'who-unknown', ...access })];
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(lines.join('\n')),
    blocks: [
      ...lines.map(section),
      context(access.known ? 'It is looked up again each time, and at most a minute old.' : `ref ${ref}`),
      ...actions(
        button('All Abilities', { do: 'list' }),
        button('Settings…', { do: 'settings' }),
        button('Help', { do: 'help' }),
      ),
    ],
  };
}

function knownLines(
  { admins, because, onlyIn, role, unconnected }: Extract<Access, { known: true }>,
  userId: string,
): string[] {
  const may = VERBS.filter((verb) => isAtLeast(role, verb.role)).map(({ name }) => `\`${name}\``);
  const missing = ROLES.filter((one) => one !== 'none' && !isAtLeast(role, one));
  return [
    `<@${userId}>, your role is *${role}*, because ${becauseOf(because)}.`,
    `You may: ${may.join(', ')}${role === 'admin' ? ', and replace an Ability by an upload' : ''}.`,
    ...missing.map(notYours),
    ...(missing.length > 0 ? [`${givers(admins)} can give you a role with ${typed('settings')}.`] : []),
    ...(onlyIn === null
      ? []
      : [
          `Not in this channel: I may be used in ${onlyIn.slice(0, 10).map(channel).join(', ')}, on my Home tab, and directly.`,
        ]),
    ...(unconnected
      ? [notConnectedSentence({ why: 'not-connected', reason: unconnected, mayConnect: role === 'admin', admins })]
      : []),
  ];
}

function notYours(role: Role): string {
  const verbs = VERBS.filter((verb) => verb.role === role).map(({ name }) => `\`${name}\``);
  return `For *${role}* only: ${verbs.join(', ')}${role === 'admin' ? ', and replacing an Ability by an upload' : ''}.`;
}

/** What each role permits, as the beginning of a refusal. */
const CAN: Record<Role, string> = {
  none: 'You may do nothing on this account yet',
  viewer: 'You can look',
  operator: 'You can switch, assign and upload',
  admin: 'You can do everything',
};

type RoleMissing = Extract<Refusal, { why: 'role-missing' }>;

/** Names the missing role and who can grant it. */
function roleMissingSentence({ admins, has, needed, verb }: RoleMissing): string {
  const but = has === 'none' ? '' : `, but not ${verb}`;
  return `${CAN[has]}${but}: ${typed(verb === 'replace' ? 'upload' : verb)}${verb === 'replace' ? ' with Replace' : ''} needs the role ${needed}. Nothing changed. ${givers(admins)} can give it to you with ${typed('settings')}.`;
}

const MAX_CHANNELS = 10;

function channelClosedSentence({ channels }: Extract<Refusal, { why: 'channel-closed' }>): string {
  const hidden = channels.length - MAX_CHANNELS;
  const named = channels.slice(0, MAX_CHANNELS).map(channel).join(', ');
  return `I may not be used in this channel. Nothing changed. Ask in ${named}${hidden > 0 ? ` or ${hidden} more` : ''}, on my Home tab, or directly.`;
}

const UNKNOWN = {
  slack: 'Slack did not tell me in time who you are',
  'missing-scope': 'I may not ask Slack who you are (the app lacks a scope)',
  settings: 'I cannot read now who may do what here',
};

function whoUnknownSentence({ reason }: Extract<Refusal, { why: 'who-unknown' }>): string {
  const then =
    reason === 'missing-scope'
      ? 'Whoever runs this bot has to install the app anew, with the scopes of its manifest.'
      : 'Try again in a minute.';
  return `${UNKNOWN[reason]}, so I did nothing. Nothing changed. ${then}`;
}

export const whoamiDrawings: Drawings<'whoami'> = {
  whoami: { view: ({ access }, { requester }) => whoamiMessage(access, requester) },
};

/** For users without access, or whose access is unknown. */
export const accessRefusals: RefusalTexts<
  | 'other-workspace'
  | 'who-unknown'
  | 'role-missing'
  | 'channel-closed'
  | 'not-recorded'
  | 'copied-button'
  | 'stale-button'
> = {
  'other-workspace': {
    sentence: () =>
      'Only members of the workspace that this bot belongs to can do that. Nothing changed. Ask one of them.',
  },
  'who-unknown': { sentence: whoUnknownSentence },
  'role-missing': { sentence: roleMissingSentence },
  'channel-closed': { sentence: channelClosedSentence },
  'not-recorded': {
    sentence: () =>
      'I could not write down who asked for this, so I did not do it. Nothing changed. Try again in a minute.',
  },
  'copied-button': {
    sentence: () =>
      'This button belongs to another workspace, so it does nothing here. Nothing changed. `/abilities` shows what is here.',
  },
  'stale-button': {
    sentence: () =>
      'This button is from an older version and I cannot read it. Nothing changed. `/abilities` shows what is true now.',
  },
};
