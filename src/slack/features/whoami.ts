import { joinOr } from '../../base/join-words.ts';
import {
  type Access,
  type Because,
  type GrantList,
  isAtLeast,
  type PersonKind,
  type Requester,
  type Role,
} from '../../core/access.ts';
import type { Refusal } from '../../core/outcome.ts';
import { findVerb } from '../../core/verbs.ts';
import { actions, allAbilities, button, listAndHelp, rawButton } from '../blocks/buttons.ts';
import { bold, context, countOf, type MessageAnswer, section, toFallback, typed } from '../blocks/kit.ts';
import { channel, givers, group } from '../blocks/mentions.ts';
import { refWords } from '../blocks/sentences.ts';
import type { RefusalTexts, SlackFeature } from '../feature.ts';
import { notConnectedSentence } from './connect.ts';

const KINDS: Record<PersonKind, string> = {
  owner: 'you own this workspace',
  admin: 'you are an admin of this workspace',
  member: 'you are a full member of this workspace',
  guest: 'you are a guest in this workspace',
  'single-channel guest': 'you are a single-channel guest in this workspace',
  stranger: 'you belong to another workspace',
  bot: 'you are an app',
  deactivated: 'your account is deactivated',
};

/** Why someone has a role. */
function becauseOf(because: Because): string {
  switch (because.by) {
    case 'kind':
      return KINDS[because.kind];
    case 'listed':
      return 'you are listed in the settings';
    case 'group':
      return `you are in ${group(because.groupId)}`;
  }
}

/** The person's role, why they have it, and who can give them more. */
function whoamiMessage(access: Access, { ref }: Requester): MessageAnswer {
  const lines = access.known ? knownLines(access) : [whoUnknownSentence({ why: 'who-unknown', ...access })];
  return {
    surface: 'message',
    title: 'My access',
    replaces: true,
    text: toFallback(lines.join('\n')),
    blocks: [
      section(lines.join('\n')),
      ...(access.known ? [] : [context(refWords({ ref }))]),
      ...actions(button('Settings…', { do: 'settings' }), button('Help', { do: 'help' })),
    ],
  };
}

function knownLines({ admins, because, onlyIn, role, unconnected }: Extract<Access, { known: true }>): string[] {
  const why = becauseOf(because);
  const more = isAtLeast(role, 'admin') ? '' : ` To get another role, ask ${givers(admins)}.`;
  return [
    role === 'none'
      ? `You don't have access to this account yet, because ${why}. Ask ${givers(admins)}.`
      : `Your role is *${role}*, because ${why}. ${CAN[role]}${more}`,
    ...(onlyIn === null ? [] : [closedSentence(onlyIn)]),
    ...(unconnected
      ? [notConnectedSentence({ why: 'not-connected', reason: unconnected, mayConnect: role === 'admin', admins })]
      : []),
  ];
}

const CAN: Record<Exclude<Role, 'none'>, string> = {
  viewer: "You can see Abilities, Agents and the audit log, but can't change anything.",
  editor: 'You can enable, disable, upload and assign Abilities, and edit trigger words.',
  admin: 'You can do everything.',
};

type RoleMissing = Extract<Refusal, { why: 'role-missing' }>;

export const noAccessSentence = (admins: GrantList): string =>
  `You don't have access to this account yet. Ask ${givers(admins)}.`;

/** Names the role that is needed, and the people to ask. */
function roleMissingSentence({ admins, has, needed, verb }: RoleMissing): string {
  if (has === 'none') return noAccessSentence(admins);
  const action = actionOf(verb);
  return needed === 'admin'
    ? `Only admins can ${action}. Ask ${givers(admins)}.`
    : `You need the ${needed} role to ${action}. Ask ${givers(admins)}.`;
}

/** Worded to follow “can” or “to”. */
function actionOf(name: string): string {
  const verb = findVerb(name === 'replace' ? 'upload' : name);
  const row = name === 'replace' ? verb?.toReplace : verb;
  return row && 'action' in row ? row.action : `use ${typed(name)}`;
}

const MAX_CHANNELS = 10;

function closedSentence(channels: readonly string[]): string {
  const hidden = channels.length - MAX_CHANNELS;
  const named = channels.slice(0, MAX_CHANNELS).map(channel);
  const others = hidden > 0 ? [countOf(hidden, 'other channel')] : [];
  return `I'm not available in this channel. Use ${joinOr([...named, ...others, 'the Home tab', 'a direct message'])}.`;
}

function whoUnknownSentence({ reason }: Extract<Refusal, { why: 'who-unknown' }>): string {
  return UNKNOWN[reason];
}

const UNKNOWN = {
  slack: "I couldn't check your role, because Slack isn't responding. Try again in a minute.",
  'missing-scope':
    "I couldn't check your role, because the app lacks a Slack scope. Ask the person who runs the app to reinstall it.",
  settings: "I couldn't check your role, because I can't read the settings. Try again in a minute.",
};

/** Refusals if someone has no access, if their access is unknown, or if no one can do something right now. */
export const accessRefusals: RefusalTexts<
  | 'other-workspace'
  | 'who-unknown'
  | 'role-missing'
  | 'channel-closed'
  | 'not-recorded'
  | 'busy'
  | 'too-many-requests'
  | 'copied-button'
  | 'old-account'
  | 'stale-button'
> = {
  'other-workspace': {
    sentence: () => 'Only members of this workspace can do that.',
  },
  'who-unknown': { sentence: whoUnknownSentence, hasRef: true, passes: true },
  'role-missing': { sentence: roleMissingSentence, next: () => actions(button('My access', { do: 'whoami' })) },
  'channel-closed': { sentence: ({ channels }) => closedSentence(channels) },
  'not-recorded': {
    sentence: () => "I couldn't write to the audit log, so nothing changed. Try again in a minute.",
    passes: true,
    hasRef: true,
  },
  busy: {
    passes: true,
    sentence: () => 'Another change to this is in progress, so nothing changed. Try again in a moment.',
    line: ({ name }) => `Another change to ${name === undefined ? 'it' : bold(name)} is in progress.`,
    reason: 'Another change to them is in progress.',
    next: (_, repeat) => (repeat ? actions(rawButton(repeat.label, repeat.value), allAbilities()) : listAndHelp()),
  },
  'too-many-requests': {
    passes: true,
    sentence: ({ max }) =>
      `You already have ${max} requests in progress, so I didn't start this one. Nothing changed. Try again when they finish.`,
  },
  'copied-button': { sentence: () => 'This button belongs to another workspace. Use `/abilities` here.' },
  'old-account': {
    sentence: () =>
      'This message belongs to the previously connected account, so nothing changed. Use `/abilities` for the current one.',
  },
  'stale-button': {
    sentence: () => 'This button is from an older version of the app and no longer works. Use `/abilities`.',
  },
};

export const whoamiFeature = {
  drawings: { whoami: { view: ({ access }, { requester }) => whoamiMessage(access, requester) } },
  refusals: accessRefusals,
} satisfies SlackFeature;
