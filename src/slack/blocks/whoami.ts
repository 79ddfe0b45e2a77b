import {
  type Access,
  type Because,
  isAtLeast,
  type PersonKind,
  type Requester,
  ROLES,
  type Role,
} from '../../core/access.ts';
import { VERBS } from '../../core/verbs.ts';
import { channel, givers, group, whoUnknownSentence } from './access.ts';
import { actions, button } from './buttons.ts';
import { notConnectedSentence } from './connect-sentences.ts';
import { context, type MessageAnswer, section, toFallback, typed } from './kit.ts';

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

/** Why somebody has their role, after "because". */
export function becauseOf(because: Because): string {
  switch (because.by) {
    case 'kind':
      return KINDS[because.kind];
    case 'listed':
      return 'you are listed for it in the settings';
    case 'group':
      return `${group(because.groupId)} is listed for it in the settings`;
  }
}

/** What somebody may do here and why, and who can give them more. */
export function whoamiMessage(access: Access, { ref, userId }: Requester): MessageAnswer {
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
