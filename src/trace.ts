import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request in which something runs. */
export interface Trace {
  /** The correlation ID: in the log lines, the history and every error that a person sees. */
  readonly ref: string;
  /** The HTTP status of the service's latest answer; null before the first. */
  status: number | null;
}

const traceStorage = new AsyncLocalStorage<Trace>();

/** Everything that `work` does, however late, belongs to this request. */
export const withTrace = <T>(ref: string, work: () => T): T => traceStorage.run({ ref, status: null }, work);

/** Undefined outside of a request. */
export const currentTrace = (): Trace | undefined => traceStorage.getStore();

/** What the service answered to a call of this request; null when nothing came. */
export function noteStatus(status: number | null): void {
  const trace = traceStorage.getStore();
  if (trace) trace.status = status;
}
