import { quoteName } from '../quote-name.ts';
import { ambiguous, damaged, encrypted, refused } from '../refusals.ts';
import { holdsMark } from './zip-records.ts';

export const ZIP64_FIELD = 0x0001;
const UNIX_FIELD = 0x000d;
const STRONG_ENCRYPTION_FIELD = 0x0017;
/** The ID of the field with a second name, in UTF-8. */
export const UNICODE_PATH_FIELD = 0x7075;
const AES_FIELD = 0x9901;
/** Fields of ASi Unix and libarchive, which may turn an entry into a link in programs that support them. */
const KIND_FIELDS = [0x756e, 0x6c78];
/** The field's size with times and owner only. Anything after that is the target of a link or a device number. */
const UNIX_FIELD_OF_FILE_BYTES = 12;

export type ExtraFields = ReadonlyMap<number, Buffer>;

/**
 * Reads the extra fields of a header into a map by ID. @throws PackageProblemError for malformed or duplicate fields.
 */
export function readExtraFields(bytes: Buffer, path: string): ExtraFields {
  if (holdsMark(bytes)) throw ambiguous(`The extra fields of ${quoteName(path)} contain parts of another zip`);
  const fields = new Map<number, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 <= bytes.length ? at + 4 + bytes.readUInt16LE(at + 2) : Number.POSITIVE_INFINITY;
    if (end > bytes.length) throw damaged(`the extra fields of ${quoteName(path)} are cut off`);
    const id = bytes.readUInt16LE(at);
    if (fields.has(id) && (id === ZIP64_FIELD || id === UNICODE_PATH_FIELD)) {
      throw ambiguous(`${quoteName(path)} has the same extra field twice`);
    }
    fields.set(id, bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/**
 * Rejects extra fields that make some programs read an entry differently from its header.
 * @throws PackageProblemError
 */
export function checkExtraFields(fields: ExtraFields, path: string): void {
  if (fields.has(AES_FIELD) || fields.has(STRONG_ENCRYPTION_FIELD)) throw encrypted(path);
  if (KIND_FIELDS.some((id) => fields.has(id)) || (fields.get(UNIX_FIELD)?.length ?? 0) > UNIX_FIELD_OF_FILE_BYTES) {
    throw refused(`${quoteName(path)} has an extra field that can turn it into a link or a device`);
  }
}
