import { quoteName } from '../quote-name.ts';
import { ambiguous, encrypted, refused } from '../refusals.ts';
import { FLAG, METHOD } from './zip-records.ts';

/** Methods that occur in practice (APPNOTE, section 4.4.5). */
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
/** Flags of a plain entry: compression effort, data descriptor, UTF-8. */
const KNOWN_FLAGS = 0b110 | FLAG.descriptor | FLAG.utf8;

/** Version 6.3 of the format, the newest. Some programs skip entries that require more. */
const NEWEST_VERSION = 63;

/**
 * Accepts only plain stored and deflated entries.
 * @throws PackageProblemError for encryption, other methods and unusual flags.
 */
export function checkFlags(
  { path, flags, method }: { path: string; flags: number; method: number },
  neededVersion: number,
): void {
  if (flags & (FLAG.encrypted | FLAG.stronglyEncrypted | FLAG.maskedHeaders)) throw encrypted(path);
  if (flags & FLAG.patched) throw refused(`${quoteName(path)} is a patch of another file`);
  if (flags & ~KNOWN_FLAGS) throw ambiguous(`${quoteName(path)} has unknown flags`);
  if ((neededVersion & 0xff) > NEWEST_VERSION) throw ambiguous(`${quoteName(path)} requires an unknown version of zip`);
  if (method === 99) throw encrypted(path);
  if (method !== METHOD.stored && method !== METHOD.deflate) {
    const name = METHOD_NAMES[method] ?? `method ${method}`;
    throw refused(`${quoteName(path)} is compressed with ${name}; only Deflate is supported`);
  }
}
