import type { FormData } from 'undici';
import type * as z from 'zod';
import type { AnswerReader } from './answer-reader.ts';
import type { EndpointMethod, EndpointName } from './endpoints.ts';

/** One call of an endpoint, before it is sent. */
export interface ServiceRequest<T> {
  endpoint: EndpointName;
  method: EndpointMethod;
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown> | FormData;
  /** What a success must carry; an empty body or one that is no JSON counts as undefined. Or what reads a success that is no JSON. */
  answer: z.ZodType<T> | AnswerReader<T>;
  /** How often the request may be sent in all: more than 1 only where sending it twice does the same as once. */
  maxAttempts: number;
  /**
   * `error` for a body that is streamed from a file: with any other mode fetch in Node 20 keeps the whole body in memory
   * in case it has to send it again.
   */
  redirect?: 'manual' | 'error';
  /** For one attempt; the connection's `timeoutMs` when not given. */
  timeoutMs?: number;
  /** For all attempts and the waits between them; the connection's `readBudgetMs` when not given. */
  budgetMs?: number;
  /** Ends the call, and the waits between its attempts, when the caller does not want it any more. */
  signal?: AbortSignal;
}
