import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { fold } from './text-matching.ts';

/**
 * `equal`: the same after folding. `similar`: the same without punctuation and common words. `inside`: one is part of the
 * other, as whole words.
 */
export type CollisionKind = 'equal' | 'similar' | 'inside';

/** Two trigger words that may start the wrong Ability. */
export interface Collision<Id = InstalledAbilityId> {
  kind: CollisionKind;
  word: string;
  with: { id: Id; name: string; word: string };
}

/** `around`: a longer trigger word contains this one, as whole words. */
export interface Overlap<Id = InstalledAbilityId> extends Omit<Collision<Id>, 'kind'> {
  kind: CollisionKind | 'around';
}

export interface Worded<Id = InstalledAbilityId> {
  id: Id;
  name: string;
  triggerWords: readonly string[];
}

/** People add or omit these words without thinking. */
const COMMON = new Set(
  'a an and can could for hey i is it like me my of ok on okay please some that the to want would you'.split(' '),
);

/** Longer phrases are only compared as a whole. */
const MAX_TOKENS = 12;

/** Limit for each word, because thousands of Abilities that share a word would produce millions of pairs. */
const MAX_COLLISIONS = 20;

const tokensOf = (word: string): string[] =>
  fold(word)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((token) => token !== '');

/** Keeps the common words only of a phrase that has no others; otherwise all such phrases would be similar. */
const coreOf = (tokens: readonly string[]): string => contentTokensOf(tokens).join(' ');

interface Known<Id> {
  row: Worded<Id>;
  word: string;
  folded: string;
}

/** Trigger words in a phrase. */
export interface FoundWord<Id = InstalledAbilityId> {
  row: Worded<Id>;
  word: string;
  /** The trigger word without case and punctuation, its words separated by spaces. */
  tokens: string;
}

/** Nobody says longer trigger words. */
const MAX_PHRASE_TOKENS = 40;
/** Limit for a spoken phrase. */
const MAX_SAID_TOKENS = 500;

/** Indexes the trigger words of Abilities, for lookup instead of pairwise comparison. */
export class WordIndex<Id = InstalledAbilityId> {
  readonly #byFolded = new Map<string, Known<Id>[]>();
  readonly #byTokens = new Map<string, Known<Id>[]>();
  readonly #byCore = new Map<string, Known<Id>[]>();
  /** Multi-word trigger words by each of their words, padded with spaces so that only whole words match. */
  readonly #longer = new Map<string, { known: Known<Id>; spaced: string }[]>();

