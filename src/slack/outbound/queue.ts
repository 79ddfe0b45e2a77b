import { AsyncResource } from 'node:async_hooks';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { retryAfterOf } from './slack-errors.ts';

/** The rate limits in effect, by limit key. Expired ones are removed. */
class HeldLimits {
  readonly #until = new Map<string, number>();

  /** Concurrent calls may report different times; the latest applies. */
  hold(limit: string, until: number): void {
    this.#until.set(limit, Math.max(until, this.#until.get(limit) ?? 0));
  }

  /** The earliest time for the next call; `now` if the call isn't limited. */
  freeAt(limit: string, now: number): number {
    return Math.max(this.#until.get(limit) ?? 0, now);
  }

  forgetOver(now: number): void {
    for (const [limit, until] of this.#until) if (until <= now) this.#until.delete(limit);
  }
}

/** The call wasn't sent, because it would have waited too long. It may be sent again. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';

  constructor(isStopping: boolean) {
    super(isStopping ? 'not sent to Slack: shutting down' : 'not sent to Slack: it would have been queued too long');
  }
}

/** From most to least urgent: answers to a waiting person, announcements, progress updates. */
export const PRIORITIES = ['answer', 'announcement', 'progress'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * How long a call may wait, in milliseconds, before it fails. A later answer would be useless and has a fallback; a
 * later progress update supersedes an earlier one.
 */
export const LONGEST_WAIT_MS: Readonly<Record<Priority, number>> = {
  answer: 30_000,
  announcement: 60_000,
  progress: 30_000,
};

/** Lower is more urgent. */
const rankOf = (priority: Priority): number => PRIORITIES.indexOf(priority);

interface Turn {
  /** Calls in the same lane are sent one at a time. There is a lane for each channel, Home tab or form. */
  lane: string;
  /** The key of the rate limit: a method, or a method in one channel. */
  limit: string;
  priority: Priority;
}

/**
 * The lane and limit of each kind of call. Slack limits posts per channel, and everything else per method and
 * workspace. Opening a form isn't queued, because its trigger would expire. Nor are user lookups: if one is limited,
 * the person just gets no access.
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
    // In another lane than the channel's messages, because sending a file may take long.
    sendFile: (channel: string) => turn(`files ${channel}`, 'files.uploadV2', 'answer'),
  };
}

/** A queued call and its callbacks. */
interface Job extends Turn {
  readonly number: number;
  /** The position among jobs of the same priority: the job's number, or that of a job that it replaced. */
  readonly place: number;
  /** The job fails at this time, in the clock's monotonic milliseconds. */
  readonly until: number;
  /** Of the pending jobs with the same mark, only the latest is sent; null to always send the job. */
  readonly mark: string | null;
  /** Makes the call. @returns a function that notifies the callers. */
  readonly attempt: () => Promise<() => void>;
  /** Called if a later job was sent instead. */
  readonly replaced: () => void;
  readonly fail: (error: unknown) => void;
  /** The jobs that this one replaced. */
  readonly instead: readonly Job[];
}

/** The pending jobs of one lane. */
class WaitingLine {
  #jobs: readonly Job[] = [];
  /** True while one of its jobs is being sent. */
  isBusy = false;

  get jobs(): readonly Job[] {
    return this.#jobs;
  }

  /** Adds a new job, or a rate-limited one again. Of two jobs with the same mark, only the later is kept. */
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

  /** The most urgent job that may be sent now; of those with the same priority, the one that has waited longest. */
  next(mayBeSent: (job: Job) => boolean): Job | undefined {
    const [first] = this.#jobs
      .filter(mayBeSent)
      .toSorted((a, b) => rankOf(a.priority) - rankOf(b.priority) || a.place - b.place);
    return first;
  }
}

/** The newer job takes the older one's position and priority, so that the older one's caller doesn't wait longer. */
const inPlaceOf = (older: Job, newer: Job): Job => ({
  ...newer,
  place: Math.min(older.place, newer.place),
  priority: moreUrgent(older.priority, newer.priority),
  instead: [...newer.instead, older, ...older.instead],
});

const moreUrgent = (one: Priority, other: Priority): Priority => (rankOf(one) <= rankOf(other) ? one : other);

/**
 * The queue for all calls to Slack, across all workspaces. Each lane sends one call at a time, by priority, then in
 * order; lanes are independent. A rate-limited call keeps its position and waits as long as Slack demands, as do all
 * calls under the same limit in any lane. No call waits longer than LONGEST_WAIT_MS. Empty lanes are removed.
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

  /** The number of pending calls by priority, without those being sent. */
  waiting(): Readonly<Record<Priority, number>> {
    const counts = { answer: 0, announcement: 0, progress: 0 };
    for (const { jobs } of this.#lines.values()) for (const { priority } of jobs) counts[priority] += 1;
    return counts;
  }

  get size(): number {
    return this.#lines.size;
  }

  /** @param limited called with each new rate limit of this process, and its duration in milliseconds. */
  onLimited(limited: (limit: string, ms: number) => void): void {
    this.#limited = limited;
  }

  /** Applies a rate limit that another process has reported: nothing is sent under this limit for `ms`. */
  hold(limit: string, ms: number): void {
    this.#limits.hold(limit, this.#clock.monotonic() + ms);
    this.#startNext();
  }

  /** @param work is called again after a rate limit. @throws the errors of `work`; NotSentError */
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
   * For updates that supersede earlier ones: of the pending ones with the same mark, only the latest is sent, and its
   * result applies to all callers.
   * @returns true if this update itself was sent.
   * @throws the errors of `work`, or of the later update; NotSentError
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

  /** From now on, calls that can't be sent immediately fail. */
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
      // The job may be sent while another request is being processed, whose context must not apply to it.
      attempt: AsyncResource.bind(job.attempt),
    });
    this.#startNext();
  }

  /** Sends pending jobs that are allowed, fails those that would wait too long, and schedules its next run. */
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
    // Not worth a warning: the next progress update follows.
    const level = job.priority === 'progress' ? 'debug' : 'warn';
    const error = new NotSentError(this.#isStopping);
    this.#log[level]({ limit: job.limit, priority: job.priority }, error.message);
    failAll(job, error);
  }
}

function failAll({ fail, instead }: Job, error: unknown): void {
  fail(error);
  for (const one of instead) one.fail(error);
}
