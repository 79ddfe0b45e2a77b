/**
 * Why a file cannot become an Ability. `sentence` is for people: plain text with the problem and the fix, with full
 * stops. Entry names in it are clipped, with control characters escaped.
 */
export class PackageProblemError extends Error {
  override readonly name = 'PackageProblemError';
  readonly sentence: string;
  /** True if the file looks like an Ability, by a name in it; false if it was not read. */
  holdsMain = false;

  constructor(sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.sentence = sentence;
  }
}

export const isPackageProblem = (error: unknown): error is PackageProblemError => error instanceof PackageProblemError;
