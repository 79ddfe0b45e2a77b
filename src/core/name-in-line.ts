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
  /** In the order in which the line names them. */
  found: T[];
  /** Whether the line starts with one of the names. */
  isFirst: boolean;
}

/**
 * The things whose names the line contains as whole words. A name that is part of a longer matching name does not
 * count.
 */
export function findNamesIn<T extends { name: string }>(line: string, things: readonly T[]): NamesInLine<T> {
  const byWords = new Map<string, T[]>();
  for (const thing of things) {
    const words = inWords(thing.name);
    byWords.set(words, [...(byWords.get(words) ?? []), thing]);
  }
  // Folding can make a line eighteen times as long.
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

/** A character that is in no name. */
const TAKEN = '_';

/** Adds a space around each word, so that only whole words match. */
const inWords = (text: string) =>
  ` ${
    fold(text)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
