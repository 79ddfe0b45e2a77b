import { LIE_NAMES, LIES, type Lie } from './lies.ts';

export interface ToldLie {
  readonly lie: Lie;
  /** For `late-truth`. */
  readonly lateMs?: number;
}

/** Reads `NAME`, or `late-truth=SECONDS`. Null if it is neither. */
export function readLie(text: string): ToldLie | null {
  const [, name, seconds] = /^([a-z-]+)(?:=(\d{1,6}(?:\.\d+)?))?$/.exec(text) ?? [];
  const lie = LIE_NAMES.find((known) => known === name);
  if (lie === undefined || (seconds !== undefined && lie !== 'late-truth')) return null;
  return seconds === undefined ? { lie } : { lie, lateMs: Number(seconds) * 1000 };
}

/** One line for each, for the help of the command line. */
export const listLies = (): string => LIE_NAMES.map((name) => `    ${name.padEnd(26)} ${LIES[name]}`).join('\n');
