import { inspect } from 'node:util';
import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { currentTrace } from './request-context.ts';
import { hideLearnt, Secrets } from './secrets.ts';

export type LogDestination = DestinationStream;

/** The part of an output stream that the log uses. */
interface Output {
  isTTY?: boolean;
  write: (text: string, done: (error?: Error | null) => void) => unknown;
  on?: (event: 'error', listener: () => void) => unknown;
}

/**
 * Writes JSON lines, or readable lines on a terminal. All of them have already been masked.
 * @param instead used once `output` fails, for example because its reader has exited.
 */
export async function openLogDestination(output: Output, instead: Output): Promise<LogDestination> {
  const write = writeToEither(output, instead);
  if (!output.isTTY) return { write };
  const { prettyFactory } = await import('pino-pretty');
  const toLine = prettyFactory({
    colorize: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
  });
  return { write: (line: string) => write(toLine(line)) };
}

function writeToEither(output: Output, instead: Output): (text: string) => void {
  let hasFailed = false;
  // Without a listener, a failed write would end the process. Its callback reports the failure.
  for (const stream of [output, instead]) stream.on?.('error', () => undefined);
  const writeInstead = (text: string) => void instead.write(text, () => undefined);
  return (text) => {
    if (hasFailed) return writeInstead(text);
    output.write(text, (error) => {
      if (!error) return;
      const reason = 'code' in error ? String(error.code) : error.name;
      if (!hasFailed) writeInstead(`Standard output failed (${reason}). The log continues on standard error.\n`);
      hasFailed = true;
      writeInstead(text);
    });
  };
}

export type Logger = PinoLogger;

/**
 * Slack tokens, bearer headers and socket URLs, because Bolt logs whole payloads at debug level. A line is JSON, often
 * with nested JSON: a line break before a secret is written as `\n`, and Slack writes `/` as `\/`. So a secret may
 * follow any letter, and a backslash only belongs to it before a slash.
 *
 * Payloads are external input, so every pattern must run in linear time.
 */
const TOKENS = [/xox[a-z]-[\w-]+/g, /xapp-[\w-]+/g, /Bearer\s+[^\s"',\\]+/gi];
const SOCKET = /wss?:(?:\\*\/){2}(?:[^\s"'\\]|\\+\/)+/g;

/** For 3 seconds, a trigger ID can open a form for the person who clicked. */
const TRIGGER_ID = /(trigger_id(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)(?!trigger_id\W)\w[\w.-]+/g;

const ADDRESS = /(https?:(?:\\*\/){2})([^\s"']*)/g;
/** The secret paths of response URLs, webhooks and upload URLs. */
const SECRET_PATH = /\/(?:commands|actions|services|app|upload\\*\/v1)(?=\\*\/(?:[^\s"'\\]|\\+\/))/g;
const REST_OF_ADDRESS = /(?:[^\s"'\\]|\\+\/)+/y;

/** In JSON without spaces, a match may span several URLs. Everything up to the last secret path is masked. */
function maskAddress(address: string, _scheme: string, rest: string): string {
  const last = [...rest.matchAll(SECRET_PATH)].at(-1);
  if (!last) return address;
  REST_OF_ADDRESS.lastIndex = last.index;
  REST_OF_ADDRESS.test(rest);
  return `[secret]${rest.slice(REST_OF_ADDRESS.lastIndex)}`;
}

/**
 * Masks secrets in a log line: tokens, trigger IDs, and URLs that grant access.
 * @param known the secrets from the settings, in addition to those that the process has learned.
 */
export const maskSecrets = (line: string, known?: Secrets) => {
  const withoutLearnt = hideLearnt(line, '[secret]');
  const withoutKnown = known ? known.mask(withoutLearnt, '[secret]') : withoutLearnt;
  return TOKENS.reduce((text, pattern) => text.replace(pattern, '[secret]'), withoutKnown)
    .replace(ADDRESS, maskAddress)
    .replace(TRIGGER_ID, '$1[secret]')
    .replace(SOCKET, '[secret]');
};

/**
 * Writes JSON lines to standard output. Masks the finished lines, so that no caller can forget it.
 * @param secrets values from the settings that are always masked.
 */
export function createLogger(
  level: 'debug' | 'info' | 'warn' | 'error',
  secrets: readonly string[],
  destination: DestinationStream = process.stdout,
): Logger {
  const known = new Secrets();
  for (const secret of secrets) known.add(secret);
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: correlation },
    { write: (line: string) => void destination.write(maskSecrets(line, known)) },
  );
}

/** Adds the ref to each line that is written during a request. */
const correlation = () => {
  const trace = currentTrace();
  return trace ? { ref: trace.ref } : {};
};

const LEVELS = { debug: LogLevel.DEBUG, info: LogLevel.INFO, warn: LogLevel.WARN, error: LogLevel.ERROR };

export const toBoltLogLevel = (level: keyof typeof LEVELS): LogLevel => LEVELS[level];

/**
 * Bolt and its clients use the bot's logger. Their `info` is lowered to `debug`, because it is only about connections.
 */
export function adaptForBolt(logger: Logger, level: keyof typeof LEVELS): BoltLogger {
  const log = logger.child({ from: 'bolt' });
  return {
    debug: (...parts) => log.debug(join(parts)),
    info: (...parts) => log.debug(join(parts)),
    warn: (...parts) => log.warn(join(parts)),
    error: (...parts) => log.error(join(parts)),
    // Bolt sets a level itself, but the configured one applies.
    setLevel: () => undefined,
    getLevel: () => LEVELS[level],
    setName: () => undefined,
  };
}

/** Logging must never throw, so this uses `inspect`, which accepts anything, even circular objects. */
const join = (parts: unknown[]) =>
  parts
    .map((part) => (part instanceof Error ? part.message : typeof part === 'string' ? part : inspect(part, INSPECT)))
    .join(' ');

const INSPECT = { depth: 8, breakLength: Number.POSITIVE_INFINITY };
