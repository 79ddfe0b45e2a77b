import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.ts';
import type { PersonKind } from '../../core/access.ts';

const ANSWER_KEEP_MS = 60_000;
/** Long, because these people are only named to others: their own access is checked with each of their requests. */
const ADMINS_KEEP_MS = 60 * 60_000;

/** An answer with its key and its place in the cache. */
const ANSWER_BYTES = 400;
/** The ID of a member of a user group, in a set. */
const MEMBER_BYTES = 64;

interface Cached<T> {
  answer: Promise<T>;
  bytes: number;
}

/** Caches answers for a while. Concurrent callers share one lookup; failures are not cached. */
class AnswerCache<T> {
  readonly #answers: LRUCache<string, Cached<T>>;
  readonly #bytesOf: (answer: T) => number;

  constructor(maxBytes: number, now: Clock['monotonic'], bytesOf: (answer: T) => number, keepMs = ANSWER_KEEP_MS) {
    this.#bytesOf = bytesOf;
    const size = { maxSize: maxBytes, sizeCalculation: ({ bytes }: Cached<T>) => bytes };
    this.#answers = new LRUCache({ ...size, ttl: keepMs, ttlResolution: 0, perf: { now } });
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known) return known.answer;
    const answer = ask();
    const isCached = () => this.#answers.peek(key)?.answer === answer;
    this.#answers.set(key, { answer, bytes: ANSWER_BYTES });
    answer.then(
      (value) => {
        const bytes = ANSWER_BYTES + this.#bytesOf(value);
        if (isCached()) this.#answers.set(key, { answer, bytes }, { noUpdateTTL: true });
      },
      () => {
        if (isCached()) this.#answers.delete(key);
      },
    );
    return answer;
  }
}

/** A person in a workspace. */
export interface Person {
  kind: PersonKind;
  /** In seconds, now. */
  utcOffset: number;
  /** Such as `Europe/Berlin`; null if Slack gives none that is known here. */
  timeZone: string | null;
  /** The workspaces that the person belongs to, the home one first; empty if Slack names none. */
  teams: readonly string[];
}

/**
 * Slack's answers about the people and user groups of all workspaces of a process. When the limit is reached, the least
 * recently used ones are dropped. An answer above the whole limit is not kept.
 */
export class PeopleMemory {
  readonly users: AnswerCache<Person>;
  readonly groups: AnswerCache<ReadonlySet<string>>;
  /** The admins and owners of each workspace, as IDs. */
  readonly admins: AnswerCache<readonly string[]>;
  #opened = 0;

  /** @param maxBytes for people and groups, half for each, and as much again for admins. */
  constructor(maxBytes: number, now: Clock['monotonic']) {
    const half = Math.ceil(maxBytes / 2);
    this.users = new AnswerCache(half, now, () => 0);
    this.groups = new AnswerCache(half, now, ({ size }) => size * MEMBER_BYTES);
    this.admins = new AnswerCache(maxBytes, now, ({ length }) => length * MEMBER_BYTES, ADMINS_KEEP_MS);
  }

  /** The start of the keys of one workspace, so that it never finds the answers of another one. */
  openPrefix(): string {
    this.#opened += 1;
    return `${this.#opened} `;
  }
}
