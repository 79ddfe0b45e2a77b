import { crc32 } from 'node:zlib';
import { PackageProblemError } from '../package-problem-error.ts';
import { quoteRawName } from '../quote-name.ts';
import { ambiguous, refused } from '../refusals.ts';
import type { Repair } from '../zip-entry.ts';
import { guessCodePage } from './guess-code-page.ts';
import { type ExtraFields, UNICODE_PATH_FIELD } from './read-extra-fields.ts';
import { FLAG } from './zip-records.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The name of an entry, and how it differs from the bytes in the header. */
export interface EntryName {
  /** Has `/` as separator and no leading `./`; empty for the root. */
  path: string;
  /** The name as written in the zip, for messages. */
  spelled: string;
  repairs: Repair[];
  /** Why the path is only a guess, which is accepted for excluded entries. */
  problem?: PackageProblemError;
}

/**
 * The normalized name of an entry. Names in UTF-8 are accepted without the flag, because macOS and Debian write them
 * like that, and text in other encodings is practically never valid UTF-8. Backslashes count as separators, because the
 * systems that write them use them so.
 * @throws PackageProblemError for an ambiguous name.
 */
export function readName(raw: Buffer, flags: number, fields: ExtraFields): EntryName {
  if (raw.length === 0) throw refused('The zip contains an entry without a name');
  const { name, problem, repairs } = decode(raw, flags, fields.get(UNICODE_PATH_FIELD));
  // Dropbox uses this name for the folder that it packs.
  if (name === '/') return { path: '', spelled: name, repairs: [...repairs, 'dot'], ...(problem ? { problem } : {}) };
  const slashed = name.replaceAll('\\', '/');
  if (slashed !== name) repairs.push('backslash');
  const path = slashed.replace(/^(?:\.\/)+/, '');
  if (path !== slashed) repairs.push('dot');
  return { path, spelled: name, repairs, ...(problem ? { problem } : {}) };
}

type Decoded = Pick<EntryName, 'problem' | 'repairs'> & { name: string };

function decode(raw: Buffer, flags: number, field: Buffer | undefined): Decoded {
  const isMarked = (flags & FLAG.utf8) !== 0;
  const isPlain = raw.every((byte) => byte < 0x80);
  const text = decodeUtf8(raw);
  const repairs: Repair[] = isPlain || isMarked ? [] : ['utf8-flag'];
  if (field) {
    const second = readUnicodePath(field, raw);
    if (second !== undefined && second === text) return { name: second, repairs };
    const isOnlyReading = !isMarked && (isPlain || text === undefined);
    if (second === undefined || !isOnlyReading || !standsFor(raw, second)) {
      throw ambiguous(`${quoteRawName(raw)} has a second name in an extra field`);
    }
    return { name: second, repairs: ['unicode-path'] };
  }
  if (text !== undefined) return { name: text, repairs };
  if (isMarked) throw refused(`The name ${quoteRawName(raw)} is marked as UTF-8 but is not valid UTF-8`);
  const guessed = guessCodePage(raw);
  if (guessed !== null) return { name: guessed, repairs: ['code-page'] };
  const problem = new PackageProblemError(
    `The name ${quoteRawName(raw)} is not valid UTF-8, so programs read it differently. Rename the file using only the letters a to z, then zip the folder again.`,
  );
  return { name: raw.toString('latin1'), repairs: [], problem };
}

/** Info-ZIP's Unicode path field: a version, a checksum of the header's name, and the name in UTF-8. */
function readUnicodePath(field: Buffer, raw: Buffer): string | undefined {
  const isValid = field.length > 5 && field[0] === 1 && field.readUInt32LE(1) === crc32(raw);
  return isValid ? decodeUtf8(field.subarray(5)) : undefined;
}

/**
 * True if `raw` may be a lossy form of the path: ASCII characters are the same; other letters may be bytes in another
 * encoding, `?` or `_`.
 */
function standsFor(raw: Buffer, path: string): boolean {
  const parts = path.split('/');
  const rawParts = raw.toString('latin1').split('/');
  const fits = (rawPart: string, part: string) =>
    rawPart === part ||
    (/[\x80-\xff?_]/.test(rawPart) && /[^ -~]/.test(part) && plainEndOf(rawPart) === plainEndOf(part));
  return parts.length === rawParts.length && parts.every((part, index) => fits(rawParts[index] ?? '', part));
}

/** The extension, if it is plain ASCII. */
const plainEndOf = (part: string): string => /\.[a-z0-9]*$/i.exec(part)?.[0] ?? '';

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
