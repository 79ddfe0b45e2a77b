import { quoteName } from '../quote-name.ts';
import { ambiguous } from '../refusals.ts';
import { type ExtraFields, ZIP64_FIELD } from './read-extra-fields.ts';
import { readLong } from './read-long.ts';
import { SEE_ZIP64_32 } from './zip-records.ts';

export interface DeclaredPlace {
  bytes: number;
  packedBytes: number;
  declaredAt: number;
}

/**
 * Sizes and offset of a directory header. Values that do not fit 32 bits come from the ZIP64 field, which must contain
 * exactly those: programs interpret extra values differently.
 * @throws PackageProblemError
 */
export function readZip64Values(path: string, short: DeclaredPlace, fields: ExtraFields): DeclaredPlace {
  const field = fields.get(ZIP64_FIELD) ?? Buffer.alloc(0);
  const { bytes, packedBytes, declaredAt } = short;
  const missing = [bytes, packedBytes, declaredAt].filter((value) => value === SEE_ZIP64_32).length;
  if (field.length !== missing * 8) throw ambiguous(`${quoteName(path)} declares its size in two ways`);
  let at = 0;
  const resolve = (value: number): number => {
    if (value !== SEE_ZIP64_32) return value;
    at += 8;
    return readLong(field, at - 8);
  };
  return { bytes: resolve(bytes), packedBytes: resolve(packedBytes), declaredAt: resolve(declaredAt) };
}