  constructor(rows: readonly Worded<Id>[]) {
    for (const row of rows) {
      for (const word of row.triggerWords) {
        const tokens = tokensOf(word);
        if (tokens.length === 0) continue;
        const known = { row, word, folded: fold(word) };
        push(this.#byFolded, known.folded, known);
        push(this.#byTokens, tokens.join(' '), known);
        push(this.#byCore, coreOf(tokens), known);
        if (tokens.length === 1 || tokens.length > MAX_TOKENS) continue;
        const longer = { known, spaced: spacedOf(tokens) };
        for (const token of new Set(tokens)) if (!COMMON.has(token)) push(this.#longer, token, longer);
      }
    }
  }

  /**
   * Collisions of these words with other Abilities: at most one for each pair of Abilities and words, at most
   * {@link MAX_COLLISIONS} for each word, worst kind first.
   */
  find(words: readonly string[], ownId: Id | null): Collision<Id>[] {
    return words.flatMap((word) => this.#findOf(word, ownId));
  }

  /** {@link find}, and the longer trigger words of other Abilities that contain one of these. */
  findBothWays(words: readonly string[], ownId: Id | null): Overlap<Id>[] {
    return words.flatMap((word) => {
      const found = this.#findOf(word, ownId);
      return [...found, ...this.#findAround(word, ownId, found)];
    });
  }

  /** The trigger words in the phrase, as consecutive whole words, ignoring case and punctuation; longest first. */
  inPhrase(phrase: string): FoundWord<Id>[] {
    // Unicode folding can make a text 18 times as long.
    const tokens = tokensOf(phrase).slice(0, MAX_SAID_TOKENS);
    const found = new Map<string, FoundWord<Id>>();
    for (let length = Math.min(tokens.length, MAX_PHRASE_TOKENS); length >= 1; length -= 1) {
      for (let start = 0; start + length <= tokens.length; start += 1) {
        const part = tokens.slice(start, start + length).join(' ');
        for (const { row, word } of this.#byTokens.get(part) ?? [])
          found.set(`${row.id} ${part}`, { row, word, tokens: part });
      }
    }
    return [...found.values()];
  }

  #findOf(word: string, ownId: Id | null): Collision<Id>[] {
    const tokens = tokensOf(word);
    if (tokens.length === 0) return [];
    const found = new Map<string, Collision<Id>>();
    const add = (kind: CollisionKind, others: readonly Known<Id>[] = []) => {
      for (const { folded, row, word: other } of others) {
        if (found.size === MAX_COLLISIONS) return;
        const key = `${row.id} ${folded}`;
        if (row.id === ownId || found.has(key)) continue;
        found.set(key, { kind, word, with: { id: row.id, name: row.name, word: other } });
      }
    };
    add('equal', this.#byFolded.get(fold(word)));
    add('similar', this.#byCore.get(coreOf(tokens)));
    for (const part of partsOf(tokens)) add('inside', this.#byTokens.get(part));
    return [...found.values()];
  }

  #findAround(word: string, ownId: Id | null, found: readonly Collision<Id>[]): Overlap<Id>[] {
    const tokens = tokensOf(word);
    const lists = tokens.flatMap((token) => (COMMON.has(token) ? [] : [this.#longer.get(token) ?? []]));
    const [rarest = []] = lists.toSorted((one, other) => one.length - other.length);
    const part = spacedOf(tokens);
    const seen = new Set(found.map((one) => `${one.with.id} ${fold(one.with.word)}`));
    const around: Overlap<Id>[] = [];
    for (const { known, spaced } of rarest) {
      if (found.length + around.length === MAX_COLLISIONS) break;
      const { folded, row, word: other } = known;
      const key = `${row.id} ${folded}`;
      if (row.id === ownId || spaced.length <= part.length || !spaced.includes(part) || seen.has(key)) continue;
      seen.add(key);
      around.push({ kind: 'around', word, with: { id: row.id, name: row.name, word: other } });
    }
    return around;
  }
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * The rows that may collide with one of these words, because all content words of one are in the other; may return a
 * few too many. Filtering first is much faster than indexing thousands of Abilities for the words of one.
 */
export function mayCollide<Id>(rows: readonly Worded<Id>[], words: readonly string[]): Worded<Id>[] {
  const own = words.map(tokensOf).map((all) => ({ all: new Set(all), contentTokens: contentTokensOf(all) }));
  const may = (word: string): boolean => {
    // The two may be equal after folding, as with full-width letters.
    if (!ASCII.test(word)) return true;
    const tokens = word.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const contentTokens = contentTokensOf(tokens);
    const spaced = spacedOf(tokens);
    return own.some(
      (one) =>
        contentTokens.every((token) => one.all.has(token)) ||
        one.contentTokens.every((token) => spaced.includes(` ${token} `)),
    );
  };
  return rows.filter(({ triggerWords }) => triggerWords.some(may));
}

function contentTokensOf(tokens: readonly string[]): readonly string[] {
  const rare = tokens.filter((token) => !COMMON.has(token));
  return rare.length > 0 ? rare : tokens;
}

const spacedOf = (tokens: readonly string[]): string => ` ${tokens.join(' ')} `;

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const list = map.get(key);
  if (list) list.push(one);
  else map.set(key, [one]);
}

/** The shorter runs of whole words. Skips runs of common words, which are no triggers. */
function partsOf(tokens: readonly string[]): string[] {
  if (tokens.length > MAX_TOKENS) return [];
  const parts: string[] = [];
  for (let length = tokens.length - 1; length >= 1; length -= 1) {
    for (let start = 0; start + length <= tokens.length; start += 1) {
      const part = tokens.slice(start, start + length);
      if (part.some((token) => !COMMON.has(token))) parts.push(part.join(' '));
    }
  }
  return parts;
}
