import * as z from 'zod';
import { DEFAULT_SERVICE_NAME } from '../core/service-name.ts';
import { type Credential, credentialHeader, parseBaseUrl } from '../service/types.ts';
import { APPROVAL_CHOICES, MemberRole, OLD_APPROVALS } from '../store/settings-record.ts';

const MIB = 1024 * 1024;

/** An empty value counts as unset, as in a .env file with the line `NAME=`. */
const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema);

/** Checks a value with the service client's own code, so that a mistake is reported here and not later. */
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
const listed = () => ids(/^[UWS][A-Z0-9]+$/, 'must be IDs of people (U…) or user groups (S…), separated by commas');
const Approvals = z.array(z.enum(APPROVAL_CHOICES));
const approvals = () =>
  setting(
    z
      .string()
      .trim()
      .default('')
      .transform((value, { addIssue }) => {
        if (value === 'off' || value === 'on' || value === 'all') return OLD_APPROVALS[value];
        const { data } = Approvals.safeParse(value.split(/[\s,]+/).filter((choice) => choice !== ''));
        if (data) return data;
        addIssue(`must be off, on, all, or some of ${APPROVAL_CHOICES.join(', ')}, separated by commas`);
        return z.NEVER;
      }),
  );
const token = (prefix: string) => setting(z.string().trim().startsWith(prefix, `must start with ${prefix}`).optional());
const address = () => z.url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true });
/** Links in Slack messages end at these characters. */
const dashboardAddress = () =>
  address()
    .max(500, 'must have at most 500 characters')
    .regex(/^[^<>|\s]+$/, 'must not contain <, >, | or spaces');
const proxy = () => setting(address().optional());
const wholeNumber = ({ min = 1, max = Number.MAX_SAFE_INTEGER }) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
const count = (fallback: number, limits: Parameters<typeof wholeNumber>[0] = {}) =>
  setting(wholeNumber(limits).default(fallback));
const optionalCount = (limits: Parameters<typeof wholeNumber>[0]) => setting(wholeNumber(limits).optional());

/** 0 picks a free port; the log names it. */
const PORTS = { min: 0, max: 65_535 };

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

