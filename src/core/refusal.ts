import type { CatalogEntry } from './catalog.ts';

/** Why nothing was done, when no one but the person can mend it. Every row is told in a sentence with a next step. */
export type Refusal =
  | { why: 'unknown-verb'; word: string; suggestion: string | null }
  | { why: 'missing-argument'; verb: string; usage: string }
  | { why: 'bad-argument'; verb: string; usage: string; given: string }
  | { why: 'no-such-ability'; asked: string; suggestions: string[] }
  | { why: 'several-abilities'; asked: string; candidates: CatalogEntry[] }
  | { why: 'no-such-agent'; asked: string; suggestions: string[] }
  | { why: 'several-agents'; asked: string; candidates: string[] }
  | { why: 'not-installed'; entry: CatalogEntry }
  | { why: 'orphan'; entry: CatalogEntry }
  | { why: 'no-ability-record'; entry: CatalogEntry }
  | { why: 'stale-button' }
  | { why: 'other-workspace' };
