import type { PackageLimits } from '../package-limits.ts';
import { PackageProblemError } from '../package-problem-error.ts';
import { quoteName } from '../quote-name.ts';

/**
 * A path has to lead to a place below the folder that the zip is unpacked in, the same one everywhere.
 * @throws PackageProblemError
 */
export function checkPath(path: string, { maxDepth }: Pick<PackageLimits, 'maxDepth'>): void {
  const reason = findFault(path);
  if (reason) throw wrongPath(path, reason);
  if (path.includes('\\')) throw backslash(path);
  const depth = path.split('/').length - 1;
  if (depth > maxDepth) throw wrongPath(path, `lies in ${depth} folders; at most ${maxDepth} are taken`);
}

/** Whether the whole path, in UTF-8, is as long as it may be. @throws PackageProblemError */
export function checkNameLength(rawName: Buffer, { maxNameBytes }: Pick<PackageLimits, 'maxNameBytes'>): void {
  if (rawName.length > maxNameBytes) {
    const what = `has a name of ${rawName.length} bytes; at most ${maxNameBytes} are taken`;
    throw wrongPath(rawName.toString('utf8'), what);
  }
}

function findFault(path: string): string | undefined {
  if (path.includes('\0')) return 'has a NUL character in its name';
  if (/\p{Cc}/u.test(path)) return 'has control characters in its name';
  if (path.startsWith('\\\\')) return 'names another machine';
  if (path.startsWith('//')) return 'names another machine';
  if (path.startsWith('/')) return 'begins at the root of the disk';
  if (/(?:^|\/)[a-z]:/i.test(path)) return 'has the letter of a drive in its name';
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  if (parts.includes('..')) return 'climbs out of its folder by “..”';
  if (parts.includes('.')) return 'has a “.” as a folder';
  if (parts.includes('')) return 'has a folder without a name';
  // Windows drops dots and spaces at the end, and reads what follows a colon as a part of the file before it.
  if (parts.some((part) => /^[. ]+$/.test(part))) return 'has a folder of dots or spaces alone';
  if (path.includes(':')) return 'has a colon in its name, which not every system can keep';
  return undefined;
}

const wrongPath = (path: string, what: string) =>
  new PackageProblemError(`${quoteName(path)} ${what}. Pack your folder anew without it and send the new zip.`);

const backslash = (path: string) =>
  new PackageProblemError(
    `${quoteName(path)} has a backslash in its name, which some programs take for a folder. Compress-Archive of older Windows writes such names: pack your folder by another program and send the new zip.`,
  );
