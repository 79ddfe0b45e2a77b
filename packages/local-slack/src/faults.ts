/** A simulated failure of a call to Slack. */
export type Fault =
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly error: string }
  | { readonly delayUntil: Promise<unknown> }
  | 'reset';

export interface FaultRule {
  /** A Web API method, `response_url`, `file`, `upload`, or `*` for every call. */
  readonly method: string;
  /** Number of calls affected. Default: 1. */
  readonly times?: number;
  readonly fault: Fault;
}

/** Faults that have not been used up, oldest first. */
export class Faults {
  #waiting: { method: string; left: number; fault: Fault }[] = [];

  add({ method, times = 1, fault }: FaultRule): void {
    this.#waiting.push({ method, left: times, fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault for this call, if any, counted as used. */
  take(method: string): Fault | undefined {
    const rule = this.#waiting.find((candidate) => candidate.method === method || candidate.method === '*');
    if (!rule) return undefined;
    rule.left -= 1;
    if (rule.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== rule);
    return rule.fault;
  }
}
