import type { JsonObject } from '../json.ts';

/** Kinds of payload, which differ in their encoding over HTTP and in the envelope's type over a socket. */
export type PayloadKind = 'command' | 'interaction' | 'event';

export interface Retry {
  number: number;
  reason: string;
}

/** A payload sent to the bot, with its answer. */
export interface Delivery {
  kind: PayloadKind;
  payload: JsonObject;
  acked: boolean;
  /**
   * `operation_timeout` if the bot did not answer in time, `dispatch_failed` if it rejected the payload or was
   * unreachable, or the problem with the body of the ack.
   */
  error: string | null;
  /** For a rejected body: the problems with their positions. */
  reasons: readonly string[];
  /** HTTP status; 200 for an acknowledged envelope; null if there was no answer. */
  status: number | null;
  /** The body of the ack: text, parsed JSON, or an empty string. */
  body: unknown;
}

export interface AppAnswer {
  status: number;
  body: unknown;
}
