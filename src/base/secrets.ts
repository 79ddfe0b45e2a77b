import { LRUCache } from 'lru-cache';
import { hiddenTexts, withHiddenText } from './request-context.ts';

/**
 * More than a process needs: each workspace has one key, and this many workspaces would take 3 GB (see `Workspaces`).
 */
const MAX_LEARNT = 50_000;

/** Masking shorter secrets would also mask ordinary words. */
const SHORTEST_SECRET = 8;

/** A log line is JSON, which may contain strings with JSON, nested up to this depth. */
const MAX_NESTED = 3;

/** A secret as it may appear in a line: plain, or escaped once per level of JSON. */
function spellingsOf(secret: string): string[] {
  const spellings = [secret];
  for (let level = 0; level < MAX_NESTED; level += 1) spellings.push(JSON.stringify(spellings.at(-1)).slice(1, -1));
  return [...new Set(spellings)];
}

/**
 * The filter has 2^FILTER_POWER slots of one bit each. That is many times the number of secrets, because a slot that
 * matches by chance costs a lookup, but small enough for the processor's cache.
 */
const FILTER_POWER = 18;
const FILTER_SHIFT = 32 - FILTER_POWER;
/** A rolling hash over eight characters. Any odd number with well-mixed bits works as its base. */
const BASE = 0x9e3779b1;
const BASE_TO_THE_EIGHTH = Array.from({ length: SHORTEST_SECRET }).reduce<number>((power) => Math.imul(power, BASE), 1);

const addToHash = (hash: number, code: number) => (Math.imul(hash, BASE) + code) | 0;

function slotOf(start: string): number {
  let hash = 0;
  for (let at = 0; at < SHORTEST_SECRET; at += 1) hash = addToHash(hash, start.charCodeAt(at));
  return hash >>> FILTER_SHIFT;
}

/**
 * Texts with the same first eight characters, which all keys of one provider may have. They are found by length, then
 * by hash.
 */
interface Bucket {
  /** How often each text was added. */
  texts: Map<string, number>;
  /** The number of texts by length. */
  lengths: Map<number, number>;
}

interface Match {
  at: number;
  text: string;
}

/**
 * Secrets to mask. The cost of adding, removing and masking doesn't grow with the number of secrets, because a filter
 * over each eight characters of a line rules out nearly every position.
 */
export class Secrets {
  /** A bit for each slot, set if the slot has a bucket. */
  readonly #filter = new Uint32Array((1 << FILTER_POWER) / 32);
  /** The number of buckets in each slot. */
  readonly #slots = new Map<number, number>();
  readonly #buckets = new Map<string, Bucket>();

  /** Masks the secret in all spellings, until it has been removed as often as it was added. Ignores short secrets. */
  add(secret: string): void {
    if (secret.length < SHORTEST_SECRET) return;
    for (const text of spellingsOf(secret)) this.#add(text);
  }

  remove(secret: string): void {
    if (secret.length < SHORTEST_SECRET) return;
    for (const text of spellingsOf(secret)) this.#remove(text);
  }

  /**
   * Masks longer secrets first, because one secret may be part of another.
   * @param further secrets to mask too.
   */
  mask(line: string, instead: string, further: Secrets | null = null): string {
    const found = further ? [...this.#find(line), ...further.#find(line)] : this.#find(line);
    if (found.length === 0) return line;
    found.sort((a, b) => b.text.length - a.text.length || (a.text < b.text ? -1 : a.text > b.text ? 1 : a.at - b.at));
    const masked = new Uint8Array(line.length);
    const taken = found.filter(({ at, text }) => {
      const end = at + text.length;
      // The secrets masked so far are at least as long, so one that overlaps covers the first or the last character.
      if (masked[at] || masked[end - 1]) return false;
      masked.fill(1, at, end);
      return true;
    });
    let rest = 0;
    let result = '';
    for (const { at, text } of taken.sort((a, b) => a.at - b.at)) {
      result += line.slice(rest, at) + instead;
      rest = at + text.length;
    }
    return result + line.slice(rest);
  }

  #add(text: string): void {
    const start = text.slice(0, SHORTEST_SECRET);
    let bucket = this.#buckets.get(start);
    if (!bucket) {
      bucket = { texts: new Map(), lengths: new Map() };
      this.#buckets.set(start, bucket);
      this.#countSlot(start, 1);
    }
    if (count(bucket.texts, text, 1) === 1) count(bucket.lengths, text.length, 1);
  }

  #remove(text: string): void {
    const start = text.slice(0, SHORTEST_SECRET);
    const bucket = this.#buckets.get(start);
    if (!bucket?.texts.has(text) || count(bucket.texts, text, -1) > 0) return;
    count(bucket.lengths, text.length, -1);
    if (bucket.texts.size > 0) return;
    this.#buckets.delete(start);
    this.#countSlot(start, -1);
  }

  #countSlot(start: string, change: 1 | -1): void {
    const slot = slotOf(start);
    const isTaken = count(this.#slots, slot, change) > 0;
    const bits = this.#filter[slot >>> 5] ?? 0;
    this.#filter[slot >>> 5] = isTaken ? bits | (1 << (slot & 31)) : bits & ~(1 << (slot & 31));
  }

  /** All matches, in any order. They may overlap. */
  #find(line: string): Match[] {
    const found: Match[] = [];
    if (this.#buckets.size === 0) return found;
    const filter = this.#filter;
    let hash = 0;
    for (let end = 0; end < line.length; end += 1) {
      hash = addToHash(hash, line.charCodeAt(end));
      const at = end - SHORTEST_SECRET + 1;
      if (at > 0) hash = (hash - Math.imul(line.charCodeAt(at - 1), BASE_TO_THE_EIGHTH)) | 0;
      const slot = hash >>> FILTER_SHIFT;
      if (at >= 0 && ((filter[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0) this.#findAt(line, at, found);
    }
    return found;
  }

  #findAt(line: string, at: number, found: Match[]): void {
    const bucket = this.#buckets.get(line.slice(at, at + SHORTEST_SECRET));
    for (const length of bucket?.lengths.keys() ?? []) {
      const text = line.slice(at, at + length);
      if (bucket?.texts.has(text)) found.push({ at, text });
    }
  }
}

/** Changes a count, and deletes it at zero. @returns the new count. */
function count<K>(counts: Map<K, number>, key: K, change: 1 | -1): number {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
  return next;
}

/** The secrets to mask in every log line of the process. */
const hidden = new Secrets();

/** Not `max`, which would allocate memory for all entries immediately. */
const learnt = new LRUCache<string, true>({
  maxSize: MAX_LEARNT,
  sizeCalculation: () => 1,
  dispose: (_true, secret, reason) => {
    if (reason !== 'set') hidden.remove(secret);
  },
});

/** Masks this secret in all log lines of the process from now on. */
export function learnSecret(secret: string): void {
  if (learnt.get(secret)) return;
  learnt.set(secret, true);
  hidden.add(secret);
}

/**
 * Masks a possible secret in the log lines that `work` writes. Those of other requests aren't affected, because anyone
 * may enter any text, such as someone's ID.
 */
export const withSecret = <T>(secret: string, work: () => Promise<T>): Promise<T> => withHiddenText(secret, work);

/** Masks the secrets that the process has learned, and the texts that the current request hides. */
export function hideLearnt(line: string, instead: string): string {
  const texts = hiddenTexts();
  if (texts.length === 0) return hidden.mask(line, instead);
  const own = new Secrets();
  for (const text of texts) own.add(text);
  return hidden.mask(line, instead, own);
}
