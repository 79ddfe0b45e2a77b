import type { EndpointName } from '../service-client/endpoints.ts';
import type { ServiceCall } from '../service-client/service-call.ts';

/** Routes that a service may lack: what they answer says nothing about it. */
const BESIDE: readonly EndpointName[] = ['find release', 'download package', 'update release'];
/** Nothing came, or nothing that a service would say. A refusal is an answer. */
const AWAY: readonly ServiceCall['outcome'][] = ['unavailable', 'unreadable-answer', 'misconfigured-base-url'];
/**
 * Longer, and nobody knows any more. A process that is sent no requests makes no calls, so that a failure which counted
 * for good would keep it without requests for good.
 */
const REMEMBERED_MS = 60_000;

/** Knows what came of the latest call of the service. Nothing is called for it. */
export class ServiceWatch {
  readonly #now: () => number;
  #last: { at: number; outcome: ServiceCall['outcome'] } | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  called({ endpoint, outcome }: Pick<ServiceCall, 'endpoint' | 'outcome'>): void {
    if (!BESIDE.includes(endpoint)) this.#last = { at: this.#now(), outcome };
  }

  /** When, in milliseconds since 1970, and with which outcome; null before the first. */
  get last(): { at: number; outcome: ServiceCall['outcome'] } | null {
    return this.#last;
  }

  /** Whether the latest call, less than a minute ago, found it away. */
  get isAway(): boolean {
    const last = this.#last;
    return last !== null && AWAY.includes(last.outcome) && this.#now() - last.at < REMEMBERED_MS;
  }
}
