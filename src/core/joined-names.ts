import { fold } from './text-matching.ts';

/** Known names found in a text without commas. */
interface JoinedNames {
  /** In the order of the text, spelled as on the account. */
  names: string[];
  /** True if the text contains nothing else. */
  isAll: boolean;
}

/** May separate two names. */
const BETWEEN: ReadonlySet<string> = new Set(['and', '&', '+', ';']);

/** Longer texts are not lists of names. */
const MAX_WORDS = 60;

/**
 * Finds the names in `News Night Watch`, from left to right, preferring the longest.
 * @param nameOf returns the name that matches this folded text.
 */
export function findJoinedNames(text: string, nameOf: (folded: string) => string | undefined): JoinedNames {
  const words = fold(text.replaceAll(';', ' ; ')).split(' ').slice(0, MAX_WORDS);
  const names: string[] = [];
  let isAll = true;
  for (let at = 0; at < words.length; ) {
    const found = longestAt(words, at, nameOf);
    if (found) names.push(found.name);
    else if (!BETWEEN.has(words[at] ?? '')) isAll = false;
    at = found?.end ?? at + 1;
  }
  return { names: [...new Set(names)], isAll };
}

function longestAt(words: readonly string[], at: number, nameOf: (folded: string) => string | undefined) {
  for (let end = words.length; end > at; end -= 1) {
    const name = nameOf(words.slice(at, end).join(' '));
    if (name !== undefined) return { name, end };
  }
  return null;
}
