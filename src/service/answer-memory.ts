import { LRUCache } from 'lru-cache';
import { systemClock } from '../base/clock.ts';

/** A cached answer. It can be dropped at any time, because it can be read again. */
export interface HeldAnswer {
  drop(): void;
}

/**
 * An answer is kept this long even if it may no longer be shown, because error messages take the names of Abilities
 * from it.
 */
const MIN_HOLD_MS = 15_000;

/**
 * Limits the cached answers of all clients of a process, in bytes (see {@link sizeOf}). Over the limit, the least
 * recently used answer is dropped. An answer is also dropped when its time is up, even if nobody requests it again. An
 * answer larger than the whole limit isn't kept.
 */
export class AnswerMemory {
  readonly #held: LRUCache<HeldAnswer, number>;

  /** @param maxBytes the limit for all answers together. */
  constructor(maxBytes: number) {
    this.#held = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => bytes,
      ttl: MIN_HOLD_MS,
      ttlAutopurge: true,
      perf: { now: systemClock.monotonic },
      dispose: (_bytes, answer, reason) => {
        if (reason === 'evict' || reason === 'expire') answer.drop();
      },
    });
  }

  /** @param keepMs how long the answer may be shown. */
  hold(answer: HeldAnswer, bytes: number, keepMs: number): void {
    this.#held.set(answer, bytes, { ttl: Math.max(keepMs, MIN_HOLD_MS) });
    if (!this.#held.has(answer)) answer.drop();
  }

  /** Marks an answer as recently used, so that others are dropped first. */
  used(answer: HeldAnswer): void {
    this.#held.get(answer);
  }

  release(answer: HeldAnswer): void {
    this.#held.delete(answer);
  }
}

/** A string's header; an object with its list entry; an array with room to grow. */
const STRING_BYTES = 16;
const OBJECT_BYTES = 32;
const ARRAY_BYTES = 180;
const FIELD_BYTES = 8;
/**
 * What is derived from each row and kept as long as the row: its entry in the joined catalog, and its name for
 * searching.
 */
const JOINED_BYTES = 90;

const NOT_LATIN = /[^\0-\xff]/;

/**
 * Estimates the bytes of an answer on the heap, including everything derived from it. For 5,000 Abilities this takes a
 * millisecond, at most a tenth of the time to parse them.
 *
 * Measured on Node 20: a list of 5,000 Abilities and one of 4,375 installed ones take 5.2 MB; with the catalog and the
 * names for searching, 6.1 MB, which is also the estimate. For short Latin names and words, the estimate is up to a
 * tenth too high.
 */
export function sizeOf(answer: unknown): number {
  return Array.isArray(answer)
    ? answer.reduce<number>((bytes, row) => bytes + JOINED_BYTES + bytesOf(row), ARRAY_BYTES)
    : bytesOf(answer);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return STRING_BYTES + value.length * (NOT_LATIN.test(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((bytes, one) => bytes + bytesOf(one), ARRAY_BYTES);
  let bytes = OBJECT_BYTES;
  for (const one of Object.values(value)) bytes += FIELD_BYTES + bytesOf(one);
  return bytes;
}
