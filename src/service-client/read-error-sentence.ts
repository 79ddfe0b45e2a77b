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
  return /^\s*($|[{["<])/.test(text) ? null : text;
}

function readSentence(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return toOneLine(value) || null;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  if (Array.isArray(value)) return joinParts(value.map((part) => readSentence(part, depth - 1)));
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of SENTENCE_FIELDS) {
    const sentence = readSentence(fields.get(name), depth - 1);
    if (sentence !== null) return sentence;
  }
  return joinParts([...fields].map(([name, part]) => labelPart(name, readSentence(part, depth - 1))));
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
