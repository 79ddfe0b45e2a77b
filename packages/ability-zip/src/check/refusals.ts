import { PackageProblemError } from '../package-problem-error.ts';
import { quoteName } from '../quote-name.ts';

const PACK_ANEW = 'Pack your folder anew and send the new zip.';

/** For a zip that is too large to be inspected. No full stop: callers add more. */
export const NOT_NEEDED = 'Leave out .venv, venv, node_modules and .git: no Ability needs them';

/** `what` is a sentence without its full stop. */
export const refused = (what: string, next = PACK_ANEW): PackageProblemError =>
  new PackageProblemError(`${what}. ${next}`);

/** For something that programs interpret differently. */
export const ambiguous = (what: string): PackageProblemError =>
  new PackageProblemError(`${what}, so that programs read this zip in different ways. ${PACK_ANEW}`);

export const damaged = (what: string, cause?: unknown): PackageProblemError =>
  new PackageProblemError(`The zip is damaged: ${what}. ${PACK_ANEW}`, { cause });

export const encrypted = (path: string): PackageProblemError =>
  new PackageProblemError(`${quoteName(path)} is encrypted. Pack your folder without a password and send the new zip.`);

/** For records that refer to other volumes. */
export const splitZip = (): PackageProblemError =>
  new PackageProblemError(
    'The file is one part of a zip that is split into several files. Pack your folder into a single zip and send that.',
  );
