import { damaged } from '../refusals.ts';

/** Reads a 64-bit number. @throws PackageProblemError if it exceeds 2^53 - 1. */
export function readLong(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('a record contains an impossible number');
  return Number(value);
}
