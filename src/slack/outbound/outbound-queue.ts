import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '../../logger.ts';
import type { Clock } from './clock.ts';
import { HeldLimits } from './held-limits.ts';
import { NotSentError } from './not-sent-error.ts';
import { LONGEST_WAIT_MS, type Priority } from './priority.ts';
import { readRetryAfter } from './read-retry-after.ts';
import type { Turn } from './turn.ts';
import { type Job, WaitingLine } from './waiting-line.ts';

/**
 * What is sent to Slack, of all workspaces. In each lane one thing at a time, the most urgent first, then in the order in
 * which it came; lanes do not wait for each other. What Slack asks to slow down waits for as long as it says and keeps its
 * place, with all that Slack limits together, in every lane; what is limited apart from it goes on. Nothing waits longer
 * than LONGEST_WAIT_MS. Lanes with nothing in them are forgotten.
 */
export class OutboundQueue {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #lines = new Map<string, WaitingLine>();
  readonly #limits = new HeldLimits();
  #count = 0;
  #isStopping = false;
  #takeTimerBack = () => {};

  constructor(clock: Clock, log: Logger) {
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
      const seconds = readRetryAfter(error);
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
