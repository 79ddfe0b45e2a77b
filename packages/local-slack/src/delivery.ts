import type { JsonObject } from './json.ts';

/** The families of payloads, which differ in encoding over HTTP and in the envelope's type over a socket. */
export type PayloadKind = 'command' | 'interaction' | 'event';

export interface Retry {
  readonly number: number;
  readonly reason: string;
}

/** One payload that Slack sent to the bot, and what came back. */
export interface Delivery {
  readonly kind: PayloadKind;
  readonly payload: JsonObject;
  readonly acked: boolean;
  /**
   * `operation_timeout` when the bot was silent for too long, `dispatch_failed` when it refused or could not be reached,
   * or what is wrong with the body of the ack.
   */
  readonly error: string | null;
  /** For a body that Slack refuses: what is wrong where. */
  readonly reasons: readonly string[];
  /** HTTP status; 200 for an acknowledged envelope; null when nothing came back. */
  readonly status: number | null;
  /** The body of the ack: text, parsed JSON, or an empty string. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
