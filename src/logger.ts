import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Slack tokens, response URLs, bearer headers: Bolt prints whole payloads at debug level. */
const SECRETS = [
  /\bxox[a-z]-[\w-]+/g,
  /\bxapp-[\w-]+/g,
  /\bBearer\s+[^\s"',]+/gi,
  /https?:\/\/[^\s"']*\/(?:commands|actions|services|app)\/[^\s"'\\]+/g,
  /wss?:\/\/[^\s"'\\]+/g,
];

/** Replaces everything in a line that could be used by a reader of the log. */
export const maskSecrets = (line: string, known: readonly string[] = []) => {
  const withoutKnown = known.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
  return SECRETS.reduce((text, pattern) => text.replace(pattern, '[secret]'), withoutKnown);
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
  const known = secrets.filter((secret) => secret.length >= 8);
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void destination.write(maskSecrets(line, known)) },
  );
}

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

const join = (parts: unknown[]) =>
  parts
    .map((part) => (part instanceof Error ? part.message : typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ');
