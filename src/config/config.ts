import { join } from 'node:path';
import type { PackageLimits } from '@abilities-bot/ability-zip';
import type * as z from 'zod';
import { joinAnd } from '../base/join-words.ts';
import type { ProxySettings } from '../base/use-proxy.ts';
import type { GrantList, Policy } from '../core/access.ts';
import type { ServiceName } from '../core/service-name.ts';
import type { Credential } from '../service/types.ts';
import { type KeyRing, KeyRingError, parseKeyRing } from '../store/encryption.ts';
import { type SettingName, Settings } from './settings.ts';

export { Settings } from './settings.ts';

export interface Config {
  tenancy: Tenancy;
  slack: {
    mode: { kind: 'socket'; appToken: string } | { kind: 'http'; signingSecret: string };
    /** With a trailing slash; null for Slack's own. */
    apiUrl: string | null;
    /** Bind address of both ports; null for every interface. */
    host: string | null;
    port: number;
    /** Separate port for /metrics; null serves it on `port`. */
    metricsPort: number | null;
  };
  /** Used for everything that the bot fetches; null if there is no proxy. */
  proxy: ProxySettings | null;
  service: {
    baseUrl: string;
    timeoutMs: number;
    /** How long reads may use a cached list, in milliseconds. */
    keepMs: number;
  };
  serviceName: ServiceName;
  /** Cache limits per process, in bytes. */
  memory: { answerBytes: number; workspaceBytes: number; peopleBytes: number };
  uploads: PackageLimits & {
    maxIconBytes: number;
    atOnce: number;
    /** Limits on unfinished uploads; more are rejected. */
    maxUnfinished: { person: number; workspace: number };
    giveUpMs: number;
    spoolDir: string;
    spoolMaxBytes: number;
  };
  /** PostgreSQL if `databaseUrl` is set, else a database file in `dataDir`. */
  store: {
    databaseUrl: string | null;
    dataDir: string;
    /** Maximum number of PostgreSQL connections of this process, in addition to those for authorization. */
    poolSize: number;
    /** Maximum total size of the packages kept as versions, per workspace, in bytes. */
    versionsMaxBytes: number;
  };
  notices: Notices;
  /** Roles, channels and approvals. `mergePolicy` merges in the workspace's saved settings. */
  policy: Policy;
  approvalMs: number;
  historyMs: number;
  watchMs: number;
  /** How long the bot keeps accepting HTTP requests after a stop signal while it reports not ready, in milliseconds. */
  stopDelayMs: number;
  /** How long work in progress may then take, in milliseconds. */
  stopMs: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
}

/** Whether the bot serves one workspace or many, and where tokens and accounts come from. */
export type Tenancy =
  /** One workspace, with its token and one account. */
  | { kind: 'single'; botToken: string; credential: Credential }
  /** Every workspace that installs the app; each connects its own account. `keys` encrypt their tokens and API keys. */
  | { kind: 'multi'; clientId: string; clientSecret: string; stateSecret: string; keys: KeyRing };

interface Notices {
  /** Announces a change made from a shared message in that message's thread. */
  inThread: boolean;
}

/** Lists all invalid settings, but not their values, because some are secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`Invalid settings (environment or .env):\n${mistakes.map((m) => `  - ${m}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * @param given usually process.env; unknown variables are ignored.
 * @throws ConfigError listing every mistake.
 */
