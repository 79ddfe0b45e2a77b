import * as z from 'zod';
import { ROLES } from '../core/access.ts';
import { type Credential, credentialHeader, parseBaseUrl } from '../service/types.ts';

const MIB = 1024 * 1024;

/** `NAME=` in a .env file is the same as an absent line. */
const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema);

/** Whether the service client accepts a value. It has the last word, but would fail with a stack trace. */
const fits = (use: (value: string) => unknown) => (value: string) => {
  try {
    use(value);
    return true;
  } catch {
    return false;
  }
};

const text = (pattern = /^/, mistake = '') => setting(z.string().trim().regex(pattern, mistake).optional());
/** Separated by commas or spaces. */
const ids = (pattern: RegExp, mistake: string) =>
  setting(
    z
      .string()
      .default('')
      .transform((value) => value.split(/[\s,]+/).filter((id) => id !== ''))
      .refine((all) => all.every((id) => pattern.test(id)), mistake),
  );
const listed = () => ids(/^[UWS][A-Z0-9]+$/, 'has to be IDs of people (U…) or user groups (S…), separated by commas');
const token = (prefix: string) =>
  setting(z.string().trim().startsWith(prefix, `has to start with ${prefix}`).optional());
const address = () => z.url({ protocol: /^https?$/, error: 'has to be an http or https address', abort: true });
const wholeNumber = ({ least = 1, most = Number.MAX_SAFE_INTEGER }) =>
  z.coerce
    .number({ error: 'has to be a number' })
    .int('has to be a whole number')
    .min(least, `has to be at least ${least}`)
    .max(most, `has to be at most ${most}`);
const count = (fallback: number, limits: Parameters<typeof wholeNumber>[0] = {}) =>
  setting(wholeNumber(limits).default(fallback));
const optionalCount = (limits: Parameters<typeof wholeNumber>[0]) => setting(wholeNumber(limits).optional());

/** 0 picks a free port; the log names it. */
const PORTS = { least: 0, most: 65_535 };

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

/** Every setting once, with its default and its documentation. A test compares .env.example with it. */
export const Settings = z.object({
  SLACK_BOT_TOKEN: token('xoxb-').describe('Bot token of the Slack app (OAuth & Permissions). Needed.'),
  SLACK_APP_TOKEN: token('xapp-').describe('App-level token with connections:write. Set: Socket Mode. Unset: HTTP.'),
  SLACK_SIGNING_SECRET: text().describe('Signing secret (Basic Information). Needed for HTTP.'),
  SLACK_API_URL: setting(address().optional()).describe(
    'Address of the Slack Web API; change it only to try a local Slack.',
  ),
  PORT: count(3000, PORTS).describe('Port of /healthz, /readyz, /metrics and, for HTTP, of /slack/events.'),
  HOST: text(/^[A-Za-z0-9.:%_-]+$/, 'has to be an address or host name of this machine').describe(
    'Address that PORT and METRICS_PORT listen on, such as 127.0.0.1. Unset: every interface, which a container needs.',
  ),
  METRICS_PORT: optionalCount(PORTS).describe(
    'Port of /metrics alone, which PORT then does not answer. Unset: PORT, which for HTTP everybody can reach.',
  ),
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
  SERVICE_KEEP_MS: count(3000, { least: 0, most: 60_000 }).describe(
    'For how long what was read is shown again without asking the service, in milliseconds; own changes show at once.',
  ),
  UPLOAD_MAX_BYTES: count(10 * MIB).describe('Largest zip that is taken, in bytes.'),
  UPLOAD_MAX_UNPACKED_BYTES: count(50 * MIB).describe('Largest total size of the files sent from a zip, in bytes.'),
  UPLOAD_MAX_ENTRIES: count(1000).describe('Most entries sent from a zip. The zip may list fifty times as many.'),
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
  ROLE_ADMINS: listed().describe(
    'Who is admin besides the admins of the workspace: IDs of people (U…) and user groups (S…).',
  ),
  ROLE_OPERATORS: listed().describe('Who is operator: IDs of people and user groups, separated by commas.'),
  ROLE_VIEWERS: listed().describe('Who is viewer only: IDs of people and user groups, separated by commas.'),
  MEMBER_ROLE: setting(z.enum(ROLES, { error: `has to be ${ROLES.join(', ')}` }).default('operator')).describe(
    'The role of full members of the workspace who are listed nowhere: none, viewer, operator or admin.',
  ),
  CHANNELS: ids(/^[CG][A-Z0-9]+$/, 'has to be IDs of channels (C…), separated by commas').describe(
    'IDs of the channels where the bot may be used, separated by commas. Unset: everywhere.',
  ),
  APPROVALS: setting(z.enum(['on', 'off'], { error: 'has to be on or off' }).default('off')).describe(
    'on: deleting or replacing an enabled Ability waits for a second admin.',
  ),
  APPROVAL_MINUTES: count(60, { most: 10_080 }).describe('For how long such a question waits, in minutes.'),
  HISTORY_DAYS: count(365).describe('For how many days it is kept who did what.'),
  WATCH_CHANNEL: text(/^[CG][A-Z0-9]+$/, 'has to be the ID of a channel').describe(
    'ID of the channel that is told what changed outside Slack. Unset: nobody is told.',
  ),
  WATCH_MINUTES: count(5, { most: 1440 }).describe('How often is looked for that, in minutes.'),
  SLACK_CLIENT_ID: text().describe(
    'Client ID of the Slack app. Set with the next two: several workspaces can install the bot.',
  ),
  SLACK_CLIENT_SECRET: text().describe('Client secret of the Slack app (Basic Information).'),
  SLACK_STATE_SECRET: text().describe('Any long random text; it signs the state of an installation on its way.'),
  ENCRYPTION_KEY: text().describe(
    'Keys for the tokens and API keys in the database: base64 of 32 bytes each, separated by commas; the first seals, all open.',
  ),
  STOP_DELAY_SECONDS: count(0, { least: 0, most: 600 }).describe(
    'For how many seconds a stop over HTTP takes requests still, while /healthz tells the load balancer to send no more.',
  ),
  STOP_SECONDS: count(7, { least: 0, most: 600 }).describe(
    'For how many seconds a stop then lets go on what is under way. Whoever stops the bot has to wait for longer.',
  ),
  LOG_LEVEL: setting(
    z.enum(['debug', 'info', 'warn', 'error'], { error: 'has to be debug, info, warn or error' }).default('info'),
  ).describe('debug, info, warn or error.'),
});

export type SettingName = keyof typeof Settings.shape;
