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
} from './errors.ts';

/**
 * True if an answer is a web page. Some proxies send theirs as text/plain or without a type, so the text is checked
 * too.
 */
function isHtml(contentType: string | null, text: string): boolean {
  return (
    /^\s*(text\/html|application\/xhtml)/i.test(contentType ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text)
  );
}

/** Undefined if `text` is empty or not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_LENGTH = 300;
const MAX_DEPTH = 4;
const MAX_PARTS = 5;

/** Fields that contain the message itself. Any other field of an error body names a rejected form field. */
const SENTENCE_FIELDS = ['detail', 'message', 'error', 'errors', 'non_field_errors'];

/**
 * Extracts the service's message from the body of a failed answer: `{"detail": "…"}`, a list or object instead of that
 * string, a string in `error`, field errors (`{"name": ["…"]}`) or plain text. One line of at most 300 characters,
 * without `secret`. Null if there is no message: the body is empty, null, a web page or invalid JSON.
 */
function readErrorSentence(text: string, secret: string): string | null {
  const body = parseJson(text);
  const sentence = body === undefined ? readPlainText(text) : readSentence(body, MAX_DEPTH);
  if (sentence === null) return null;
  const line = toOneLine(sentence).replaceAll(secret, '[credential]');
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function readPlainText(text: string): string | null {
  // A brace, bracket or quote starts truncated JSON, and a < starts markup. Neither is a message.
  return /^\s*($|[{["<])/.test(text) ? null : withoutInternals(text) || null;
}

function readSentence(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return toOneLine(withoutInternals(value)) || null;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  if (Array.isArray(value)) return joinParts(value.map((part) => readSentence(part, depth - 1)));
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of SENTENCE_FIELDS) {
    const sentence = readSentence(fields.get(name), depth - 1);
    if (sentence !== null) return sentence;
  }
  return joinParts([...fields].map(([name, part]) => labelPart(name, readSentence(part, depth - 1))));
}

const MAX_EXCERPT = 1000;

/** The start of an answer, on one line, for the log. Only reads the start, so a large answer costs no time. */
function readExcerpt(text: string, secret: string): string | null {
  const line = toOneLine(text.slice(0, MAX_EXCERPT * 4)).replaceAll(secret, '[credential]');
  return line === '' ? null : line.slice(0, MAX_EXCERPT).replace(/[\uD800-\uDBFF]$/, '');
}

/** Matches the start of a stack trace (Python, Java, JavaScript, PHP or Go) or of an HTML tag. */
const INTERNALS =
  /Traceback \(most recent call last\)|(?:^|\s)File "[^"\n]*", line \d+|\n\s*at [^\n]*[(:]|\n#\d+ |\bgoroutine \d+|<(?:!doctype|\/?[a-z][a-z0-9]*)\b[^<]*>/i;

/** The text before a stack trace, which could reveal files and values. */
function withoutInternals(text: string): string {
  const start = text.slice(0, MAX_EXCERPT * 4).search(INTERNALS);
  return (start < 0 ? text : text.slice(0, start)).trim();
}

function labelPart(field: string, sentence: string | null): string | null {
  return sentence === null ? null : `${field}: ${sentence}`;
}

function joinParts(parts: (string | null)[]): string | null {
  const messages = [...new Set(parts.filter((part) => part !== null))].slice(0, MAX_PARTS);
  return messages.length === 0 ? null : messages.join('; ');
}

/** Removes line breaks and bidi control characters, which would garble the line that quotes the message. */
function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
}

/**
 * Parses Retry-After, which is in seconds or an HTTP date (RFC 9110, 10.2.3), into milliseconds from `now`. Null if it
 * is missing or invalid.
 */
function readRetryAfter(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse also accepts strings like "-5", but an HTTP date starts with a weekday.
  const at = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/**
 * True if the message of a rejection says that the name is taken, for which there is no code. One known text is
 * `Ability with same name already exists`.
 */
function saysNameIsTaken(sentence: string | null): boolean {
  return sentence !== null && /\bname\b.*\b(already|exists|taken|in use)\b|\balready\b.*\bname\b/i.test(sentence);
}

/** A complete answer that hasn't been interpreted. */
interface RawAnswer {
  endpoint: EndpointName;
  status: number;
  headers: Headers;
  text: string;
}

/** Parses a successful answer. Throws a typed error for any other. */
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
  // The paths of lists contain no ID, so a 404 means that the path is wrong.
  if (status === 404 && LISTS.has(endpoint)) return new MisconfiguredBaseUrlError({ ...facts, reason: 'not-found' });
  if (status === 404) return new NotFoundError(facts);
  if (status === 408) return new UnavailableError({ ...facts, reason: 'timeout', retryAfterMs });
  if (status === 429) return new RateLimitedError({ ...facts, retryAfterMs });
  return saysNameIsTaken(facts.detail) ? new NameTakenError(facts) : new InvalidRequestError(facts);
}
