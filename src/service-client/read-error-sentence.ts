import { parseJson } from './parse-json.ts';

const MAX_LENGTH = 300;
const MAX_DEPTH = 4;
const MAX_PARTS = 5;

/** Fields that hold the sentence itself; any other field of an error body is the name of a refused form field. */
const SENTENCE_FIELDS = ['detail', 'message', 'error', 'errors', 'non_field_errors'];

/**
 * The service's own sentence from the body of a failed answer, whatever its shape: `{"detail": "…"}`, a list or object in
 * its place, a string in `error`, field errors such as `{"name": ["…"]}`, plain text. At most 300 characters on one line,
 * with `secret` taken out. Null when there is no sentence: empty, null, a web page, broken JSON.
 */
export function readErrorSentence(text: string, secret: string): string | null {
  const body = parseJson(text);
  const sentence = body === undefined ? readPlainText(text) : readSentence(body, MAX_DEPTH);
  if (sentence === null) return null;
  const line = toOneLine(sentence).replaceAll(secret, '[credential]');
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function readPlainText(text: string): string | null {
  // A brace, bracket or quote begins JSON that was cut off, a < begins markup: neither is a sentence.
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

/** The beginning of an answer for the log, on one line. The longest that is looked at is bounded too. */
export function readExcerpt(text: string, secret: string): string | null {
  const line = toOneLine(text.slice(0, MAX_EXCERPT * 4)).replaceAll(secret, '[credential]');
  return line === '' ? null : line.slice(0, MAX_EXCERPT).replace(/[\uD800-\uDBFF]$/, '');
}

/** Where a stack trace or markup begins: of Python, Java and JavaScript, PHP, Go; any tag of a page. */
const INTERNALS =
  /Traceback \(most recent call last\)|(?:^|\s)File "[^"\n]*", line \d+|\n\s*at [^\n]*[(:]|\n#\d+ |\bgoroutine \d+|<(?:!doctype|\/?[a-z][a-z0-9]*)\b[^<]*>/i;

/** The sentence before it; what a trace says names files and values that nobody asked for. */
function withoutInternals(text: string): string {
  const start = text.slice(0, MAX_EXCERPT * 4).search(INTERNALS);
  return (start < 0 ? text : text.slice(0, start)).trim();
}

function labelPart(field: string, sentence: string | null): string | null {
  return sentence === null ? null : `${field}: ${sentence}`;
}

function joinParts(parts: (string | null)[]): string | null {
  const said = [...new Set(parts.filter((part) => part !== null))].slice(0, MAX_PARTS);
  return said.length === 0 ? null : said.join('; ');
}

/** Line breaks and marks that turn the writing direction would let a sentence disturb the line it is quoted in. */
function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
}
