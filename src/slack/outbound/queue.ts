import { AsyncResource } from 'node:async_hooks';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { retryAfterOf } from './slack-errors.ts';

/** Rate limits in effect, by limit key. Expired ones are removed. */
class HeldLimits {
  readonly #until = new Map<string, number>();

  /** Concurrent calls may get different times; the later one applies. */
  hold(limit: string, until: number): void {
    this.#until.set(limit, Math.max(until, this.#until.get(limit) ?? 0));
  }

  /** @returns the earliest time for the next call; `now` if it is not limited. */
  freeAt(limit: string, now: number): number {
    return Math.max(this.#until.get(limit) ?? 0, now);
  }

  forgetOver(now: number): void {
    for (const [limit, until] of this.#until) if (until <= now) this.#until.delete(limit);
  }
}

/** Not sent, because it would have waited too long. It can be sent later. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';

  constructor(isStopping: boolean) {
    super(isStopping ? 'not sent to Slack: shutting down' : 'not sent to Slack: it would have waited too long');
  }
}

/** From most to least urgent: answers to a waiting user, notices to others, progress updates. */
export const PRIORITIES = ['answer', 'announcement', 'progress'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * Maximum wait in milliseconds; then the call fails. A later answer would be useless, and has a fallback; the next
 * progress update supersedes an old one.
 */
export const LONGEST_WAIT_MS: Readonly<Record<Priority, number>> = {
  answer: 30_000,
  announcement: 60_000,
  progress: 30_000,
};

/** Lower is more urgent. */
const rankOf = (priority: Priority): number => PRIORITIES.indexOf(priority);

interface Turn {
  /** Calls in one lane are sent one at a time: per channel, Home tab or form. */
  lane: string;
  /** Key of the rate limit: a method, or a method in one channel. */
  limit: string;
  priority: Priority;
}

/**
 * Lanes and limits by kind of call. Slack limits posts per channel, and everything else per method and workspace.
 * Opening a form is not queued, because its trigger would expire. User lookups are not queued either, because an
 * unknown user has no rights.
 */
export function turnsOf(tenantId: string) {
  const turn = (lane: string, limit: string, priority: Priority): Turn => ({
    lane: `${tenantId} ${lane}`,
    limit: `${tenantId} ${limit}`,
    priority,
  });
  return {
    post: (channel: string, priority: Priority) => turn(channel, `chat.postMessage ${channel}`, priority),
    edit: (channel: string, priority: Priority) => turn(channel, 'chat.update', priority),
    postPrivately: (channel: string) => turn(channel, 'chat.postEphemeral', 'answer'),
    fillForm: (view: string) => turn(`form ${view}`, 'views.update', 'answer'),
    drawHome: (userId: string, priority: Priority) => turn(`home ${userId}`, 'views.publish', priority),
    readFile: (fileId: string) => turn(`file ${fileId}`, 'files.info', 'answer'),
    // Not in the lane of the channel's messages, because a file may take long.
    sendFile: (channel: string) => turn(`files ${channel}`, 'files.uploadV2', 'answer'),
  };
}

/** A queued call and its callbacks. */
interface Job extends Turn {
  /** Increases with each job. */
  readonly number: number;
  /** Position within its priority: its number, or that of a job that it replaced. */
  readonly place: number;
  /** Expires at this time. */
  readonly until: number;
  /** Of the pending jobs with the same mark, only the latest is sent. */
  readonly mark: string | null;
  /** Sends it. @returns a function that notifies the callers. */
  readonly attempt: () => Promise<() => void>;
  /** Called if a later job was sent instead. */
  readonly replaced: () => void;
  readonly fail: (error: unknown) => void;
  /** The jobs that it replaced. */
  readonly instead: readonly Job[];
}

/** The queue of one lane. */
class WaitingLine {
  #jobs: readonly Job[] = [];
  /** Whether one of them is being sent. */
  isBusy = false;

  get jobs(): readonly Job[] {
    return this.#jobs;
  }

  /** Also requeues a rate-limited job. If there is a later one with the same mark, that one replaces it. */
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

  /** The most urgent job that may be sent now; among equals, the one that has waited longest. */
  next(mayBeSent: (job: Job) => boolean): Job | undefined {
    const [first] = this.#jobs
      .filter(mayBeSent)
      .toSorted((a, b) => rankOf(a.priority) - rankOf(b.priority) || a.place - b.place);
    return first;
  }
}

/** The newer job takes the older one's position, so that the older one's caller does not wait longer. */
const inPlaceOf = (older: Job, newer: Job): Job => ({
  ...newer,
  place: Math.min(older.place, newer.place),
  priority: moreUrgent(older.priority, newer.priority),
  instead: [...newer.instead, older, ...older.instead],
});

const moreUrgent = (one: Priority, other: Priority): Priority => (rankOf(one) <= rankOf(other) ? one : other);

/**
 * The queue for everything sent to Slack, across all workspaces. Each lane sends one call at a time, by priority, then
 * in order; lanes are independent. A rate-limited call keeps its position and waits as long as Slack demands, with all
 * calls under the same limit, in every lane; others continue. Nothing waits longer than LONGEST_WAIT_MS. Empty lanes
 * are removed.
 */
export class OutboundQueue {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #lines = new Map<string, WaitingLine>();
  readonly #limits = new HeldLimits();
  #count = 0;
  #isStopping = false;
  #takeTimerBack = () => {};
  #limited: (limit: string, ms: number) => void = () => undefined;

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Number of waiting calls, without those being sent. */
  waiting(): Readonly<Record<Priority, number>> {
    const counts = { answer: 0, announcement: 0, progress: 0 };
    for (const { jobs } of this.#lines.values()) for (const { priority } of jobs) counts[priority] += 1;
    return counts;
  }

  get size(): number {
    return this.#lines.size;
  }

  /** @param limited called with each limit that Slack sets from now on, and its milliseconds. */
  onLimited(limited: (limit: string, ms: number) => void): void {
    this.#limited = limited;
  }

  /** Sends nothing under this limit for `ms`: Slack has limited another process. */
  hold(limit: string, ms: number): void {
    this.#limits.hold(limit, this.#clock.monotonic() + ms);
    this.#startNext();
  }

  /** @param work is called again after a rate limit. @throws errors of `work`; NotSentError */
  send<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = async () => {
        const result = await work();
        return () => resolve(result);
      };
      this.#add(turn, { attempt, fail: reject, mark: null, replaced: () => undefined });
    });
  }

  /**
   * For updates that include their predecessors: of the pending ones with the same mark, only the latest is sent, and
   * all callers get its result.
   * @returns whether this one was sent itself.
   * @throws errors of `work`, or of the later one; NotSentError
   */
  sendLatest(turn: Turn, mark: string, work: () => Promise<unknown>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const attempt = async () => {
        await work();
        return () => resolve(true);
      };
      this.#add(turn, { attempt, fail: reject, mark, replaced: () => resolve(false) });
    });
  }

  /** After this, calls that cannot be sent immediately fail. */
  stopWaiting(): void {
    this.#isStopping = true;
    this.#startNext();
  }

  #add(turn: Turn, job: Pick<Job, 'attempt' | 'fail' | 'mark' | 'replaced'>): void {
    this.#count += 1;
    const line = this.#lines.get(turn.lane) ?? new WaitingLine();
    this.#lines.set(turn.lane, line);
    line.add({
      ...turn,
      ...job,
      instead: [],
      number: this.#count,
      place: this.#count,
      until: this.#clock.monotonic() + LONGEST_WAIT_MS[turn.priority],
      // It may be sent during another request, whose log context must not leak.
      attempt: AsyncResource.bind(job.attempt),
    });
    this.#startNext();
  }

  /** Sends pending jobs that are allowed, fails those that would wait too long, and schedules the next check. */
  #startNext(): void {
    const now = this.#clock.monotonic();
    let nextAt = Number.POSITIVE_INFINITY;
    this.#limits.forgetOver(now);
    const freeAt = ({ limit }: Job) => this.#limits.freeAt(limit, now);
    for (const [lane, line] of this.#lines) {
      const next = line.isBusy ? undefined : line.next((job) => job.until > now && freeAt(job) <= now);
      if (next) void this.#carryOut(next, line);
      for (const job of line.jobs) {
        const from = freeAt(job);
        if (this.#isStopping || job.until <= now || from > job.until) this.#giveUp(job, line);
        else nextAt = Math.min(nextAt, from > now ? from : job.until);
      }
      if (!line.isBusy && line.jobs.length === 0) this.#lines.delete(lane);
    }
    this.#takeTimerBack();
    if (nextAt < Number.POSITIVE_INFINITY) {
      this.#takeTimerBack = this.#clock.after(nextAt - now, () => this.#startNext());
    }
  }

  /** Never throws. */
  async #carryOut(job: Job, line: WaitingLine): Promise<void> {
    line.isBusy = true;
    line.remove(job);
    try {
      const result = await job.attempt();
      result();
      for (const { replaced } of job.instead) replaced();
    } catch (error) {
      const seconds = retryAfterOf(error);
      if (seconds === null) failAll(job, error);
      else this.#putBack(job, line, seconds);
    }
    line.isBusy = false;
    this.#startNext();
  }

  #putBack(job: Job, line: WaitingLine, seconds: number): void {
    const ms = seconds * 1000;
    this.#limits.hold(job.limit, this.#clock.monotonic() + ms);
    line.add(job);
    this.#limited(job.limit, ms);
    this.#log.warn({ limit: job.limit, seconds, waiting: this.waiting() }, 'rate limited by Slack');
  }

  #giveUp(job: Job, line: WaitingLine): void {
    line.remove(job);
    // The next progress update will follow.
    const level = job.priority === 'progress' ? 'debug' : 'warn';
    this.#log[level]({ limit: job.limit, priority: job.priority }, 'not sent to Slack: it would have waited too long');
    failAll(job, new NotSentError(this.#isStopping));
  }
}

function failAll({ fail, instead }: Job, error: unknown): void {
  fail(error);
  for (const one of instead) one.fail(error);
}
