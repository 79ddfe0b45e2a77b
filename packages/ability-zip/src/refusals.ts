import { PackageProblemError } from './package-problem-error.ts';
import { quoteName } from './quote-name.ts';

const ZIP_AGAIN = 'Zip the folder again.';

/** Added for a zip that is too large to be inspected. Has no full stop, because callers add one. */
export const NOT_NEEDED = 'Leave out .venv, venv, node_modules and .git: no Ability needs them';

/** Not only *Zip the folder again*, because the program that made this zip may make the same one. */
const REPACK = 'Unpack it and zip the folder again.';

/** @param what a sentence without its full stop. */
export const refused = (what: string, next = ZIP_AGAIN): PackageProblemError =>
  new PackageProblemError(`${what}. ${next}`);

/**
 * For a zip over a limit. @param largest names the folder with most of the size, in a sentence without its full stop.
 */
export const tooMuch = (what: string, largest: string | null): PackageProblemError =>
  largest === null
    ? refused(what)
    : refused(`${what}. ${largest}`, "Zip the folder again without what the Ability doesn't need.");

/** For zips that programs interpret differently. */
export const ambiguous = (what: string): PackageProblemError =>
  new PackageProblemError(`${what}, so different programs would read this zip differently. ${REPACK}`);

export const damaged = (what: string, cause?: unknown): PackageProblemError =>
  new PackageProblemError(`The zip is damaged: ${what}. ${ZIP_AGAIN}`, { cause });

export const encrypted = (path: string): PackageProblemError =>
  new PackageProblemError(`${quoteName(path)} is encrypted. Zip the folder again without a password.`);

/** For records that refer to other volumes. */
export const splitZip = (): PackageProblemError =>
  new PackageProblemError('This is one part of a split zip. Zip the folder into a single file.');
