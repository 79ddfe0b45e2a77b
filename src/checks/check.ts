import type { Subject, Verdict } from '../core/finding.ts';

/** One thing to look at. */
export interface Check {
  subject: Subject;
  /** What it throws, and what takes longer than there is time, is bad. */
  look: () => Promise<Verdict> | Verdict;
  /** What mends it then. */
  fixWithoutAnswer: string;
}

/** The same answer for all who ask, and only one question. */
export function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}
