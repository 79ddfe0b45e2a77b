import type { PackageLimits } from '../package-limits.ts';
import { PackageProblemError } from '../package-problem-error.ts';
import { quoteName } from '../quote-name.ts';

/**
 * The path must be a valid name on every system, and pass `checkPlace`.
 * @param spelled the name as quoted in messages.
 * @throws PackageProblemError
 */
export function checkPath(path: string, { maxDepth }: Pick<PackageLimits, 'maxDepth'>, spelled = path): void {
  checkPlace(path, spelled);
  if (/\p{Cc}/u.test(path)) throw wrongPath(spelled, 'has control characters in its name');
  if (path.includes(':')) throw wrongPath(spelled, 'has a colon in its name, which some systems do not allow');
  if (path.includes('\\'))
    throw wrongPath(spelled, 'has a backslash in its name, which some programs read as a folder separator');
  const depth = path.split('/').length - 1;
  if (depth > maxDepth) throw wrongPath(spelled, `is nested ${depth} folders deep; the limit is ${maxDepth}`);
}

/**
 * The path must resolve to the same place, below the target folder, on every system. This also applies to excluded
 * entries, because another program could read them differently.
 * @throws PackageProblemError
 */
export function checkPlace(path: string, spelled = path): void {
  const reason = findEscape(path);
  if (reason) throw wrongPath(spelled, reason);
}

/** Limits the length of the whole path, in bytes of UTF-8. @throws PackageProblemError */
export function checkNameLength(path: string, { maxNameBytes }: Pick<PackageLimits, 'maxNameBytes'>): void {
  const bytes = Buffer.byteLength(path);
  if (bytes > maxNameBytes) throw wrongPath(path, `is ${bytes} bytes long; the limit is ${maxNameBytes}`);
}

function findEscape(path: string): string | undefined {
  if (path.includes('\0')) return 'has a NUL character in its name';
  if (path.startsWith('//') || path.startsWith('\\\\')) return 'points to another machine';
  if (path.startsWith('/')) return 'starts at the root of the disk';
  if (/(?:^|\/)[a-z]:/i.test(path)) return 'has a drive letter in its name';
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  if (parts.includes('..')) return 'leaves its folder with “..”';
  if (parts.includes('.')) return 'has a folder named “.”';
  if (parts.includes('')) return 'has a folder without a name';
  // Windows drops trailing dots and spaces, and treats what follows a colon as the name of a stream.
  if (parts.some((part) => /^[. ]+$/.test(part))) return 'has a folder whose name is only dots or spaces';
  return undefined;
}

const wrongPath = (path: string, what: string) =>
  new PackageProblemError(`${quoteName(path)} ${what}. Remove, move or rename it, then zip the folder again.`);
