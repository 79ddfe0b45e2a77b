import { type Priority, rankOf } from './priority.ts';
import type { Turn } from './turn.ts';

/** Something to be sent, and whom to tell what came of it. */
export interface Job extends Turn {
  /** Grows with each that is added. */
  readonly number: number;
  /** Where it stands among those of its priority: its number, or that of one in whose place it is sent. */
  readonly place: number;
  /** Beyond that moment it is not sent. */
  readonly until: number;
  /** Of those that wait with the same mark only the latest is sent. */
  readonly mark: string | null;
  /** Sends it. @returns what tells whoever waits for it. */
  readonly attempt: () => Promise<() => void>;
  /** Tells that a later one was sent in its place. */
  readonly replaced: () => void;
  readonly fail: (error: unknown) => void;
  /** Those in whose place it is sent. */
  readonly instead: readonly Job[];
}

/** What waits for one channel, or the like. */
export class WaitingLine {
  #jobs: readonly Job[] = [];
  /** Whether one of them is under way. */
  isBusy = false;

  get jobs(): readonly Job[] {
    return this.#jobs;
  }

  /** Also one that was under way and has to wait after all: by then a later one may wait in its stead. */
  add(job: Job): void {
    const other = job.mark === null ? undefined : this.#jobs.find(({ mark }) => mark === job.mark);
    if (!other) {
      this.#jobs = [...this.#jobs, job];
      return;
    }
    this.remove(other);
    const [older, newer] = other.number < job.number ? [other, job] : [job, other];
    this.#jobs = [...this.#jobs, inPlaceOf(older, newer)];
  }

  remove(job: Job): void {
    this.#jobs = this.#jobs.filter((one) => one !== job);
  }

  /** The most urgent of those that may be sent now, and of these the one that has waited longest. */
  next(mayBeSent: (job: Job) => boolean): Job | undefined {
    const [first] = this.#jobs
      .filter(mayBeSent)
      .toSorted((a, b) => rankOf(a.priority) - rankOf(b.priority) || a.place - b.place);
    return first;
  }
}

/** The newer one, where the older one stood: who waits for that must not wait longer for the news. */
const inPlaceOf = (older: Job, newer: Job): Job => ({
  ...newer,
  place: Math.min(older.place, newer.place),
  priority: moreUrgent(older.priority, newer.priority),
  instead: [...newer.instead, older, ...older.instead],
});

const moreUrgent = (one: Priority, other: Priority): Priority => (rankOf(one) <= rankOf(other) ? one : other);
