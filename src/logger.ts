import { inspect } from 'node:util';
import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { hideLearnt, longestFirst, SHORTEST_SECRET, spellingsOf } from './learnt-secrets.ts';
import { currentTrace } from './trace.ts';

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
