import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '../../base/logger.ts';
import { retryAfterOf } from './slack-errors.ts';

/** Time as the queue sees it, in milliseconds, so that a test can have a time of its own. */
export interface QueueClock {
  now: () => number;
  /** Calls `run` once, after that time. @returns what takes it back. */
  after: (ms: number, run: () => void) => () => void;
}

export const SYSTEM_CLOCK: QueueClock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Until when Slack wants to hear nothing, by what it limits together. What is over is forgotten. */
export class HeldLimits {
  readonly #until = new Map<string, number>();

  /** Two calls that were under way at once may be told different times: the later one holds. */
  hold(limit: string, until: number): void {
    this.#until.set(limit, Math.max(until, this.#until.get(limit) ?? 0));
  }

  /** @returns from when on it may be asked again; `now` when it may be asked at once. */
  freeAt(limit: string, now: number): number {
    return Math.max(this.#until.get(limit) ?? 0, now);
  }

  forgetOver(now: number): void {
    for (const [limit, until] of this.#until) if (until <= now) this.#until.delete(limit);
  }
}

/** Slack was not asked: it would have had to wait longer than it may. The same may be sent later. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';

  constructor(isStopping: boolean) {
    super(
      isStopping
        ? 'It was not sent to Slack: the bot stops.'
        : 'It was not sent to Slack: it would have waited too long.',
    );
  }
}

/** What goes first: what somebody waits for; what the others are told; how far something is. */
export const PRIORITIES = ['answer', 'announcement', 'progress'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * In milliseconds: what would have to wait longer is not sent. An answer that comes later is taken for none, and there is
 * another way to tell it; the next step of a progress says more than the one before.
 */
export const LONGEST_WAIT_MS: Readonly<Record<Priority, number>> = {
  answer: 30_000,
  announcement: 60_000,
  progress: 30_000,
};

/** Smaller goes first. */
export const rankOf = (priority: Priority): number => PRIORITIES.indexOf(priority);

/** How a call of Slack waits. */
export interface Turn {
  /** What is sent one after the other: what goes to one channel, one Home tab, one form. */
  lane: string;
  /** What Slack limits together: a method, or a method in one channel. */
  limit: string;
  priority: Priority;
}

/**
 * What waits, and with what. Slack counts posts for each channel, and everything else for each method and workspace.
 * Opening a form is not here: its trigger is over before anything was waited for. Who somebody is, is not here either:
 * whatever is not known at once means no.
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
    // Not in the lane of the channel's messages: a file may take long.
    sendFile: (channel: string) => turn(`files ${channel}`, 'files.uploadV2', 'answer'),
  };
}

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

/**
 * What is sent to Slack, of all workspaces. In each lane one thing at a time, the most urgent first, then in the order in
 * which it came; lanes do not wait for each other. What Slack asks to slow down waits for as long as it says and keeps its
 * place, with all that Slack limits together, in every lane; what is limited apart from it goes on. Nothing waits longer
 * than LONGEST_WAIT_MS. Lanes with nothing in them are forgotten.
 */
export class OutboundQueue {
  readonly #clock: QueueClock;
  readonly #log: Logger;
  readonly #lines = new Map<string, WaitingLine>();
  readonly #limits = new HeldLimits();
  #count = 0;
  #isStopping = false;
  #takeTimerBack = () => {};

  constructor(clock: QueueClock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  /** How much waits, without what is under way. */
  waiting(): Readonly<Record<Priority, number>> {
    const counts = { answer: 0, announcement: 0, progress: 0 };
    for (const { jobs } of this.#lines.values()) for (const { priority } of jobs) counts[priority] += 1;
    return counts;
  }

  /** How many lanes are remembered. */
  get size(): number {
    return this.#lines.size;
  }

  /** @param work is called again when Slack asks to wait. @throws what it throws; NotSentError */
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
   * For what shows all that the one before it did: of those that wait with the same mark only the latest is sent, and all
   * who wait learn what came of it.
   * @returns whether this one was sent itself.
   * @throws what `work` throws, or that of the later one; NotSentError
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

  /** From now on nothing waits: what cannot be sent at once fails. */
  stopWaiting(): void {
    this.#isStopping = true;
    this.#look();
  }

  #add(turn: Turn, job: Pick<Job, 'attempt' | 'fail' | 'mark' | 'replaced'>): void {
    this.#count += 1;
    const line = this.#lines.get(turn.lane) ?? new WaitingLine();
    this.#lines.set(turn.lane, line);
    line.add({
      ...{ ...turn, ...job, instead: [] },
      ...{ number: this.#count, place: this.#count },
      until: this.#clock.now() + LONGEST_WAIT_MS[turn.priority],
      // It may be sent from within another request, and must not be logged as a part of that.
      attempt: AsyncResource.bind(job.attempt),
    });
    this.#look();
  }

  /** Sends what may be sent, gives up what would wait too long, and looks again when that changes. */
  #look(): void {
    const now = this.#clock.now();
    let lookAgainAt = Number.POSITIVE_INFINITY;
    this.#limits.forgetOver(now);
    const freeAt = ({ limit }: Job) => this.#limits.freeAt(limit, now);
    for (const [lane, line] of this.#lines) {
      const next = line.isBusy ? undefined : line.next((job) => job.until > now && freeAt(job) <= now);
      if (next) void this.#carryOut(next, line);
      for (const job of line.jobs) {
        const from = freeAt(job);
        if (this.#isStopping || job.until <= now || from > job.until) this.#giveUp(job, line);
        else lookAgainAt = Math.min(lookAgainAt, from > now ? from : job.until);
      }
      if (!line.isBusy && line.jobs.length === 0) this.#lines.delete(lane);
    }
    this.#takeTimerBack();
    if (lookAgainAt < Number.POSITIVE_INFINITY) {
      this.#takeTimerBack = this.#clock.after(lookAgainAt - now, () => this.#look());
    }
  }

  /** Never throws. */
  async #carryOut(job: Job, line: WaitingLine): Promise<void> {
    line.isBusy = true;
    line.remove(job);
    try {
      const told = await job.attempt();
      told();
      for (const { replaced } of job.instead) replaced();
    } catch (error) {
      const seconds = retryAfterOf(error);
      if (seconds === null) failAll(job, error);
      else this.#putBack(job, line, seconds);
    }
    line.isBusy = false;
    this.#look();
  }

  #putBack(job: Job, line: WaitingLine, seconds: number): void {
    this.#limits.hold(job.limit, this.#clock.now() + seconds * 1000);
    line.add(job);
    this.#log.warn({ limit: job.limit, seconds, waiting: this.waiting() }, 'Slack asks to wait');
  }

  #giveUp(job: Job, line: WaitingLine): void {
    line.remove(job);
    // The next step of a progress is on its way anyway.
    const level = job.priority === 'progress' ? 'debug' : 'warn';
    this.#log[level]({ limit: job.limit, priority: job.priority }, 'not sent to Slack: it would have waited too long');
    failAll(job, new NotSentError(this.#isStopping));
  }
}

function failAll({ fail, instead }: Job, error: unknown): void {
  fail(error);
  for (const one of instead) one.fail(error);
}
