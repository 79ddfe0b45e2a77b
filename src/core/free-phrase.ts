import type { WordIndex } from './collisions.ts';
import { fold } from './text-matching.ts';

/** Phrases with longer names are ones that nobody says. */
const MAX_NAME_TOKENS = 3;

const tokensOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter((token) => token !== '');

/** The Ability that needs the phrase. */
interface Owner<Id> {
  id: Id | null;
  name: string;
  words: readonly string[];
}

/**
 * A phrase similar to `word` that overlaps with no trigger word in the index: either `word` with the Ability's name
 * before its last word, or a request such as “open Radio”. Null if all of these overlap too.
 */
export function suggestFreePhrase<Id>(word: string, own: Owner<Id>, index: WordIndex<Id>): string | null {
  const name = tokensOf(own.name.toLowerCase());
  if (name.length === 0 || name.length > MAX_NAME_TOKENS) return null;
  const spoken = tokensOf(word);
  const known = new Set(spoken.map(fold));
  const missing = name.filter((token) => !known.has(fold(token)));
  const last = spoken.slice(-1);
  // Drops an article before the last word, because “an issue” would become “an radio issue”.
  const before = spoken.slice(0, /^an?$/i.test(spoken.at(-2) ?? '') ? -2 : -1);
  const candidates = [
    ...(missing.length > 0 && before.length > 0 ? [[...before, ...missing, ...last]] : []),
    ['ask', ...name],
    ['open', ...name],
  ].map((tokens) => tokens.join(' '));
  const has = new Set(own.words.map(fold));
  return (
    candidates.find((candidate) => !has.has(fold(candidate)) && index.findBothWays([candidate], own.id).length === 0) ??
    null
  );
}
