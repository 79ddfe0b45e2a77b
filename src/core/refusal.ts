import type { Agent } from '@abilities-bot/service-api';
import type { Access, Listed } from './access/access.ts';
import type { Role } from './access/role.ts';
import type { CatalogEntry } from './catalog.ts';
import type { Wanted } from './command.ts';
import type { AccountState } from './connection.ts';

/** A thing with the typed number, and the ID to type for it. */
export interface Numbered {
  ref: string;
  name: string;
}

/** A line with its verb corrected. */
export interface LikelyLine {
  verb: string;
  /** The rest of the line; empty if the verb cannot parse it, since it may be a secret. */
  argument: string;
}

/** Why nothing was done, when no one but the person can mend it. Every row is told in a sentence with a next step. */
export type Refusal =
  | { why: 'unknown-verb'; word: string; suggestion: string | null }
  | { why: 'missing-argument'; verb: string; usage: string }
  | { why: 'bad-argument'; verb: string; usage: string; given: string }
  /** `wanted`: what was to be done with it; to show it where nothing else is said. */
  /** `unread`: number of unreadable rows, which may include this one. */
  | {
      why: 'no-such-ability';
      asked: string;
      suggestions: string[];
      wanted?: Wanted;
      unread?: number;
      numbered?: Numbered[];
    }
  | { why: 'several-abilities'; asked: string; candidates: readonly CatalogEntry[]; wanted?: Wanted }
  /** Likewise: to assign Abilities to it where nothing else is said. */
  | {
      why: 'no-such-agent';
      asked: string;
      suggestions: string[];
      wanted?: 'unassign';
      unread?: number;
      numbered?: Numbered[];
    }
  | { why: 'several-agents'; asked: string; candidates: Agent[]; wanted?: 'unassign' }
  /** Neither a verb nor a known name; `likely` is the suggested line. */
  | {
      why: 'nothing-of-that-name';
      asked: string;
      likely: LikelyLine | null;
      abilities: string[];
      agents: string[];
      numbered?: Numbered[];
    }
  /** A name without a verb that means an Ability and an Agent, or several. */
  | { why: 'several-things'; asked: string; abilities: readonly CatalogEntry[]; agents: Agent[] }
  /** The last trigger word cannot be removed: the service refuses an empty list. */
  | { why: 'no-words-left'; name: string }
  /** None of the words that were to be removed is there. */
  | { why: 'no-such-words'; name: string; asked: string[]; words: string[] }
  /** More than one form or message of Slack can hold. */
  | { why: 'too-many'; what: 'trigger words' | 'characters of trigger words' | 'Abilities'; most: number }
  | {
      why: 'cannot-undo';
      reason:
        | 'none'
        | 'unknown'
        | 'too-late'
        | 'being-undone'
        | 'undone-already'
        | 'moved-on'
        | 'other-account'
        | 'not-undoable';
      what: string | null;
    }
  | { why: 'not-installed'; entry: CatalogEntry }
  | { why: 'orphan'; entry: CatalogEntry }
  | { why: 'no-ability-record'; entry: CatalogEntry }
  | { why: 'no-such-approval'; id: string }
  /** Nobody approves what they asked for. */
  | { why: 'own-approval'; id: string }
  /** `mayConnect`: the one who asks can mend it. */
  | { why: 'not-connected'; reason: Exclude<AccountState, 'connected'>; mayConnect: boolean; admins: Listed }
  /** There is no key that could be forgotten. */
  | { why: 'nothing-connected' }
  /** Whoever runs the bot has set the key, and nobody can change it here. */
  | { why: 'key-fixed' }
  /** Something stood behind the verb that may be a key. It is not carried here. */
  | { why: 'key-typed' }
  | { why: 'stale-button' }
  /** It was drawn for another workspace. */
  | { why: 'copied-button' }
  | { why: 'other-workspace' }
  /** Slack, or the store, did not tell who may do what. */
  | { why: 'who-unknown'; reason: Extract<Access, { known: false }>['reason'] }
  | { why: 'role-missing'; verb: string; needed: Role; has: Role; admins: Listed }
  | { why: 'channel-closed'; channels: string[] }
  /** The store did not take it, and what changes something is written down first. */
  | { why: 'not-recorded' };
