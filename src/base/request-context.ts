import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether a request has been answered. */
interface Reception {
  isAnswered: boolean;
}

interface Trace {
  /** Identifies the request in log lines, the audit log and error messages. */
  readonly ref: string;
  /** The HTTP status of the service's latest answer to a change, or to a read if there was no change; null for none. */
  status: number | null;
  /** True once a change has been sent to the service. */
  isChanging: boolean;
  /** The position from the latest lease; null if there is none, or a change has used it. */
  position: number | null;
}

interface RequestContext {
  /** The end of the time budget, on the monotonic clock; infinite without a budget. */
  endAt: number;
  reception: Reception | null;
  trace: Trace | null;
  /** Conditions for making a change. Each throws once it no longer holds. */
  guards: readonly (() => void)[];
  /** Texts that are masked in this request's log lines. */
  hidden: readonly string[];
  /** Called with the progress; null if nobody is shown it. */
  onProgress: ((progress: Progress) => void) | null;
}

/** How many of a command's steps are done. */
export interface Progress {
  done: number;
  of: number;
}

/** A single storage for everything, because in Node 20 each additional one slows down every promise of the process. */
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
 * Gives all calls made by `work` a common time budget, because the person waits for their total. A nested budget can't
 * extend the outer one.
 */
export function withTimeBudget<T>(budgetMs: number, work: () => T): T {
  return storage.run({ ...present(), endAt: now() + Math.min(budgetMs, timeLeft()) }, work);
}

/** For work that may outlive the request that started it, such as an upload, or a read that others join. */
export const withoutTimeBudget = <T>(work: () => T): T => storage.run({ ...present(), endAt: OUTSIDE.endAt }, work);

/**
 * For work that no request waits for, even if one has started it. The work and the timers that it starts have no time
 * budget, trace or guards.
 */
export const outsideRequest = <T>(work: () => T): T => storage.run(OUTSIDE, work);

/** In milliseconds, never negative; infinite without a time budget. */
export const timeLeft = (): number => Math.max(0, present().endAt - now());

/** Lets `noteAnswered` in `work` mark this request as answered, even asynchronously. */
export const withReception = <T>(reception: Reception, work: () => T): T =>
  storage.run({ ...present(), reception }, work);

/** Call when the requester has an answer. */
export function noteAnswered(): void {
  const { reception } = present();
  if (reception) reception.isAnswered = true;
}

/** Attributes everything that `work` does to this request, even asynchronously. */
export const withTrace = <T>(ref: string, work: () => T): T =>
  storage.run({ ...present(), trace: { ref, status: null, isChanging: false, position: null } }, work);

/** Null outside of a request. */
export const currentTrace = (): Trace | null => present().trace;

/** Adds a guard, which throws once `work` must not change anything anymore, to those that already apply. */
export const withGuard = <T>(guard: () => void, work: () => T): T => {
  const context = present();
  return storage.run({ ...context, guards: [...context.guards, guard] }, work);
};

/**
 * Call immediately before a change is sent.
 * @throws the error of a guard.
 */
export function checkGuards(): void {
  for (const guard of present().guards) guard();
}

/** Masks a text in every log line that `work` writes, even asynchronously. */
export const withHiddenText = <T>(text: string, work: () => T): T => {
  const context = present();
  return storage.run({ ...context, hidden: [...context.hidden, text] }, work);
};

/** Empty outside of a request. */
export const hiddenTexts = (): readonly string[] => present().hidden;

/** Calls `onProgress` with each step that `work` reports, even asynchronously. */
export const withProgress = <T>(onProgress: (progress: Progress) => void, work: () => T): T =>
  storage.run({ ...present(), onProgress }, work);

export const noteProgress = (progress: Progress): void => present().onProgress?.(progress);

/** Records the position of the next change among all changes; null if unknown. */
export function notePosition(position: number | null): void {
  const { trace } = present();
  if (trace) trace.position = position;
}

/** The recorded position. Each can be taken only once. */
export function takePosition(): number | null {
  const { trace } = present();
  if (!trace) return null;
  const { position } = trace;
  trace.position = null;
  return position;
}

/**
 * Records the status of the service's latest answer; null if none arrived. Once a change was sent, answers to reads are
 * ignored, because they don't show whether the change succeeded.
 */
export function noteStatus(status: number | null, isChange: boolean): void {
  const { trace } = present();
  if (!trace || (trace.isChanging && !isChange)) return;
  trace.status = status;
  trace.isChanging = isChange;
}