export function readConfig(given: Env): Config {
  const env: Env = { ...lowerCaseProxies(given), ...given, ...formerNames(given) };
  const { data, error } = Settings.safeParse(env);
  const quoted = Object.keys(Settings.shape).filter((name) => /^\s*(["']).*\1\s*$/s.test(env[name] ?? ''));
  const mistakes = [
    ...quoted.map((name) => `${name} is in quotation marks. docker run --env-file keeps them: remove them.`),
    ...(error?.issues ?? [])
      .filter(({ path: [name] }) => !quoted.includes(String(name)))
      .map(({ path, message }) => `${path.join('.')} ${message}.`),
  ];
  const isSet = (name: SettingName) => (env[name] ?? '').trim() !== '';
  const check: Mistakes = {
    isSet,
    needed: (name, hint) => void (isSet(name) || mistakes.push(`${name} is not set. ${hint}`)),
    unwanted: (name, hint) => void (isSet(name) && mistakes.push(`${name} is set. ${hint}`)),
    wrong: (sentence) => void mistakes.push(sentence),
  };
  const isMulti = OAUTH_SETTINGS.some(isSet);
  if (isMulti) checkMulti(env, check);
  else checkSingle(check);
  if (data?.METRICS_PORT && data.METRICS_PORT === data.PORT)
    check.wrong('METRICS_PORT is the same as PORT. Remove it, or set another port.');
  if (!data || mistakes.length > 0) throw new ConfigError(mistakes);
  return toConfig(data);
}

/** Many programs read only the lowercase names, so they are accepted too. */
const lowerCaseProxies = (env: Env) => ({
  HTTPS_PROXY: env.https_proxy,
  HTTP_PROXY: env.http_proxy,
  NO_PROXY: env.no_proxy,
});

/** Accepts the former name of a renamed setting; the current name takes precedence. */
const formerNames = ({ ROLE_EDITORS, ROLE_OPERATORS }: Env) =>
  ROLE_EDITORS?.trim() ? {} : { ROLE_EDITORS: ROLE_OPERATORS };

interface Mistakes {
  isSet: (name: SettingName) => boolean;
  needed: (name: SettingName, hint: string) => void;
  unwanted: (name: SettingName, hint: string) => void;
  wrong: (sentence: string) => void;
}

function checkSingle({ isSet, needed, wrong }: Mistakes): void {
  needed('SLACK_BOT_TOKEN', 'Use the Bot User OAuth Token of your Slack app.');
  if (!isSet('SLACK_APP_TOKEN')) needed('SLACK_SIGNING_SECRET', 'Set it for HTTP, or SLACK_APP_TOKEN for Socket Mode.');
  needed('SERVICE_BASE_URL', WHAT_ADDRESS);
  if (!isSet('SERVICE_JWT'))
    needed('SERVICE_API_KEY', "Create one in the service's dashboard, under Settings → API Keys.");
  if (isSet('SERVICE_JWT') && isSet('SERVICE_API_KEY'))
    wrong('SERVICE_API_KEY and SERVICE_JWT are both set. Remove one.');
}

const WHAT_ADDRESS = "Use the part of the service's API URL before /api/.";
const IDS = 'IDs belong to one workspace. Remove it: the admins of each workspace use /abilities settings instead.';

function checkMulti(env: Parameters<typeof readConfig>[0], { needed, unwanted, wrong }: Mistakes): void {
  for (const name of OAUTH_SETTINGS) needed(name, `${joinAnd(OAUTH_SETTINGS)} go together: set all of them, or none.`);
  needed('SLACK_SIGNING_SECRET', 'Set it: serving several workspaces requires HTTP.');
  unwanted('SLACK_APP_TOKEN', 'Remove it: serving several workspaces requires HTTP.');
  unwanted('SLACK_BOT_TOKEN', 'Remove it: each workspace provides its own on installation.');
  needed('SERVICE_BASE_URL', WHAT_ADDRESS);
  for (const name of ACCOUNT_SETTINGS)
    unwanted(name, 'Remove it: each workspace connects its own account with /abilities connect.');
  for (const name of WORKSPACE_SETTINGS) unwanted(name, IDS);
  if (/^[CG]/.test(env.NOTICES?.trim() ?? '')) wrong(`NOTICES is a channel ID. ${IDS}`);
  needed(
    'ENCRYPTION_KEY',
    'It encrypts the tokens and API keys of the workspaces. Generate one with "openssl rand -base64 32".',
  );
  try {
    if (env.ENCRYPTION_KEY?.trim()) parseKeyRing(env.ENCRYPTION_KEY);
  } catch (error) {
    if (!(error instanceof KeyRingError)) throw error;
    wrong(error.message);
  }
}

const OAUTH_SETTINGS = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET'] as const;
const ACCOUNT_SETTINGS = ['SERVICE_API_KEY', 'SERVICE_JWT'] as const;
/** These contain IDs of users and channels, which exist in only one workspace. */
const WORKSPACE_SETTINGS = ['ROLE_ADMINS', 'ROLE_EDITORS', 'ROLE_VIEWERS', 'CHANNELS', 'WATCH_CHANNEL'] as const;

const toListed = (all: readonly string[]): GrantList => ({
  users: all.filter((id) => !id.startsWith('S')),
  groups: all.filter((id) => id.startsWith('S')),
});

function toTenancy(settings: z.output<typeof Settings>): Tenancy {
  const { SERVICE_API_KEY: apiKey = '', SERVICE_JWT: jwt, SLACK_CLIENT_ID: clientId } = settings;
  if (clientId === undefined) {
    const credential: Credential = jwt ? { kind: 'jwt', value: jwt } : { kind: 'api-key', value: apiKey };
    return { kind: 'single', botToken: settings.SLACK_BOT_TOKEN ?? '', credential };
  }
  const {
    ENCRYPTION_KEY: keys = '',
    SLACK_CLIENT_SECRET: clientSecret = '',
    SLACK_STATE_SECRET: stateSecret = '',
  } = settings;
  return { kind: 'multi', clientId, clientSecret, stateSecret, keys: parseKeyRing(keys) };
}

function toProxy({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY }: z.output<typeof Settings>): Config['proxy'] {
  if (HTTP_PROXY === undefined && HTTPS_PROXY === undefined) return null;
  return { http: HTTP_PROXY ?? null, https: HTTPS_PROXY ?? null, notFor: NO_PROXY ?? '' };
}

const shareMemory = (bytes: number) => ({
  answerBytes: Math.floor(bytes / 2),
  workspaceBytes: Math.floor((bytes * 3) / 8),
  peopleBytes: Math.floor(bytes / 8),
});

function toConfig(settings: z.output<typeof Settings>): Config {
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret = '' } = settings;
  return {
    tenancy: toTenancy(settings),
    slack: {
      mode: appToken ? { kind: 'socket', appToken } : { kind: 'http', signingSecret },
      apiUrl: settings.SLACK_API_URL ? settings.SLACK_API_URL.replace(/\/*$/, '/') : null,
      host: settings.HOST ?? null,
      port: settings.PORT,
      metricsPort: settings.METRICS_PORT ?? null,
    },
    proxy: toProxy(settings),
    service: {
      baseUrl: settings.SERVICE_BASE_URL ?? '',
      timeoutMs: settings.SERVICE_TIMEOUT_MS,
      keepMs: settings.SERVICE_KEEP_MS,
    },
    serviceName: { name: settings.SERVICE_NAME, dashboardUrl: settings.SERVICE_DASHBOARD_URL ?? null },
    // Separate limits, so that a few large lists don't evict workspaces that many people use.
    memory: shareMemory(settings.KEEP_MAX_BYTES),
    uploads: {
      maxBytes: settings.UPLOAD_MAX_BYTES,
      maxUnpackedBytes: settings.UPLOAD_MAX_UNPACKED_BYTES,
      maxEntries: settings.UPLOAD_MAX_ENTRIES,
      maxDepth: settings.UPLOAD_MAX_DEPTH,
      maxNameBytes: settings.UPLOAD_MAX_NAME_BYTES,
      maxIconBytes: settings.ICON_MAX_BYTES,
      atOnce: settings.UPLOADS_AT_ONCE,
      maxUnfinished: { person: settings.UPLOADS_PER_PERSON, workspace: settings.UPLOADS_PER_WORKSPACE },
      giveUpMs: settings.UPLOAD_GIVE_UP_MINUTES * 60_000,
      spoolDir: settings.SPOOL_DIR ?? join(settings.DATA_DIR, 'spool'),
      spoolMaxBytes: settings.SPOOL_MAX_BYTES,
    },
    store: {
      databaseUrl: settings.DATABASE_URL ?? null,
      dataDir: settings.DATA_DIR,
      poolSize: settings.DATABASE_POOL,
      versionsMaxBytes: settings.VERSIONS_MAX_BYTES,
    },
    notices: { inThread: settings.NOTICES !== 'none' },
    policy: {
      grants: {
        viewer: toListed(settings.ROLE_VIEWERS),
        editor: toListed(settings.ROLE_EDITORS),
        admin: toListed(settings.ROLE_ADMINS),
      },
      memberRole: settings.MEMBER_ROLE,
      channels: settings.CHANNELS,
      auditChannel: /^[CG]/.test(settings.NOTICES) ? settings.NOTICES : null,
      watchChannel: settings.WATCH_CHANNEL ?? null,
      approvals: settings.APPROVALS,
    },
    approvalMs: settings.APPROVAL_MINUTES * 60_000,
    historyMs: settings.HISTORY_DAYS * 24 * 60 * 60_000,
    watchMs: settings.WATCH_MINUTES * 60_000,
    stopDelayMs: settings.STOP_DELAY_SECONDS * 1000,
    stopMs: settings.STOP_SECONDS * 1000,
    logLevel: settings.LOG_LEVEL,
  };
}