/** All settings, with defaults and documentation. A test compares .env.example with this list. */
export const Settings = z.object({
  SLACK_BOT_TOKEN: token('xoxb-').describe(
    'Bot token of the Slack app (OAuth & Permissions). Required for one workspace.',
  ),
  SLACK_APP_TOKEN: token('xapp-').describe(
    'App-level token with connections:write. Set it to use Socket Mode; unset means HTTP.',
  ),
  SLACK_SIGNING_SECRET: text(
    /^[0-9a-f]{32}$/,
    'must be 32 lowercase hexadecimal digits: copy it from Basic Information in your Slack app',
  ).describe('Signing secret (Basic Information). Required for HTTP.'),
  SLACK_API_URL: setting(address().optional()).describe(
    'Base URL of the Slack Web API. Set it only to use a local Slack.',
  ),
  HTTPS_PROXY: proxy().describe(
    'URL of the proxy for https URLs (Slack, and usually the service), such as http://proxy.example:3128. Unset: none.',
  ),
  HTTP_PROXY: proxy().describe('URL of the proxy for http URLs, such as a service in your own network. Unset: none.'),
  NO_PROXY: text().describe(
    'Hosts that are reached without the proxy, separated by commas. .example.com includes its subdomains.',
  ),
  PORT: count(3000, PORTS).describe('Port for /healthz, /readyz, /metrics and, over HTTP, /slack/events.'),
  HOST: text(/^[A-Za-z0-9.:%_-]+$/, 'must be an IP address or hostname of this machine').describe(
    'Address to listen on, such as 127.0.0.1. Unset: all interfaces, which containers need.',
  ),
  METRICS_PORT: optionalCount(PORTS).describe(
    'Separate port for /metrics. Unset: PORT, which is public when Slack connects over HTTP.',
  ),
  SERVICE_BASE_URL: setting(
    address().refine(fits(parseBaseUrl), 'must not contain a username, query or fragment').optional(),
  ).describe('Base URL of the voice service. Required.'),
  SERVICE_API_KEY: credential('api-key', 'is not an API key: it contains invalid characters').describe(
    'API key of the account (dashboard, under Settings → API Keys). Required for one workspace, unless SERVICE_JWT is set.',
  ),
  SERVICE_JWT: credential('jwt', 'is not a JWT. Use SERVICE_API_KEY for an API key').describe(
    'JWT of a browser session, as an alternative to an API key.',
  ),
  SERVICE_NAME: setting(
    z
      .string()
      .trim()
      // Characters that Slack reads as formatting would change the text around the name.
      .regex(/^[^\p{C}<>&*_~`|]{1,40}$/u, 'must have at most 40 characters, and none of < > & * _ ~ ` |')
      .default(DEFAULT_SERVICE_NAME),
  ).describe('Name of the service in messages, such as Acme Voice.'),
  SERVICE_DASHBOARD_URL: setting(dashboardAddress().optional()).describe(
    "URL of the service's dashboard. If set, messages link to it.",
  ),
  SERVICE_TIMEOUT_MS: count(10_000).describe(
    'Timeout per request to the service, in milliseconds. Uploads get 2 minutes.',
  ),
  SERVICE_KEEP_MS: count(3000, { min: 0, max: 60_000 }).describe(
    'How long lists are cached, in milliseconds. Changes made by the bot show immediately.',
  ),
  KEEP_MAX_BYTES: count(64 * MIB, { min: MIB }).describe(
    'Maximum memory of a process for cached lists (half), workspaces (3/8), and people and user groups (1/8), in bytes.',
  ),
  UPLOAD_MAX_BYTES: count(10 * MIB).describe('Maximum size of a zip, in bytes.'),
  UPLOAD_MAX_UNPACKED_BYTES: count(50 * MIB).describe('Maximum total size of the files in a zip, in bytes.'),
  UPLOAD_MAX_ENTRIES: count(1000).describe(
    'Maximum number of entries sent from a zip. The zip may list 50 times as many.',
  ),
  UPLOAD_MAX_DEPTH: count(20).describe('Maximum folder depth in a zip.'),
  UPLOAD_MAX_NAME_BYTES: count(255).describe('Maximum length of a path in a zip, in bytes.'),
  UPLOADS_AT_ONCE: count(3, { max: 50 }).describe(
    'Maximum number of concurrent uploads per process. Further uploads are queued.',
  ),
  UPLOADS_PER_PERSON: count(20).describe(
    'Maximum number of unfinished uploads per person in a workspace. Further uploads are rejected.',
  ),
  UPLOADS_PER_WORKSPACE: count(200).describe(
    'Maximum number of unfinished uploads per workspace. Further uploads are rejected.',
  ),
  UPLOAD_GIVE_UP_MINUTES: count(360).describe(
    'How long an upload is retried while Slack or the service is down, in minutes.',
  ),
  VERSIONS_MAX_BYTES: count(100 * MIB, { min: 0 }).describe(
    'Maximum total size of the packages kept as versions, per workspace, in bytes. The oldest are dropped first; 0 keeps none.',
  ),
  ICON_MAX_BYTES: count(2 * MIB).describe('Maximum size of an icon, in bytes.'),
  DATA_DIR: setting(z.string().trim().default('./data/bot')).describe(
    'Data directory: the database, unless DATABASE_URL is set, and temporary files.',
  ),
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }).optional(),
  ).describe('PostgreSQL URL, to use PostgreSQL instead of the database file. Required for more than one process.'),
  DATABASE_POOL: count(10, { max: 1000 }).describe(
    'Maximum number of PostgreSQL connections per process, in addition to two for authorization and one for LISTEN.',
  ),
  SPOOL_DIR: text().describe('Directory for temporary files. Unset: DATA_DIR/spool.'),
  SPOOL_MAX_BYTES: count(1024 * MIB).describe('Maximum size of all temporary files of a process, in bytes.'),
  NOTICES: setting(
    z
      .string()
      .trim()
      .regex(/^(none|thread|[CG][A-Z0-9]+)$/, 'must be none, thread or a channel ID')
      .default('thread'),
  ).describe(
    'Where changes are announced. thread: in the thread of the shared message. none: nowhere. A channel ID: in that channel for every change, and in threads.',
  ),
  ROLE_ADMINS: listed().describe(
    'Admins in addition to the workspace admins: IDs of people (U…) and user groups (S…), separated by commas.',
  ),
  ROLE_EDITORS: listed().describe('Editors: IDs of people and user groups, separated by commas.'),
  ROLE_VIEWERS: listed().describe('Viewers: IDs of people and user groups, separated by commas.'),
  MEMBER_ROLE: setting(MemberRole.default('editor')).describe(
    'Role of full members who are in none of these lists: none, viewer, editor or admin.',
  ),
  CHANNELS: ids(/^[CG][A-Z0-9]+$/, 'must be channel IDs (C…), separated by commas').describe(
    'IDs of the channels where the bot may be used, separated by commas. Unset: all.',
  ),
  APPROVALS: approvals().describe(
    `Changes that need a second admin's approval, separated by commas: ${APPROVAL_CHOICES.join(', ')}. Or one of: on (${OLD_APPROVALS.on.join(' and ')}), all (${OLD_APPROVALS.all.join(' and ')}), off (nothing).`,
  ),
  APPROVAL_MINUTES: count(60, { max: 10_080 }).describe('How long an approval request stays open, in minutes.'),
  HISTORY_DAYS: count(365).describe('Retention of the audit log, in days.'),
  WATCH_CHANNEL: text(/^[CG][A-Z0-9]+$/, 'must be a channel ID').describe(
    'ID of the channel where changes made outside Slack, and problems with the account, are announced. Unset: no announcements.',
  ),
  WATCH_MINUTES: count(5, { max: 1440 }).describe('Polling interval for changes made outside Slack, in minutes.'),
  SLACK_CLIENT_ID: text().describe(
    'Client ID of the Slack app. Set it, and the next three, to let many workspaces install the bot.',
  ),
  SLACK_CLIENT_SECRET: text().describe('Client secret of the Slack app (Basic Information).'),
  SLACK_STATE_SECRET: text().describe('Long random string that signs the OAuth state.'),
  ENCRYPTION_KEY: text().describe(
    'Keys that encrypt tokens and API keys in the database: 32 bytes in base64 each, separated by commas. The first encrypts, all decrypt.',
  ),
  STOP_DELAY_SECONDS: count(0, { min: 0, max: 600 }).describe(
    'Over HTTP: how long to keep serving after a stop signal while /healthz returns 503, in seconds.',
  ),
  STOP_SECONDS: count(7, { min: 0, max: 600 }).describe(
    'How long to wait for work in progress after that, in seconds. Set the kill timeout to more than STOP_DELAY_SECONDS plus STOP_SECONDS.',
  ),
  LOG_LEVEL: setting(
    z.enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' }).default('info'),
  ).describe('Log level: debug, info, warn or error.'),
});

export type SettingName = keyof typeof Settings.shape;
