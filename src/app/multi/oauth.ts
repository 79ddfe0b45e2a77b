import { type Authorize, HTTPReceiver, type HTTPReceiverOptions, type Installation } from '@slack/bolt';
import * as z from 'zod';
import { type Clock, sleep, systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Config, Tenancy } from '../../config/config.ts';
import type { RejectionReason } from '../../metrics/metrics.ts';
import { clientOptions } from '../../slack/outbound/client.ts';
import { readSlackError } from '../../slack/outbound/slack-errors.ts';
import type { Tenant } from '../../slack/people/people.ts';
import { BOT_SCOPES } from '../../slack/workspace.ts';
import type { Store } from '../../store/store.ts';
import { type InFlight, type Listening, limited } from '../bolt.ts';
import type { Rejections } from '../rejections.ts';
import {
  beginPage,
  failedPage,
  installedPage,
  renderInstallPage,
  sendInstallPage,
  setPageHeaders,
} from './install-pages.ts';
import {
  type InstallationDocument,
  readInstallation,
  type SealedInstallations,
  type Source,
  tenantOf,
} from './installations.ts';

/** The tenant that installed the app, and its current token. */
export interface Authorized {
  tenant: Tenant;
  token: string;
  botId: string;
  botUserId: string;
  /** True if another request is still refreshing the token, which Slack may already have replaced. */
  isBeingRenewed?: true;
}

/** Bolt refreshes a token when it expires in less than this, in seconds. */
const RENEWED_BEFORE_S = 7200;
/** A token that expires in less than this, in seconds, may expire during a request. */
const EXPIRED_BEFORE_S = 60;
/** In milliseconds: long enough to refresh a token, short enough to open a form before its trigger expires. */
const WAITS_MS = [100, 200, 300, 400, 500];
/** After this time, another request may refresh the token, because the first process may have been killed. */
const TURN_MS = 45_000;
/**
 * Less than `TURN_MS`. Generous, because an aborted call may have used up its code or refresh token, which are
 * single-use.
 */
const OAUTH_PATIENCE_MS = 30_000;

interface Tools {
  clock: Pick<Clock, 'after'>;
  installations: Pick<SealedInstallations, 'find' | 'findStored'>;
  seen: Store['seen'];
  /** Bolt's own function: gets the next token and stores it. It reports no error if Slack rejects the refresh. */
  renew: Authorize<boolean>;
  /** Called after a token was refreshed in the background. */
  renewed: (authorized: Authorized) => void;
  /** Tracks work that no request waits for. */
  inFlight: Pick<InFlight, 'run'>;
  log: Logger;
}

/**
 * Authorizes a request with the latest token, and refreshes one that is about to expire. A refresh token is single-use,
 * so only one request across all processes uses it, and others wait for the result.
 * @returns null if the app isn't installed there.
 */
export async function authorize(source: Source, tools: Tools): Promise<Authorized | null> {
  const found = await tools.installations.find(source);
  if (!found) return null;
  const tenant = tenantOf(found);
  const { refreshToken } = found.bot;
  if (refreshToken === undefined || !isRunningOut(found)) return toAuthorized(found, tenant);
  const { clock, installations, seen } = tools;
  if (await seen.claim(turnOf(refreshToken), TURN_MS)) {
    const renewed = await renewFor(tenant, tools);
    // Slack may have been unreachable, so the next request may try again.
    if (renewed?.bot.refreshToken === refreshToken) await seen.release(turnOf(refreshToken));
    return renewed && toAuthorized(renewed, tenant);
  }
  for (const ms of WAITS_MS) {
    await sleep(clock, ms);
    const now = await installations.find(ownSource(tenant));
    if (now?.bot.token !== found.bot.token) return now && toAuthorized(now, tenant);
  }
  return { ...toAuthorized(found, tenant), isBeingRenewed: true };
}

/**
 * Authorizes a request, without a query while the installation is cached. Before a token is refreshed, it is read
 * again, because another process may have refreshed it. The request waits for the refresh only if the token has
 * expired.
 */
export async function authorizeStored(source: Source, tools: Tools): Promise<Authorized | null> {
  const kept = await tools.installations.findStored(source);
  if (kept === null || !isRunningOut(kept)) return kept && toAuthorized(kept, tenantOf(kept));
  const found = await tools.installations.find(source);
  if (!found || hasExpired(found)) return authorize(source, tools);
  const tenant = tenantOf(found);
  const { refreshToken } = found.bot;
  if (refreshToken !== undefined && isRunningOut(found)) void renewInBackground(tenant, refreshToken, tools);
  return toAuthorized(found, tenant);
}

/** Never throws. After a failure, another request may try again once `TURN_MS` have passed. */
async function renewInBackground(tenant: Tenant, refreshToken: string, tools: Tools): Promise<void> {
  const { inFlight, log, renewed, seen } = tools;
  try {
    await inFlight.run(async () => {
      if (!(await seen.claim(turnOf(refreshToken), TURN_MS))) return;
      const now = await renewFor(tenant, tools);
      if (now) renewed(toAuthorized(now, tenant));
    });
  } catch (error) {
    log.warn({ err: error, tenant: tenant.id }, 'token not refreshed');
  }
}

async function renewFor(tenant: Tenant, { installations, renew }: Tools): Promise<InstallationDocument | null> {
  await renew(ownSource(tenant));
  return installations.find(ownSource(tenant));
}

const turnOf = (refreshToken: string): string => `renew:${refreshToken}`;

const ownSource = ({ enterpriseId, teamId }: Tenant) => ({
  teamId: teamId ?? '',
  enterpriseId: enterpriseId ?? '',
  isEnterpriseInstall: teamId === null,
});

