import { join } from 'node:path';
import { z } from 'zod';
import type { PackageLimits } from './ability-package/package-limits.ts';
import { parseBaseUrl } from './service-client/base-url.ts';
import { type Credential, credentialHeader } from './service-client/credential.ts';

const MIB = 1024 * 1024;

/** `NAME=` in a .env file means the same as no line at all. */
const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema);

/** Whether the client of the service takes a value. It has the last word, and would say it with a stack trace. */
const fits = (use: (value: string) => unknown) => (value: string) => {
  try {
    use(value);
    return true;
  } catch {
    return false;
  }
};

const text = () => setting(z.string().trim().optional());
const token = (prefix: string) =>
  setting(z.string().trim().startsWith(prefix, `has to start with ${prefix}`).optional());
const address = () => z.url({ protocol: /^https?$/, error: 'has to be an http or https address', abort: true });
const count = (fallback: number, { least = 1, most = Number.MAX_SAFE_INTEGER } = {}) =>
  setting(
    z.coerce
      .number({ error: 'has to be a number' })
      .int('has to be a whole number')
      .min(least, `has to be at least ${least}`)
      .max(most, `has to be at most ${most}`)
      .default(fallback),
  );

const credential = (kind: Credential['kind'], mistake: string) =>
  setting(
    z
      .string()
      .trim()
      .refine(
        fits((value) => credentialHeader({ kind, value })),
        mistake,
      )
      .optional(),
  );

/** Every setting once, with its default and its line of documentation. A test holds .env.example against it. */
export const Settings = z.object({
  SLACK_BOT_TOKEN: token('xoxb-').describe('Bot token of the Slack app (OAuth & Permissions). Needed.'),
  SLACK_APP_TOKEN: token('xapp-').describe('App-level token with connections:write. Set: Socket Mode. Unset: HTTP.'),
  SLACK_SIGNING_SECRET: text().describe('Signing secret (Basic Information). Needed for HTTP.'),
  SLACK_API_URL: setting(address().optional()).describe(
    'Address of the Slack Web API; change it only to try a local Slack.',
  ),
  // 0 takes a free port, which the log then names.
  PORT: count(3000, { least: 0, most: 65_535 }).describe('Port of /healthz and, for HTTP, of /slack/events.'),
  SERVICE_BASE_URL: setting(
    address().refine(fits(parseBaseUrl), 'must not carry a user name, a query or a fragment').optional(),
  ).describe('Base address of the Agent and Ability service. Needed.'),
  SERVICE_API_KEY: credential('api-key', 'holds characters that no API key has').describe(
    'API key of the account (dashboard, settings, API Keys). Needed, unless SERVICE_JWT is set.',
  ),
  SERVICE_JWT: credential('jwt', 'is not a JWT; an API key belongs in SERVICE_API_KEY').describe(
    'A browser-session JWT, used instead of a key.',
  ),
  SERVICE_TIMEOUT_MS: count(10_000).describe(
    'How long one try of a call to the service may take, in milliseconds; uploads have two minutes.',
  ),
  UPLOAD_MAX_BYTES: count(10 * MIB).describe('Largest zip that is taken, in bytes.'),
  UPLOAD_MAX_UNPACKED_BYTES: count(50 * MIB).describe('Largest total size of the files in a zip, in bytes.'),
  UPLOAD_MAX_ENTRIES: count(1000).describe('Most entries in a zip.'),
  UPLOAD_MAX_DEPTH: count(20).describe('Most folders above a file in a zip.'),
  UPLOAD_MAX_NAME_BYTES: count(255).describe('Longest path of a file in a zip, in bytes.'),
  UPLOADS_AT_ONCE: count(3, { most: 50 }).describe('How many uploads one process works on at once; the rest wait.'),
  UPLOAD_GIVE_UP_MINUTES: count(360).describe(
    'For how long an upload is tried while Slack or the service is away, in minutes.',
  ),
  ICON_MAX_BYTES: count(2 * MIB).describe('Largest icon that is taken, in bytes.'),
  DATA_DIR: setting(z.string().trim().default('./data/bot')).describe(
    'Folder of the bot: its database, unless DATABASE_URL is set, and files on their way.',
  ),
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/, error: 'has to be a postgresql:// address' }).optional(),
  ).describe('PostgreSQL instead of the database file, for more than one process.'),
  SPOOL_DIR: text().describe('Folder for files on their way to the service. Unset: spool in DATA_DIR.'),
  SPOOL_MAX_BYTES: count(1024 * MIB).describe('Most bytes that files on their way may take in a process.'),
  NOTICES: setting(
    z
      .string()
      .trim()
      .regex(/^(none|thread|[CG][A-Z0-9]+)$/, 'has to be none, thread or the ID of a channel')
      .default('thread'),
  ).describe(
    'Who else is told of a change. thread: below the shared message it was made from. none: nobody. A channel ID: that channel, of every change, as well.',
  ),
  LOG_LEVEL: setting(
    z.enum(['debug', 'info', 'warn', 'error'], { error: 'has to be debug, info, warn or error' }).default('info'),
  ).describe('debug, info, warn or error.'),
});

