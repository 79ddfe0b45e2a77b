import { unquote } from './references.ts';

/**
 * Characters that people type or paste around a name. Each is removed in turn, so that the longest reading comes first.
 */
const AROUND: readonly ((name: string) => string)[] = [
  // The end of a sentence.
  (name) => name.replace(/[.!?…,;:]+$/, ''),
  // Slack's formatting; one half may be with the verb.
  (name) => name.replace(/^[*_~`]+|[*_~`]+$/g, ''),
  // A line of a list.
  (name) => name.replace(/^(?:[•◦▪‣*–—-]|\d{1,3}[.)])\s+/, ''),
  (name) => name.replace(/\s+please$/i, ''),
  unquote,
];

/** A mark may be inside another one: `*“News”*.`. */
const ROUNDS = 2;

/** The name as it was typed, then with less and less around it. */
function readingsOf(typed: string): string[] {
  const readings = [typed];
  let name = typed;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const remove of AROUND) {
      const shorter = remove(name).trim();
      if (shorter !== '') name = shorter;
      readings.push(name);
    }
  }
  return [...new Set(readings)];
}

/** The result of the first reading that finds something. */
export function findFirst<T>(typed: string, find: (reading: string) => readonly T[]): readonly T[] {
  for (const reading of readingsOf(typed)) {
    const found = find(reading);
    if (found.length > 0) return found;
  }
  return [];
}

/** The name without anything around it. */
export const plainName = (typed: string): string => readingsOf(typed).at(-1) ?? typed;
