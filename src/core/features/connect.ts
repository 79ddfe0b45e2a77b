import { type Connection, keyWords, lastFourOf, type ShownKey } from '../access.ts';
import { ACCOUNT_TARGET, done } from '../audit-result.ts';
import { type Feature, SHOWS } from '../feature.ts';
import type { Outcome } from '../outcome.ts';
import { EVERYWHERE } from '../verb.ts';

export type ConnectCommand =
  /** The form that takes an API key. The key itself is in no command. */
  { verb: 'connect' } | { verb: 'disconnect'; confirmed: boolean };

export type ConnectRefusal =
  /** There is no key that could be forgotten. */
  | { why: 'nothing-connected' }
  /** Whoever runs the bot has set the key, and nobody can change it here. */
  | { why: 'key-fixed' }
  /** Something stood behind the verb that may be a key. It is not carried here. */
  | { why: 'key-typed' };

export type ConnectOutcome =
  | { kind: 'connect-form'; present: ShownKey | null }
  /** Of keys only the last four characters; null for one that could not be read. */
  | { kind: 'connected'; lastFour: string; before: { lastFour: string | null } | null }
  | { kind: 'disconnect-question'; present: ShownKey }
  | { kind: 'disconnected'; lastFour: string | null };

export const connectFeature = {
  verbs: {
    connect: {
      name: 'connect',
      group: 'Team',
      role: 'admin',
      needsAccount: false,
      onlyOwnAccount: true,
      argument: '',
      summary: 'A form that takes the API key of the account with which this workspace works.',
      examples: ['connect'],
      tryLine: 'connect',
      places: EVERYWHERE,
      // Whatever is typed behind it may be a key: it is repeated nowhere.
      read: (argument) => (argument === '' ? { verb: 'connect' } : { why: 'key-typed' }),
    },
    disconnect: {
      name: 'disconnect',
      group: 'Team',
      role: 'admin',
      needsAccount: false,
      onlyOwnAccount: true,
      argument: '',
      summary: 'Forget that API key, after a question.',
      examples: ['disconnect'],
      tryLine: 'disconnect',
      places: EVERYWHERE,
      read: (argument) => (argument === '' ? { verb: 'disconnect', confirmed: false } : { why: 'key-typed' }),
    },
  },
  commands: {
    connect: {
      verb: 'connect',
      changes: false,
      targets: () => [ACCOUNT_TARGET],
      run: (_, { context }) => openConnect(context),
    },
    disconnect: {
      verb: 'disconnect',
      changes: ({ confirmed }) => confirmed,
      targets: () => [ACCOUNT_TARGET],
      complete: (command, { sure }) => (sure ? { ...command, confirmed: true } : command),
      run: ({ confirmed }, { context }) => disconnectAccount(confirmed, context),
    },
  },
  outcomes: {
    'connect-form': SHOWS,
    connected: {
      audit: ({ before, lastFour }) => ({
        ...done([ACCOUNT_TARGET]),
        before: before ? keyWords(before.lastFour) : 'not connected',
        after: keyWords(lastFour),
      }),
      change: null,
    },
    'disconnect-question': SHOWS,
    disconnected: {
      audit: ({ lastFour }) => ({ ...done([ACCOUNT_TARGET]), before: keyWords(lastFour), after: 'not connected' }),
      change: null,
    },
  },
} satisfies Feature<ConnectCommand, ConnectOutcome>;

/** The form that takes a key, with what is connected. */
async function openConnect({ connection }: { connection: Connection }): Promise<Outcome> {
  if (connection.kind === 'fixed') return KEY_FIXED;
  return { kind: 'connect-form', present: await connection.keyStore.present() };
}

/** Keeps a key that the service takes, in the place of the one before. A sentence says why another is not kept. */
export async function connectAccount(
  apiKey: string,
  { by, withinMs }: { by: string; withinMs: number },
  { connection }: { connection: Connection },
): Promise<Outcome | { kind: 'key-not-kept'; sentence: string }> {
  if (connection.kind === 'fixed') return KEY_FIXED;
  const { keyStore } = connection;
  const check = await keyStore.check(apiKey, withinMs);
  if (!check.ok) return { kind: 'key-not-kept', sentence: check.sentence };
  const before = await keyStore.present();
  await keyStore.connect(apiKey, by);
  return { kind: 'connected', lastFour: lastFourOf(apiKey), before: before && { lastFour: shownFour(before) } };
}

/** Forgets the key, once that was asked. */
async function disconnectAccount(confirmed: boolean, { connection }: { connection: Connection }): Promise<Outcome> {
  if (connection.kind === 'fixed') return KEY_FIXED;
  const present = await connection.keyStore.present();
  if (!present) return { kind: 'refused', refusal: { why: 'nothing-connected' } };
  if (!confirmed) return { kind: 'disconnect-question', present };
  await connection.keyStore.disconnect();
  return { kind: 'disconnected', lastFour: shownFour(present) };
}

const KEY_FIXED: Outcome = { kind: 'refused', refusal: { why: 'key-fixed' } };

const shownFour = (key: ShownKey): string | null => (key === 'unreadable' ? null : key.lastFour);
