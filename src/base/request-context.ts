import { AsyncLocalStorage } from 'node:async_hooks';

/** The answer state of a request. */
interface Reception {
  isAnswered: boolean;
}

interface Trace {
  /** The correlation ID, shown in log lines, the audit log and every error message. */
  readonly ref: string;
  /** HTTP status of the service's latest answer to a change, or to a read if there was no change; null without any. */
  status: number | null;
  /** True once a change was sent to the service. */
  isChanging: boolean;
  /** The position from the latest lease; null if a change has used it, or there is none. */
  position: number | null;
}

interface RequestContext {
  /** End of the time budget on the monotonic clock; infinite without one. */
  endAt: number;
  reception: Reception | null;
  trace: Trace | null;
  /** Conditions for a change; each throws if it no longer holds. */
  guards: readonly (() => void)[];
  /** Texts that the log hides in the lines of this request. */
  hidden: readonly string[];
  /** Null if nobody is shown how far it is. */
  onProgress: ((progress: Progress) => void) | null;
}

/** How many of its steps are done. */
export interface Progress {
  done: number;
  of: number;
}

/** A single storage: in Node 20, each additional one slows every promise of the process. */
const storage = new AsyncLocalStorage<RequestContext>();

const OUTSIDE: RequestContext = {
  endAt: Number.POSITIVE_INFINITY,
  reception: null,
  trace: null,
  guards: [],
  hidden: [],
  onProgress: null,
};

const present = () => storage.getStore() ?? OUTSIDE;

const now = () => performance.now();

/**
 * All calls made by `work` share one time budget, since a person waits for all of them together. A nested budget cannot
 * extend the outer one.
 */
export function withTimeBudget<T>(budgetMs: number, work: () => T): T {
  return storage.run({ ...present(), endAt: now() + Math.min(budgetMs, timeLeft()) }, work);
}

/** For work that outlives the request that started it: an upload, or a read shared with others. */
export const withoutTimeBudget = <T>(work: () => T): T => storage.run({ ...present(), endAt: OUTSIDE.endAt }, work);

/**
 * For work that no request waits for, even if one of them started it: without a time budget, a trace and guards. This
 * includes the timers that it starts.
 */
export const outsideRequest = <T>(work: () => T): T => storage.run(OUTSIDE, work);

/** In milliseconds, never negative; infinite without a budget. */
export const timeLeft = (): number => Math.max(0, present().endAt - now());

/** Everything that `work` sends counts as the answer to this request, including async work. */
export const withReception = <T>(reception: Reception, work: () => T): T =>
  storage.run({ ...present(), reception }, work);

/** Records that the person has an answer. */
export function noteAnswered(): void {
  const { reception } = present();
  if (reception) reception.isAnswered = true;
}

/** Attributes everything that `work` does to this request, including async work. */
export const withTrace = <T>(ref: string, work: () => T): T =>
  storage.run({ ...present(), trace: { ref, status: null, isChanging: false, position: null } }, work);

/** Null outside of a request. */
export const currentTrace = (): Trace | null => present().trace;

/** `guard` throws if `work` may no longer change anything. Added to the guards that already apply. */
export const withGuard = <T>(guard: () => void, work: () => T): T => {
  const context = present();
  return storage.run({ ...context, guards: [...context.guards, guard] }, work);
};

/**
 * Call right before a change is sent.
 * @throws the error of a guard.
 */
export function checkGuards(): void {
  for (const guard of present().guards) guard();
}

/** Hides a text in every log line that `work` writes, including async work. */
export const withHiddenText = <T>(text: string, work: () => T): T => {
  const context = present();
  return storage.run({ ...context, hidden: [...context.hidden, text] }, work);
};

/** Empty outside of a request. */
export const hiddenTexts = (): readonly string[] => present().hidden;

/** Calls `onProgress` with each step that `work` reports, including async work. */
export const withProgress = <T>(onProgress: (progress: Progress) => void, work: () => T): T =>
  storage.run({ ...present(), onProgress }, work);

export const noteProgress = (progress: Progress): void => present().onProgress?.(progress);

/** Records the place of the next change among all changes; null if it is unknown. */
export function notePosition(position: number | null): void {
  const { trace } = present();
  if (trace) trace.position = position;
}

/** Each position can be taken once. */
export function takePosition(): number | null {
  const { trace } = present();
  if (!trace) return null;
  const { position } = trace;
  trace.position = null;
  return position;
}

/**
 * Records the status of the service's latest answer; null if none arrived. The lists that are read after a change say
 * nothing about how it went.
 */
export function noteStatus(status: number | null, isChange: boolean): void {
  const { trace } = present();
  if (!trace || (trace.isChanging && !isChange)) return;
  trace.status = status;
  trace.isChanging = isChange;
}
