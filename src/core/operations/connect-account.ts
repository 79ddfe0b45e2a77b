import { type Connection, lastFourOf, type ShownKey } from '../connection.ts';
import type { Outcome } from '../outcome.ts';

/** The form that takes a key, with what is connected. */
export async function openConnect({ connection }: { connection: Connection }): Promise<Outcome> {
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
export async function disconnectAccount(
  confirmed: boolean,
  { connection }: { connection: Connection },
): Promise<Outcome> {
  if (connection.kind === 'fixed') return KEY_FIXED;
  const present = await connection.keyStore.present();
  if (!present) return { kind: 'refused', refusal: { why: 'nothing-connected' } };
  if (!confirmed) return { kind: 'disconnect-question', present };
  await connection.keyStore.disconnect();
  return { kind: 'disconnected', lastFour: shownFour(present) };
}

const KEY_FIXED: Outcome = { kind: 'refused', refusal: { why: 'key-fixed' } };

const shownFour = (key: ShownKey): string | null => (key === 'unreadable' ? null : key.lastFour);
