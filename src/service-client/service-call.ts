import type { LeftOutRow } from '@abilities-bot/service-api';
import type { EndpointMethod, EndpointName } from './endpoints.ts';
import type { ServiceErrorKind } from './errors/index.ts';

/** Rows of a list that could not be read: which, and what in them. Bounded, and without what they say. */
export interface LeftOut {
  endpoint: EndpointName;
  count: number;
  rows: readonly Pick<LeftOutRow, 'index' | 'id' | 'field'>[];
}

/** One attempt of a call, for logs, metrics and the wire panel. Never holds a credential or a body. */
export interface ServiceCall {
  endpoint: EndpointName;
  method: EndpointMethod;
  /** Path below the base URL, without the query. */
  path: string;
  /** HTTP status; null when no answer arrived. */
  status: number | null;
  durationMs: number;
  /** 1 for the first attempt. */
  attempt: number;
  outcome: 'ok' | ServiceErrorKind;
}