const toAuthorized = ({ bot }: InstallationDocument, tenant: Tenant): Authorized => ({
  tenant,
  token: bot.token,
  botId: bot.id,
  botUserId: bot.userId,
});

const endsWithin = ({ bot: { expiresAt } }: InstallationDocument, seconds: number): boolean =>
  expiresAt !== undefined && expiresAt - systemClock.now() / 1000 <= seconds;

const isRunningOut = (found: InstallationDocument): boolean => endsWithin(found, RENEWED_BEFORE_S);
const hasExpired = (found: InstallationDocument): boolean => endsWithin(found, EXPIRED_BEFORE_S);

type BoltLogger = NonNullable<HTTPReceiverOptions['logger']>;

/** By error code of Bolt's installer. Anyone can cause these by opening the URL or selecting *Cancel*. */
const EXPECTED = new Map<string, RejectionReason>([
  ['slack_oauth_installer_authorization_error', 'oauth-canceled'],
  ['slack_oauth_invalid_state', 'oauth-state'],
  ['slack_oauth_missing_state', 'oauth-no-state'],
  ['slack_oauth_missing_code', 'oauth-no-code'],
]);

/** Slack's errors for an invalid or used code. */
const CODE_ERRORS = ['invalid_code', 'code_already_used'];

const Coded = z.object({ code: z.string() });

function readReason(error: unknown): RejectionReason {
  if (CODE_ERRORS.includes(readSlackError(error) ?? '')) return 'oauth-code';
  const coded = Coded.safeParse(error);
  return (coded.success && EXPECTED.get(coded.data.code)) || 'oauth-failed';
}

/**
 * Counts failed installations and token refreshes, the only errors that Bolt's installer logs, instead of logging each
 * of them.
 */
const calmInstallLog = (boltLog: BoltLogger, rejections: Rejections): BoltLogger => ({
  ...boltLog,
  error: (...parts) => {
    const [error] = parts;
    if (!(error instanceof Error)) return boltLog.error(...parts);
    const reason = readReason(error);
    rejections.add(reason, reason === 'oauth-failed' ? { err: error } : {});
  },
});

const INSTALL_PATH = '/slack/install';
const REDIRECT_PATH = '/slack/oauth_redirect';

interface Ingredients {
  config: Config;
  tenancy: Extract<Tenancy, { kind: 'multi' }>;
  installations: SealedInstallations;
  log: Logger;
  store: Pick<Store, 'seen'>;
  /** The same options as for the single-workspace receiver. */
  http: HTTPReceiverOptions;
  listening: Listening;
}

/** The receiver for all workspaces, with the installation pages; and Bolt's token refresh. */
export function makeInstallReceiver(ingredients: Ingredients): { receiver: HTTPReceiver; renew: Authorize<boolean> } {
  const { config, http, installations, listening, tenancy } = ingredients;
  const { clientId, clientSecret, stateSecret } = tenancy;
  const receiver = new HTTPReceiver({
    ...http,
    logger: http.logger ? calmInstallLog(http.logger, listening.rejections) : undefined,
    clientId,
    clientSecret,
    stateSecret,
    installationStore: installations,
    scopes: Object.keys(BOT_SCOPES),
    installerOptions: {
      installPath: INSTALL_PATH,
      redirectUriPath: REDIRECT_PATH,
      directInstall: false,
      stateVerification: true,
      clientOptions: { ...clientOptions(config), timeout: OAUTH_PATIENCE_MS, retryConfig: { retries: 0 } },
      ...authorizationUrl(config),
      renderHtmlForInstallPath: (address) => renderInstallPage(beginPage(address)),
      installPathOptions: {
        beforeRedirection: async (_request, response) => {
          setPageHeaders(response);
          return true;
        },
      },
      callbackOptions: callbacks(ingredients),
    },
  });
  const { installer } = receiver;
  if (!installer) throw new Error('Bolt created no installer.');
  return { receiver: limited(receiver, listening), renew: (source) => installer.authorize(source) };
}

/** If the Web API's URL isn't Slack's, the authorization page is at the same origin. */
const authorizationUrl = ({ slack: { apiUrl } }: Config) =>
  apiUrl === null ? {} : { authorizationUrl: new URL('/oauth/v2/authorize', apiUrl).href };

type Callbacks = NonNullable<NonNullable<HTTPReceiverOptions['installerOptions']>['callbackOptions']>;

const callbacks = ({ log, store }: Ingredients): Callbacks => ({
  // The cookie is meant to be used once, but only the browser enforces that, so the state is claimed here.
  beforeInstallation: async (_options, request, response) => {
    const state = new URL(request.url ?? '', 'http://localhost').searchParams.get('state');
    if (await store.seen.claim(`install:${state}`)) return true;
    const { status, ...page } = failedPage({ code: 'slack_oauth_invalid_state' }, INSTALL_PATH);
    sendInstallPage(response, status, page);
    return false;
  },
  success: (installation, _options, _request, response) => {
    reportInstalled(installation, log);
    sendInstallPage(response, 200, installedPage(readInstallation(installation)));
  },
  failure: (error, _options, _request, response) => {
    const { status, ...page } = failedPage(error, INSTALL_PATH);
    sendInstallPage(response, status, page);
  },
});

const reportInstalled = ({ enterprise, isEnterpriseInstall, team, user }: Installation, log: Logger) =>
  log.info({ tenant: isEnterpriseInstall ? enterprise?.id : team?.id, user: user.id }, 'bot installed');
