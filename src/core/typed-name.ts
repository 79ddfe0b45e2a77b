import { unquote } from './references.ts';

/** They remove what people type or paste around a name, in this order, so that the longest reading comes first. */
const AROUND: readonly ((name: string) => string)[] = [
  // The end of a sentence.
  (name) => name.replace(/[.!?…,;:]+$/, ''),
  // Slack's formatting; one half of it may be next to the verb.
  (name) => name.replace(/^[*_~`]+|[*_~`]+$/g, ''),
  // The bullet or number of a list item.
  (name) => name.replace(/^(?:[•◦▪‣*–—-]|\d{1,3}[.)])\s+/, ''),
  (name) => name.replace(/\s+please$/i, ''),
  unquote,
];

/** Twice, because marks may be nested, as in `*“News”*.`. */
const ROUNDS = 2;

/** The name as typed, followed by shorter and shorter readings of it. */
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

/** The shortest reading of a name. */
export const plainName = (typed: string): string => readingsOf(typed).at(-1) ?? typed;
