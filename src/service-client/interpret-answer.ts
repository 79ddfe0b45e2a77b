import type * as z from 'zod';
import { ENDPOINTS, type EndpointName } from './endpoints.ts';
import {
  InvalidRequestError,
  MisconfiguredBaseUrlError,
  NameTakenError,
  NotFoundError,
  RateLimitedError,
  type ServiceError,
  UnauthorizedError,
  UnavailableError,
  UnreadableAnswerError,
} from './errors/index.ts';
import { isHtml } from './is-html.ts';
import { parseJson } from './parse-json.ts';
import { readErrorSentence, readExcerpt } from './read-error-sentence.ts';
import { readRetryAfter } from './read-retry-after.ts';
import { saysNameIsTaken } from './says-name-is-taken.ts';

/** An answer as it came in, with its whole body. */
export interface RawAnswer {
  endpoint: EndpointName;
  status: number;
  headers: Headers;
  text: string;
}

/** What a successful answer carries; every other answer is thrown as one of the typed errors. */
export function interpretAnswer<T>(answer: RawAnswer, schema: z.ZodType<T>, secret: string, now: number): T {
  const { endpoint, status, headers, text } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (isHtml(headers.get('content-type'), text) && (isSuccess || status === 404 || status === 405)) {
    throw new MisconfiguredBaseUrlError({ endpoint, status, detail: null, reason: 'html' });
  }
  if (!isSuccess) throw toRefusal(answer, secret, now);
  const read = schema.safeParse(parseJson(text));
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path.join('.') ?? '';
  throw new UnreadableAnswerError({ endpoint, status, detail: null, field: path === '' ? null : path });
}

const LISTS: ReadonlySet<EndpointName> = new Set([
  ENDPOINTS.listAgents.name,
  ENDPOINTS.listAbilities.name,
  ENDPOINTS.listInstalledAbilities.name,
]);

function toRefusal({ endpoint, status, headers, text }: RawAnswer, secret: string, now: number): ServiceError {
  if (status < 400) return new MisconfiguredBaseUrlError({ endpoint, status, detail: null, reason: 'redirect' });
  const facts = { endpoint, status, detail: readErrorSentence(text, secret), excerpt: readExcerpt(text, secret) };
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), now);
  if (status >= 500) return new UnavailableError({ ...facts, reason: 'server-error', retryAfterMs });
  if (status === 401 || status === 403) {
    return new UnauthorizedError({ ...facts, tokenNotValid: text.includes('token_not_valid') });
  }
  // Their paths contain no ID, so 404 means a wrong path.
  if (status === 404 && LISTS.has(endpoint)) return new MisconfiguredBaseUrlError({ ...facts, reason: 'not-found' });
  if (status === 404) return new NotFoundError(facts);
  if (status === 408) return new UnavailableError({ ...facts, reason: 'timeout', retryAfterMs });
  if (status === 429) return new RateLimitedError({ ...facts, retryAfterMs });
  return saysNameIsTaken(facts.detail) ? new NameTakenError(facts) : new InvalidRequestError(facts);
}
