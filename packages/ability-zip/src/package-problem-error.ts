/**
 * Why a file cannot become an Ability. `sentence` is for people: plain text that says what is wrong and what to do, with
 * full stops. Names of entries in it are clipped, and their control characters are made visible.
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
