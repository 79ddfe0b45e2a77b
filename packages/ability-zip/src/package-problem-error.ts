/**
 * A file can't become an Ability. `sentence` explains the problem and the fix to people, as plain sentences with full
 * stops. Entry names in it are shortened, with control characters escaped.
 */
export class PackageProblemError extends Error {
  override readonly name = 'PackageProblemError';
  readonly sentence: string;
  /** True if a name in the file suggests that it is an Ability's zip; false if the file wasn't read. */
  holdsMain = false;

  constructor(sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.sentence = sentence;
  }
}

export const isPackageProblem = (error: unknown): error is PackageProblemError => error instanceof PackageProblemError;
