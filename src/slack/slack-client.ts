import type { webApi } from '@slack/bolt';

/**
 * The Web API client of one workspace. It waits for nothing by itself: what Slack asks to slow down fails at once, and
 * waits its turn in `outbound/outbound-queue.ts` where it may wait at all.
 *
 * With token rotation a workspace gets a new token twice a day; whoever holds this goes on with the new one.
 */
export class SlackClient {
  readonly #make: (token: string) => webApi.WebClient;
  #token: string;
  #web: webApi.WebClient;

  /** @param make with `rejectRateLimitedCalls`. */
  constructor(make: (token: string) => webApi.WebClient, token: string) {
    this.#make = make;
    this.#token = token;
    this.#web = make(token);
  }

  get token(): string {
    return this.#token;
  }

  get web(): webApi.WebClient {
    return this.#web;
  }

  /** Calls that run end with the token that they began with; it stays good for a while. */
  useToken(token: string): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#web = this.#make(token);
  }
}
