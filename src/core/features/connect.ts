import { ACCOUNT_TARGET, done } from '../audit-result.ts';
import { type Connection, keyWords, lastFourOf, type ShownKey } from '../connection.ts';
import { type Feature, SHOWS } from '../feature.ts';
import type { Outcome } from '../outcome.ts';

export type ConnectCommand =
  /** Opens the form for an API key. No command contains the key itself. */
  { verb: 'connect' } | { verb: 'disconnect'; confirmed: boolean };

export type ConnectRefusal =
  | { why: 'nothing-connected' }
  /** The operator has set the key, so nobody can change it from Slack. */
  | { why: 'key-fixed' }
  /** Text after the verb may be a key, so the refusal doesn't include it. */
  | { why: 'key-typed' };

export type ConnectOutcome =
  | { kind: 'connect-form'; present: ShownKey | null }
  /** `lastFour`: the last four characters of the key; null for an unreadable key. */
  | { kind: 'connected'; lastFour: string; before: { lastFour: string | null } | null }
  | { kind: 'disconnect-question'; present: ShownKey }
  | { kind: 'disconnected'; lastFour: string | null };

export const connectFeature: Feature<ConnectCommand, ConnectOutcome> = {
  verbs: {
    connect: {
      group: 'Team',
      role: 'admin',
      action: 'connect an account',
      needsAccount: false,
      onlyOwnAccount: true,
      argument: '',
      summary: "Connect this workspace to an account, using the account's API key.",
      examples: ['connect'],
      homeLabel: 'Connect…',
      tryLine: 'connect',
      // The refusal doesn't repeat the argument, because it may be a key.
      read: (argument) => (argument === '' ? { verb: 'connect' } : { why: 'key-typed' }),
    },
    disconnect: {
      group: 'Team',
      role: 'admin',
      action: 'disconnect the account',
      needsAccount: false,
      onlyOwnAccount: true,
      argument: '',
      summary: 'Disconnect the account and delete the stored API key.',
      examples: ['disconnect'],
      homeLabel: 'Disconnect…',
      tryLine: 'disconnect',
      read: (argument) => (argument === '' ? { verb: 'disconnect', confirmed: false } : { why: 'key-typed' }),
    },
  },
  commands: {
    connect: {
      changes: false,
      targets: () => [ACCOUNT_TARGET],
      ofAnyAccount: true,
      run: (_, { context }) => openConnect(context),
    },
    disconnect: {
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
  records: {},
};

async function openConnect({ connection }: { connection: Connection }): Promise<Outcome> {
  if (connection.kind === 'fixed') return KEY_FIXED;
  return { kind: 'connect-form', present: await connection.keyStore.present() };
}

/** Stores a key in place of the previous one if the service accepts it. Returns a sentence if it doesn't. */
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
