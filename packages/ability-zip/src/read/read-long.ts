import { damaged } from '../check/refusals.ts';

/** A number of 64 bits. @throws PackageProblemError when it is beyond what any file can be. */
export function readLong(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('a record holds a number that cannot be');
  return Number(value);
}
