import { quoteName } from '../quote-name.ts';
import { ambiguous, encrypted, refused } from '../refusals.ts';
import { FLAG, METHOD } from './zip-records.ts';

/** Names of methods that occur in practice (APPNOTE, section 4.4.5). */
const METHOD_NAMES: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
  99: 'AES encryption',
};
/** Flags of an ordinary entry: compression effort, data descriptor, UTF-8. */
const KNOWN_FLAGS = 0b110 | FLAG.descriptor | FLAG.utf8;

/** Version 6.3, the newest version of the format. Some programs skip entries that require a newer one. */
const NEWEST_VERSION = 63;

/**
 * Accepts only ordinary entries, stored or deflated.
 * @throws PackageProblemError for encryption, other methods and unusual flags.
 */
export function checkFlags(
  { path, flags, method }: { path: string; flags: number; method: number },
  neededVersion: number,
): void {
  if (flags & (FLAG.encrypted | FLAG.stronglyEncrypted | FLAG.maskedHeaders)) throw encrypted(path);
  if (flags & FLAG.patched) throw refused(`${quoteName(path)} is a patch of another file`);
  if (flags & ~KNOWN_FLAGS) throw ambiguous(`${quoteName(path)} has unknown flags`);
  if ((neededVersion & 0xff) > NEWEST_VERSION)
    throw ambiguous(`${quoteName(path)} requires an unknown version of the zip format`);
  if (method === 99) throw encrypted(path);
  if (method !== METHOD.stored && method !== METHOD.deflate) {
    const name = METHOD_NAMES[method] ?? `method ${method}`;
    throw refused(`${quoteName(path)} is compressed with ${name}; only Deflate is supported`);
  }
}

const UNIX_KIND = 0o170000;
const UNIX_LINK = 0o120000;
const UNIX_FILE = 0o100000;
const UNIX_FOLDER = 0o040000;
const UNIX_KINDS: ReadonlyMap<number, string> = new Map([
  [UNIX_LINK, 'a symbolic link'],
  [0o020000, 'a device'],
  [0o060000, 'a device'],
  [0o010000, 'a named pipe'],
  [0o140000, 'a socket'],
]);
/** setuid and setgid. */
const SET_ID = 0o6000;
const DOS_VOLUME = 0x08;
const DOS_FOLDER = 0x10;
const WINDOWS_DEVICE = 0x40;
const WINDOWS_REPARSE_POINT = 0x400;

/**
 * Accepts only entries that all programs classify the same way, as a file or a folder. Some programs check the trailing
 * slash; some the Unix mode, whichever system made the zip; and some the DOS attributes.
 * @throws PackageProblemError
 */
export function checkAttributes(path: string, isFolder: boolean, attributes: number): void {
  const kind = (attributes >>> 16) & UNIX_KIND;
  if (attributes & WINDOWS_REPARSE_POINT) throw notAFile(path, 'a Windows link', WITHOUT_LINK);
  if (attributes & WINDOWS_DEVICE) throw notAFile(path, 'a device');
  if (attributes & DOS_VOLUME) throw notAFile(path, 'a disk label');
  if (kind !== 0 && kind !== UNIX_FILE && kind !== UNIX_FOLDER) {
    throw notAFile(path, UNIX_KINDS.get(kind) ?? 'of an unknown type', kind === UNIX_LINK ? WITHOUT_LINK : undefined);
  }
  const saysFolder = kind === UNIX_FOLDER || (attributes & DOS_FOLDER) !== 0;
  if (saysFolder && !isFolder) throw ambiguous(`${quoteName(path)} is named like a file but marked as a folder`);
  if (isFolder && kind === UNIX_FILE) throw ambiguous(`${quoteName(path)} is named like a folder but marked as a file`);
}

/** True if the Unix mode has setuid or setgid. Repacking removes them. */
export const isSetuid = (attributes: number): boolean => ((attributes >>> 16) & SET_ID) !== 0;

/** Just zipping the folder again would include the same link. */
const WITHOUT_LINK = 'Delete it, or put a copy of what it points to in its place. Then zip the folder again.';

const notAFile = (path: string, what: string, next?: string) =>
  refused(`${quoteName(path)} is ${what}; only files and folders are allowed`, next);
