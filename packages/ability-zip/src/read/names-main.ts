import { MAIN_FILES } from '../check/find-layout.ts';
import { findLeftOut } from '../check/unwanted-files.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { LOCAL_HEADER } from './zip-records.ts';

const MAX_NAME_BYTES = 1024;
const MARK = Buffer.from('PK\x03\x04', 'latin1');

/**
 * True if a rejected file looks like an Ability's zip, because a local header in it names an entry point. This is only
 * a hint: nothing else is checked.
 */
export async function namesMain(reader: PackageFileReader): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const piece of reader.pieces(0, reader.bytes)) {
    const bytes = Buffer.concat([rest, piece]);
    if (namesMainIn(bytes)) return true;
    rest = Buffer.from(bytes.subarray(-(LOCAL_HEADER.bytes + MAX_NAME_BYTES)));
  }
  return false;
}

function namesMainIn(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + 1)) {
    const nameAt = at + LOCAL_HEADER.bytes;
    if (nameAt > bytes.length) return false;
    const name = bytes.toString('latin1', nameAt, nameAt + bytes.readUInt16LE(at + 26)).replaceAll('\\', '/');
    if (MAIN_FILES.some((main) => name === main || name.endsWith(`/${main}`)) && findLeftOut(name) === undefined) {
      return true;
    }
  }
  return false;
}
