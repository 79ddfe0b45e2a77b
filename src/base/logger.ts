import { inspect } from 'node:util';
import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { currentTrace } from './request-context.ts';

/** A workspace has one key at a time, and at most 500 of them are in use at once (see `Workspaces`). */
const MAX_ENTRIES = 2000;

/** Shorter ones cannot be told from other words. */
export const SHORTEST_SECRET = 8;

/** What this process has learnt while it runs and must never print, the latest last. */
const learnt = new Set<string>();
/** Not known to be secrets yet, and how often each is being tried: a word that is none may be masked no longer. */
const tried = new Map<string, number>();
/** All of them as they may stand in a line, the longest first: one may be the beginning of another. */
let hidden: readonly string[] = [];

/** In a line, which is JSON, may stand JSON that holds JSON. */
const MAX_NESTED = 3;

/** A secret as it may stand in a line: plain, and as JSON texts within each other write it. */
export function spellingsOf(secret: string): string[] {
  const spellings = [secret];
  for (let level = 0; level < MAX_NESTED; level += 1) spellings.push(JSON.stringify(spellings.at(-1)).slice(1, -1));
  return [...new Set(spellings)];
}

export const longestFirst = (texts: readonly string[]): string[] => texts.toSorted((a, b) => b.length - a.length);

/** From now on no logger of this process prints it. */
export function learnSecret(secret: string): void {
  if (learnt.delete(secret)) return void learnt.add(secret);
  learnt.add(secret);
  const [oldest] = learnt;
  if (learnt.size > MAX_ENTRIES && oldest !== undefined) learnt.delete(oldest);
  hideAll();
}

/** As long as the work goes on no logger of this process prints it. */
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
  const all = [...new Set([...learnt, ...tried.keys()])].filter((secret) => secret.length >= SHORTEST_SECRET);
  hidden = longestFirst(all.flatMap(spellingsOf));
}

export const hideLearnt = (line: string, instead: string): string =>
  hidden.reduce((text, secret) => text.replaceAll(secret, instead), line);

export type LogDestination = DestinationStream;

/** Standard output, as far as a log needs it. */
interface Output {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

/**
 * JSON for whoever collects logs, one line each; lines for people where a person looks on. What is written here has
 * passed the mask.
 */
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
 * Slack tokens, bearer headers, addresses of sockets: Bolt prints whole payloads at debug level. A line is JSON, often with
 * JSON inside: a line break before a secret reads `\n`, and Slack itself writes `/` as `\/`. So a secret may follow any
 * letter, and a backslash is part of it only before a slash.
 *
 * Payloads come from outside: no pattern may look at a part of the line again from each place in it.
 */
const TOKENS = [/xox[a-z]-[\w-]+/g, /xapp-[\w-]+/g, /Bearer\s+[^\s"',\\]+/gi];
const SOCKET = /wss?:(?:\\*\/){2}(?:[^\s"'\\]|\\+\/)+/g;

/** Opens a form for the person who clicked, valid for 3 seconds. */
const TRIGGER_ID = /(trigger_id(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)(?!trigger_id\W)\w[\w.-]+/g;

const ADDRESS = /(https?:(?:\\*\/){2})([^\s"']*)/g;
/** What makes an address a response URL, a webhook, or one that takes a file. */
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

/** Replaces everything in a line that could be used by a reader of the log. */
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
 * JSON lines on standard output. Every finished line passes the mask, so that no call site can forget it.
 * @param secrets values from the settings that must never be printed, whatever they look like.
 */
export function createLogger(
  level: 'debug' | 'info' | 'warn' | 'error',
  secrets: readonly string[],
  destination: DestinationStream = process.stdout,
): Logger {
  // The longest first: one secret may be the beginning of another.
  const known = longestFirst(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellingsOf));
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: correlation },
    { write: (line: string) => void destination.write(maskSecrets(line, known)) },
  );
}

/** Every line that is written while a request is worked on carries its number. */
const correlation = () => {
  const trace = currentTrace();
  return trace ? { ref: trace.ref } : {};
};

const LEVELS = { debug: LogLevel.DEBUG, info: LogLevel.INFO, warn: LogLevel.WARN, error: LogLevel.ERROR };

export const toBoltLogLevel = (level: keyof typeof LEVELS): LogLevel => LEVELS[level];

/** Bolt and its clients log through ours, one level down: their "info" is about connections, not about people. */
export function adaptForBolt(logger: Logger, level: keyof typeof LEVELS): BoltLogger {
  const log = logger.child({ from: 'bolt' });
  return {
    debug: (...parts) => log.debug(join(parts)),
    info: (...parts) => log.debug(join(parts)),
    warn: (...parts) => log.warn(join(parts)),
    error: (...parts) => log.error(join(parts)),
    // Bolt sets the level by itself; ours stays as configured.
    setLevel: () => undefined,
    getLevel: () => LEVELS[level],
    setName: () => undefined,
  };
}

/** `inspect`, since it takes everything: a log line must not fail on a circular object. */
const join = (parts: unknown[]) =>
  parts
    .map((part) => (part instanceof Error ? part.message : typeof part === 'string' ? part : inspect(part, INSPECT)))
    .join(' ');

const INSPECT = { depth: 8, breakLength: Number.POSITIVE_INFINITY };
