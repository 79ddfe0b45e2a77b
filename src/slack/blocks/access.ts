import type { GrantList, Role } from '../../core/access.ts';
import type { Refusal } from '../../core/outcome.ts';
import { orLine, typed } from './kit.ts';

const MAX_NAMED = 3;

/** What each role lets one do, as the sentence of a refusal begins. */
const CAN: Record<Role, string> = {
  none: 'You may do nothing on this account yet',
  viewer: 'You can look',
  operator: 'You can switch, assign and upload',
  admin: 'You can do everything',
};

type RoleMissing = Extract<Refusal, { why: 'role-missing' }>;

/** The role that is missing, and who can give it. */
export function roleMissingSentence({ admins, has, needed, verb }: RoleMissing): string {
  const but = has === 'none' ? '' : `, but not ${verb}`;
  return `${CAN[has]}${but}: ${typed(verb === 'replace' ? 'upload' : verb)}${verb === 'replace' ? ' with Replace' : ''} needs the role ${needed}. Nothing changed. ${givers(admins)} can give it to you with ${typed('settings')}.`;
}

/** Who can give a role: those who are listed as admins, else those whom everybody knows. */
export function givers({ groups, users }: GrantList): string {
  const named = [...users.map(person), ...groups.map(group)];
  return named.length === 0 ? 'A workspace admin' : orLine(named.slice(0, MAX_NAMED));
}

export const person = (id: string) => `<@${id}>`;
export const group = (id: string) => `<!subteam^${id}>`;
export const channel = (id: string) => `<#${id}>`;

const MAX_CHANNELS = 10;

export function channelClosedSentence({ channels }: Extract<Refusal, { why: 'channel-closed' }>): string {
  const hidden = channels.length - MAX_CHANNELS;
  const named = channels.slice(0, MAX_CHANNELS).map(channel).join(', ');
  return `I may not be used in this channel. Nothing changed. Ask in ${named}${hidden > 0 ? ` or ${hidden} more` : ''}, on my Home tab, or directly.`;
}

const UNKNOWN = {
  slack: 'Slack did not tell me in time who you are',
  'missing-scope': 'I may not ask Slack who you are (the app lacks a scope)',
  settings: 'I cannot read now who may do what here',
};

export function whoUnknownSentence({ reason }: Extract<Refusal, { why: 'who-unknown' }>): string {
  const then =
    reason === 'missing-scope'
      ? 'Whoever runs this bot has to install the app anew, with the scopes of its manifest.'
      : 'Try again in a minute.';
  return `${UNKNOWN[reason]}, so I did nothing. Nothing changed. ${then}`;
}