export interface Config {
  slack: {
    botToken: string;
    mode: { kind: 'socket'; appToken: string } | { kind: 'http'; signingSecret: string };
    /** With a slash at its end; null for Slack's own. */
    apiUrl: string | null;
    port: number;
  };
  service: {
    baseUrl: string;
    credential: { kind: 'api-key'; value: string } | { kind: 'jwt'; value: string };
    timeoutMs: number;
  };
  uploads: PackageLimits & {
    maxIconBytes: number;
    atOnce: number;
    giveUpMs: number;
    spoolDir: string;
    spoolMaxBytes: number;
  };
  /** PostgreSQL when there is an address, else a file in the folder. */
  store: { databaseUrl: string | null; dataDir: string };
  notices: Notices;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
}

/** Where a change is told besides to the one who made it. */
export interface Notices {
  /** Whether one made from a shared message is told in its thread. */
  inThread: boolean;
  /** The channel that is told every change. */
  channelId: string | null;
}

/** All mistakes in the settings at once, in words. Values are never repeated: some are secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(
      `The bot did not start. Correct these settings (environment or .env):\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

/**
 * Reads the settings.
 * @param env usually process.env; variables that are no settings are ignored.
 * @throws ConfigError naming every mistake.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { data, error } = Settings.safeParse(env);
  const mistakes = (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}.`);
  const isSet = (name: keyof typeof Settings.shape) => (env[name] ?? '').trim() !== '';

  const needed = (name: keyof typeof Settings.shape, hint: string) => {
    if (!isSet(name)) mistakes.push(`${name} is not set. ${hint}`);
  };
  needed('SLACK_BOT_TOKEN', 'It is the Bot User OAuth Token of your Slack app.');
  if (!isSet('SLACK_APP_TOKEN'))
    needed('SLACK_SIGNING_SECRET', 'Set SLACK_APP_TOKEN for Socket Mode, or this for HTTP.');
  needed('SERVICE_BASE_URL', 'It is the address that /api/… is appended to.');
  if (!isSet('SERVICE_JWT')) needed('SERVICE_API_KEY', 'Create one in the dashboard, settings, API Keys.');
  if (isSet('SERVICE_JWT') && isSet('SERVICE_API_KEY'))
    mistakes.push('SERVICE_API_KEY and SERVICE_JWT are both set. Keep one.');
  if (!data || mistakes.length > 0) throw new ConfigError(mistakes);
  return toConfig(data);
}

function toConfig(settings: z.output<typeof Settings>): Config {
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret = '', SERVICE_JWT: jwt } = settings;
  return {
    slack: {
      botToken: settings.SLACK_BOT_TOKEN ?? '',
      mode: appToken ? { kind: 'socket', appToken } : { kind: 'http', signingSecret },
      apiUrl: settings.SLACK_API_URL ? settings.SLACK_API_URL.replace(/\/*$/, '/') : null,
      port: settings.PORT,
    },
    service: {
      baseUrl: settings.SERVICE_BASE_URL ?? '',
      credential: jwt ? { kind: 'jwt', value: jwt } : { kind: 'api-key', value: settings.SERVICE_API_KEY ?? '' },
      timeoutMs: settings.SERVICE_TIMEOUT_MS,
    },
    uploads: {
      maxBytes: settings.UPLOAD_MAX_BYTES,
      maxUnpackedBytes: settings.UPLOAD_MAX_UNPACKED_BYTES,
      maxEntries: settings.UPLOAD_MAX_ENTRIES,
      maxDepth: settings.UPLOAD_MAX_DEPTH,
      maxNameBytes: settings.UPLOAD_MAX_NAME_BYTES,
      maxIconBytes: settings.ICON_MAX_BYTES,
      atOnce: settings.UPLOADS_AT_ONCE,
      giveUpMs: settings.UPLOAD_GIVE_UP_MINUTES * 60_000,
      spoolDir: settings.SPOOL_DIR ?? join(settings.DATA_DIR, 'spool'),
      spoolMaxBytes: settings.SPOOL_MAX_BYTES,
    },
    store: { databaseUrl: settings.DATABASE_URL ?? null, dataDir: settings.DATA_DIR },
    notices: {
      inThread: settings.NOTICES !== 'none',
      channelId: /^[CG]/.test(settings.NOTICES) ? settings.NOTICES : null,
    },
    logLevel: settings.LOG_LEVEL,
  };
}
