import { refused } from '../check/refusals.ts';
import { PackageProblemError } from '../package-problem-error.ts';
import { quoteRawName } from '../quote-name.ts';
import { FLAG } from './zip-records.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The name of an entry. One that is not plain ASCII has to be marked as UTF-8: without the mark, the standard says code
 * page 437, and programs guess.
 * @throws PackageProblemError
 */
export function decodeName(raw: Buffer, flags: number): string {
  if (raw.length === 0) throw refused('The zip holds an entry without a name');
  if (raw.every((byte) => byte < 0x80)) return raw.toString('latin1');
  if ((flags & FLAG.utf8) === 0) {
    throw new PackageProblemError(
      `The name ${quoteRawName(raw)} is not marked as UTF-8, so that programs read different names. Rename it with the letters a to z only, pack your folder anew and send the new zip.`,
    );
  }
  try {
    return utf8.decode(raw);
  } catch {
    throw refused(`The name ${quoteRawName(raw)} is marked as UTF-8 and is none`);
  }
}
