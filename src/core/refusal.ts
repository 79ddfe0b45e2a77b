import type { Agent } from '../contract/index.ts';
import type { CatalogEntry } from './catalog.ts';
import type { Wanted } from './command.ts';

/** Why nothing was done, when no one but the person can mend it. Every row is told in a sentence with a next step. */
export type Refusal =
  | { why: 'unknown-verb'; word: string; suggestion: string | null }
  | { why: 'missing-argument'; verb: string; usage: string }
  | { why: 'bad-argument'; verb: string; usage: string; given: string }
  /** `wanted`: what was to be done with it; to show it where nothing else is said. */
  | { why: 'no-such-ability'; asked: string; suggestions: string[]; wanted?: Wanted }
  | { why: 'several-abilities'; asked: string; candidates: CatalogEntry[]; wanted?: Wanted }
  /** Likewise: to assign Abilities to it where nothing else is said. */
  | { why: 'no-such-agent'; asked: string; suggestions: string[]; wanted?: 'unassign' }
  | { why: 'several-agents'; asked: string; candidates: Agent[]; wanted?: 'unassign' }
  /** A name without a verb that is neither; `verb` is the one that may be meant. */
  | { why: 'nothing-of-that-name'; asked: string; verb: string | null; abilities: string[]; agents: string[] }
  /** A name without a verb that means an Ability and an Agent, or several. */
  | { why: 'several-things'; asked: string; abilities: CatalogEntry[]; agents: Agent[] }
  /** The last trigger word cannot be removed: the service refuses an empty list. */
  | { why: 'no-words-left'; name: string }
  /** None of the words that were to be removed is there. */
  | { why: 'no-such-words'; name: string; asked: string[]; words: string[] }
  /** More than one form or message of Slack can hold. */
  | { why: 'too-many'; what: 'trigger words' | 'characters of trigger words' | 'Abilities'; most: number }
  | {
      why: 'cannot-undo';
      reason: 'none' | 'unknown' | 'too-late' | 'being-undone' | 'undone-already' | 'moved-on' | 'not-undoable';
      what: string | null;
    }
  | { why: 'not-installed'; entry: CatalogEntry }
  | { why: 'orphan'; entry: CatalogEntry }
  | { why: 'no-ability-record'; entry: CatalogEntry }
  | { why: 'stale-button' }
  | { why: 'other-workspace' };
