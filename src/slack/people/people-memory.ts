import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.ts';
import type { PersonKind } from '../../core/access.ts';

const ANSWER_KEEP_MS = 60_000;
/** Long, because these people are only named to others. Their own access is checked with each of their requests. */
const ADMINS_KEEP_MS = 60 * 60_000;

/** Estimated memory for an answer with its key and cache entry. */
const ANSWER_BYTES = 400;
/** Estimated memory for a member's ID in a set. */
const MEMBER_BYTES = 64;

interface Cached<T> {
  answer: Promise<T>;
  bytes: number;
}

/** Caches answers for a limited time. Concurrent callers share one lookup; failures aren't cached. */
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

export interface Person {
  kind: PersonKind;
  /** Current offset in seconds east of UTC. */
  utcOffset: number;
  /** An IANA name such as `Europe/Berlin`; null if Slack sends none, or one that is unknown here. */
  timeZone: string | null;
  /** The workspaces that the person belongs to, the home workspace first; empty if Slack names none. */
  teams: readonly string[];
}

/** Admins and owners of a workspace. */
export interface WorkspaceAdmins {
  /** Slack IDs. */
  users: readonly string[];
  /** False if there may be more. */
  isComplete: boolean;
}

/**
 * Slack's answers about people and user groups, for all workspaces of a process. Over the limit, the least recently
 * used answers are dropped. An answer larger than the whole limit isn't cached.
 */
export class PeopleMemory {
  readonly users: AnswerCache<Person>;
  readonly groups: AnswerCache<ReadonlySet<string>>;
  readonly admins: AnswerCache<WorkspaceAdmins>;
  #opened = 0;

  /** @param maxBytes half each for people and groups, and the same total again for admins. */
  constructor(maxBytes: number, now: Clock['monotonic']) {
    const half = Math.ceil(maxBytes / 2);
    this.users = new AnswerCache(half, now, () => 0);
    this.groups = new AnswerCache(half, now, ({ size }) => size * MEMBER_BYTES);
    this.admins = new AnswerCache(maxBytes, now, ({ users }) => users.length * MEMBER_BYTES, ADMINS_KEEP_MS);
  }

  /** A key prefix for one workspace, so that it never gets the answers of another. */
  openPrefix(): string {
    this.#opened += 1;
    return `${this.#opened} `;
  }
}
