import { quoteName } from '../quote-name.ts';
import { FLAG, METHOD } from '../read/zip-records.ts';
import { ambiguous, encrypted, refused } from './refusals.ts';

/** The numbers of the methods that are met now and then (APPNOTE, section 4.4.5). */
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
/** How hard the packer tried, sizes behind the content, UTF-8: what a plain entry may say of itself. */
const KNOWN_FLAGS = 0b110 | FLAG.descriptor | FLAG.utf8;

/** The newest version of the format, 6.3. Some programs read no entry that asks for more. */
const NEWEST_VERSION = 63;

/**
 * Takes plain stored and deflated entries only.
 * @throws PackageProblemError for encryption, other methods, and what no plain entry has.
 */
export function checkFlags(
  { path, flags, method }: { path: string; flags: number; method: number },
  neededVersion: number,
): void {
  if (flags & (FLAG.encrypted | FLAG.stronglyEncrypted | FLAG.maskedHeaders)) throw encrypted(path);
  if (flags & FLAG.patched) throw refused(`${quoteName(path)} is a patch of another file, which cannot be read alone`);
  if (flags & ~KNOWN_FLAGS) throw ambiguous(`${quoteName(path)} has flags without a meaning`);
  if ((neededVersion & 0xff) > NEWEST_VERSION)
    throw ambiguous(`${quoteName(path)} asks for a version of zip that does not exist`);
  if (method === 99) throw encrypted(path);
  if (method !== METHOD.stored && method !== METHOD.deflate) {
    const name = METHOD_NAMES[method] ?? `method ${method}`;
    throw refused(`${quoteName(path)} is compressed by ${name}; only plain zip compression (Deflate) is taken`);
  }
}
