import { inspect } from 'node:util';
import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { currentTrace } from './request-context.ts';

/** Each workspace has one key, and at most 500 workspaces are cached (see `Workspaces`). */
const MAX_ENTRIES = 2000;

/** Masking shorter ones would also mask ordinary words. */
export const SHORTEST_SECRET = 8;

/** Secrets learnt at run time. */
const learnt = new LRUCache<string, true>({ max: MAX_ENTRIES });
/**
 * Candidates being checked, with the number of checks in progress. One that turns out not to be a secret is unmasked
 * again.
 */
const tried = new Map<string, number>();
/** All of them in every spelling, longest first, since one may be a prefix of another. */
let hidden: readonly string[] = [];

/** A log line is JSON that may contain JSON in strings, nested this deep. */
const MAX_NESTED = 3;

/** A secret as it may appear in a line: plain, or escaped once for each level of JSON. */
function spellingsOf(secret: string): string[] {
  const spellings = [secret];
  for (let level = 0; level < MAX_NESTED; level += 1) spellings.push(JSON.stringify(spellings.at(-1)).slice(1, -1));
  return [...new Set(spellings)];
}

const longestFirst = (texts: readonly string[]): string[] => texts.toSorted((a, b) => b.length - a.length);

/** Masks this secret in every log line of the process from now on. */
export function learnSecret(secret: string): void {
  const isNew = !learnt.has(secret);
  learnt.set(secret, true);
  if (isNew) hideAll();
}

/** Masks the secret while `work` runs. */
export async function withSecret<T>(secret: string, work: () => Promise<T>): Promise<T> {
  tried.set(secret, (tried.get(secret) ?? 0) + 1);
  hideAll();
  try {
    return await work();
  } finally {
    const others = (tried.get(secret) ?? 1) - 1;
    if (others > 0) tried.set(secret, others);
    else tried.delete(secret);
    hideAll();
  }
}

function hideAll(): void {
  const all = [...new Set([...learnt.keys(), ...tried.keys()])].filter((secret) => secret.length >= SHORTEST_SECRET);
  hidden = longestFirst(all.flatMap(spellingsOf));
}

const hideLearnt = (line: string, instead: string): string =>
  hidden.reduce((text, secret) => text.replaceAll(secret, instead), line);

export type LogDestination = DestinationStream;

/** The part of a standard output stream that the log needs. */
interface Output {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

/** JSON lines, or readable lines on a terminal. Everything written here has already been masked. */
export async function openLogDestination(output: Output): Promise<LogDestination> {
  if (!output.isTTY) return { write: (line: string) => void output.write(line) };
  const { prettyFactory } = await import('pino-pretty');
  const toLine = prettyFactory({
    colorize: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
  });
  return { write: (line: string) => void output.write(toLine(line)) };
}

export type Logger = PinoLogger;

/**
 * Slack tokens, bearer headers and socket URLs, because Bolt prints whole payloads at debug level. A line is JSON,
 * often with nested JSON: a line break before a secret reads `\n`, and Slack writes `/` as `\/`. So a secret may follow
 * any letter, and a backslash belongs to it only before a slash.
 *
 * Payloads are external input: every pattern must run in linear time.
 */
const TOKENS = [/xox[a-z]-[\w-]+/g, /xapp-[\w-]+/g, /Bearer\s+[^\s"',\\]+/gi];
const SOCKET = /wss?:(?:\\*\/){2}(?:[^\s"'\\]|\\+\/)+/g;

/** A trigger ID opens a form for the user who clicked, for 3 seconds. */
const TRIGGER_ID = /(trigger_id(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)(?!trigger_id\W)\w[\w.-]+/g;

const ADDRESS = /(https?:(?:\\*\/){2})([^\s"']*)/g;
/** Paths of response URLs, webhooks and upload URLs. */
const SECRET_PATH = /\/(?:commands|actions|services|app|upload\\*\/v1)(?=\\*\/(?:[^\s"'\\]|\\+\/))/g;
const REST_OF_ADDRESS = /(?:[^\s"'\\]|\\+\/)+/y;

/** In JSON without spaces a match may span several URLs: everything up to the last secret one is masked. */
function maskAddress(address: string, _scheme: string, rest: string): string {
  const last = [...rest.matchAll(SECRET_PATH)].at(-1);
  if (!last) return address;
  REST_OF_ADDRESS.lastIndex = last.index;
  REST_OF_ADDRESS.test(rest);
  return `[secret]${rest.slice(REST_OF_ADDRESS.lastIndex)}`;
}

/** Masks everything in a line that a reader of the log could misuse. */
export const maskSecrets = (line: string, known: readonly string[] = []) => {
  const withoutKnown = known.reduce(
    (text, secret) => text.replaceAll(secret, '[secret]'),
    hideLearnt(line, '[secret]'),
  );
  return TOKENS.reduce((text, pattern) => text.replace(pattern, '[secret]'), withoutKnown)
    .replace(ADDRESS, maskAddress)
    .replace(TRIGGER_ID, '$1[secret]')
    .replace(SOCKET, '[secret]');
};

/**
 * Writes JSON lines to standard output. Masking happens on the finished line, so no call site can forget it.
 * @param secrets values from the settings that are always masked.
 */
export function createLogger(
  level: 'debug' | 'info' | 'warn' | 'error',
  secrets: readonly string[],
  destination: DestinationStream = process.stdout,
): Logger {
  // Longest first, since one secret may be a prefix of another.
  const known = longestFirst(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellingsOf));
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: correlation },
    { write: (line: string) => void destination.write(maskSecrets(line, known)) },
  );
}

/** Adds the correlation ID to every line written during a request. */
const correlation = () => {
  const trace = currentTrace();
  return trace ? { ref: trace.ref } : {};
};

const LEVELS = { debug: LogLevel.DEBUG, info: LogLevel.INFO, warn: LogLevel.WARN, error: LogLevel.ERROR };

export const toBoltLogLevel = (level: keyof typeof LEVELS): LogLevel => LEVELS[level];

/** Bolt and its clients log through our logger, with `info` lowered to `debug`: it is about connections. */
export function adaptForBolt(logger: Logger, level: keyof typeof LEVELS): BoltLogger {
  const log = logger.child({ from: 'bolt' });
  return {
    debug: (...parts) => log.debug(join(parts)),
    info: (...parts) => log.debug(join(parts)),
    warn: (...parts) => log.warn(join(parts)),
    error: (...parts) => log.error(join(parts)),
    // Bolt sets a level on its own; ours stays as configured.
    setLevel: () => undefined,
    getLevel: () => LEVELS[level],
    setName: () => undefined,
  };
}

/** `inspect` accepts anything, including circular objects: logging must never throw. */
const join = (parts: unknown[]) =>
  parts
    .map((part) => (part instanceof Error ? part.message : typeof part === 'string' ? part : inspect(part, INSPECT)))
    .join(' ');

const INSPECT = { depth: 8, breakLength: Number.POSITIVE_INFINITY };
