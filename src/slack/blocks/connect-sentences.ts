import type { ShownKey } from '../../core/access.ts';
import type { Refusal } from '../../core/outcome.ts';
import { givers, person } from './access.ts';
import { code, day, typed } from './kit.ts';

/** How a key is called: by its last four characters. */
export const keyName = (lastFour: string | null): string =>
  lastFour === null ? 'a key that I could not read' : `the key ending in ${code(lastFour)}`;

/** With which key a workspace is connected, since when and by whom. */
export const connectedLine = (key: ShownKey): string =>
  key === 'unreadable'
    ? 'This workspace has a key that I cannot read any more: whoever runs this bot has changed its encryption keys.'
    : `This workspace is connected with ${keyName(key.lastFour)}, by ${person(key.connectedBy)} · ${day(key.connectedAt)}.`;

type NotConnected = Extract<Refusal, { why: 'not-connected' }>;

export function notConnectedSentence({ admins, mayConnect, reason }: NotConnected): string {
  const what =
    reason === 'none'
      ? 'This workspace is not connected to an account yet, so there is nothing to show or to change.'
      : 'I cannot read the key of this workspace any more, so I did nothing.';
  const next = mayConnect
    ? `Connect it with ${typed('connect')}, which asks for the API key of the account.`
    : `${givers(admins)} can connect it with ${typed('connect')}.`;
  return `${what} ${next}`;
}

type AccountRefusal = Extract<Refusal, { why: 'nothing-connected' | 'key-fixed' | 'key-typed' }>;

const SENTENCES: Record<AccountRefusal['why'], string> = {
  'nothing-connected': `This workspace is connected to no account, so there is no key to forget. ${typed('connect')} connects one.`,
  'key-fixed':
    'The API key is set by whoever runs this bot (SERVICE_API_KEY), for this one workspace. Nothing changed, and nothing can be connected or disconnected here.',
  'key-typed': `Nothing may stand behind that verb. If it was an API key: I kept nothing of it, but the place where you wrote it may have, so make a new one in the dashboard. Then write ${typed('connect')} alone; a form asks for the key.`,
};

export const accountSentence = ({ why }: AccountRefusal): string => SENTENCES[why];
