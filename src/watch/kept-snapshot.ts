import * as z from 'zod';
import { AccountSnapshot } from './account-snapshot.ts';

/** What is remembered of a look, as JSON. A new shape gets a new number; an old one is then a first look again. */
const KeptSnapshot = z.object({
  v: z.literal(1),
  /** Which account was looked at. */
  account: z.string(),
  /** The bot's own changes shortly before the look, by their IDs: the lists show them already. */
  included: z.array(z.string()),
  lists: AccountSnapshot,
});
export type KeptSnapshot = Omit<z.infer<typeof KeptSnapshot>, 'v'>;

export const writeKeptSnapshot = (kept: KeptSnapshot): string => JSON.stringify({ v: 1, ...kept });

/** Null for what this version cannot read. */
export function readKeptSnapshot(document: string): KeptSnapshot | null {
  const kept = KeptSnapshot.safeParse(parseJson(document));
  return kept.success ? kept.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
