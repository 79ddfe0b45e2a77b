/**
 * Why a file cannot become an Ability. `sentence` is for people: plain text, one sentence, with a full stop.
 */
export class PackageProblemError extends Error {
  override readonly name = 'PackageProblemError';
  readonly sentence: string;

  constructor(sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.sentence = sentence;
  }
}

export const isPackageProblem = (error: unknown): error is PackageProblemError => error instanceof PackageProblemError;
