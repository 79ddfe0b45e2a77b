import { fold } from './text-matching.ts';

const ASKING_WORDS =
  'is|are|was|were|does|do|did|has|have|can|could|should|will|would|what|which|who|where|when|why|how';
const STARTS = new RegExp(`^(?:(?:${ASKING_WORDS})\\s+)+`, 'i');
const ENDS = /\s+(?:on|off|up|down|enabled|disabled|installed|active|running|working|there)$/i;

/** The subject of a question: `News` in `is News on?`. Null if the line is not a question. */
export function subjectOfQuestion(line: string): string | null {
  const asked = line.trim();
  const text = asked.replace(/[?？\s]+$/, '');
  const subject = text.replace(STARTS, '');
  if (text === asked && subject === text) return null;
  return subject.replace(ENDS, '').trim();
}

interface NamesInLine<T> {
  /** In the order of the line. */
  found: T[];
  /** True if the line starts with one of the names. */
  isFirst: boolean;
}

/**
 * Finds the things whose names the line contains as whole words. Ignores a name that is part of a longer matching name.
 */
export function findNamesIn<T extends { name: string }>(line: string, things: readonly T[]): NamesInLine<T> {
  const byWords = new Map<string, T[]>();
  for (const thing of things) {
    const words = inWords(thing.name);
    byWords.set(words, [...(byWords.get(words) ?? []), thing]);
  }
  // Unicode folding can make a line 18 times as long.
  let rest = inWords(line).slice(0, MAX_FOLDED);
  const found: { at: number; named: T[] }[] = [];
  for (const [words, named] of [...byWords].sort(([one], [other]) => other.length - one.length)) {
    const at = words.trim() === '' ? -1 : rest.indexOf(words);
    if (at < 0) continue;
    found.push({ at, named });
    rest = `${rest.slice(0, at)} ${TAKEN.repeat(words.length - 2)} ${rest.slice(at + words.length)}`;
  }
  found.sort((one, other) => one.at - other.at);
  return { found: found.flatMap(({ named }) => named), isFirst: found[0]?.at === 0 };
}

const MAX_FOLDED = 4000;

/** A character that no folded name contains. */
const TAKEN = '_';

/** Puts spaces around each word, so that only whole words match. */
const inWords = (text: string) =>
  ` ${
    fold(text)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
