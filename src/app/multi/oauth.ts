import { setTimeout as wait } from 'node:timers/promises';
import { type Authorize, HTTPReceiver, type HTTPReceiverOptions, type Installation } from '@slack/bolt';
import * as z from 'zod';
import { systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Config, Tenancy } from '../../config/config.ts';
import { clientOptions } from '../../slack/outbound/client.ts';
import type { Tenant } from '../../slack/people/people.ts';
import { BOT_SCOPES } from '../../slack/workspace.ts';
import type { Store } from '../../store/store.ts';
import { limited } from '../bolt.ts';
import type { RequestLimits } from '../limit-requests.ts';
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
}

/** Bolt refreshes a token this long before it expires, in seconds. */
const RENEWED_BEFORE_S = 7200;
/** Long enough to refresh a token, short enough to open a form before its trigger expires. */
const WAITS_MS = [100, 200, 300, 400, 500];
/** After that another request may try: the one that started may have been killed. */
const TURN_MS = 15_000;

interface Tools {
  installations: Pick<SealedInstallations, 'find' | 'findKept'>;
  seen: Store['seen'];
  /** Bolt's own: fetches the next token and stores it. It reports no error if Slack rejects the refresh. */
  renew: Authorize<boolean>;
}

/**
 * Authorizes a request, refreshing the token if it is about to expire. A refresh token is single-use: across all
 * processes one request uses it, and the others wait for the result.
 * @returns null if the app is not installed there.
 */
export async function authorize(source: Source, { installations, renew, seen }: Tools): Promise<Authorized | null> {
  const found = await installations.find(source);
  if (!found) return null;
  const tenant = tenantOf(found);
  const { refreshToken } = found.bot;
  if (refreshToken === undefined || !isRunningOut(found)) return toAuthorized(found, tenant);
  const { enterpriseId, teamId } = tenant;
  const own = { teamId: teamId ?? '', enterpriseId: enterpriseId ?? '', isEnterpriseInstall: teamId === null };
  const turn = `renew:${refreshToken}`;
  if (await seen.claim(turn, TURN_MS)) {
    await renew(own);
    const renewed = await installations.find(own);
    // Slack may have been unreachable; let the next request try again.
    if (renewed?.bot.refreshToken === refreshToken) await seen.release(turn);
    return renewed && toAuthorized(renewed, tenant);
  }
  for (const ms of WAITS_MS) {
    await wait(ms);
    const now = await installations.find(own);
    if (now?.bot.token !== found.bot.token) return now && toAuthorized(now, tenant);
  }
  return toAuthorized(found, tenant);
}

/**
 * The same for a request, without a query while the installation is kept. A token that runs out is refreshed only after
 * it has been read again: another process may have done so.
 */
export async function authorizeKept(source: Source, tools: Tools): Promise<Authorized | null> {
  const kept = await tools.installations.findKept(source);
  return kept === null || !isRunningOut(kept) ? kept && toAuthorized(kept, tenantOf(kept)) : authorize(source, tools);
}

const toAuthorized = ({ bot }: InstallationDocument, tenant: Tenant): Authorized => ({
  ...{ tenant, token: bot.token, botId: bot.id, botUserId: bot.userId },
});

const isRunningOut = ({ bot: { expiresAt } }: InstallationDocument): boolean =>
  expiresAt !== undefined && expiresAt - systemClock.now() / 1000 <= RENEWED_BEFORE_S;

type BoltLogger = NonNullable<HTTPReceiverOptions['logger']>;

/** Keyed by the error codes of Bolt's installer. Anyone can cause these by opening the address or pressing Cancel. */
const EXPECTED = new Map([
  ['slack_oauth_installer_authorization_error', 'installation canceled at Slack'],
  ['slack_oauth_invalid_state', 'OAuth redirect rejected: invalid state'],
  ['slack_oauth_missing_state', 'OAuth redirect rejected: no state'],
  ['slack_oauth_missing_code', 'OAuth redirect rejected: no code'],
]);

const Coded = z.object({ code: z.string() });

/** Bolt's installer logs every failed installation as an error. These are not faults of the bot. */
const calmInstallLog = (boltLog: BoltLogger, log: Logger): BoltLogger => ({
  debug: (...workspace) => boltLog.debug(...workspace),
  info: (...workspace) => boltLog.info(...workspace),
  warn: (...workspace) => boltLog.warn(...workspace),
  error: (...workspace) => {
    const coded = Coded.safeParse(workspace[0]);
    const sentence = coded.success ? EXPECTED.get(coded.data.code) : undefined;
    if (sentence === undefined) boltLog.error(...workspace);
    else log.info(sentence);
  },
  setLevel: (level) => boltLog.setLevel(level),
  getLevel: () => boltLog.getLevel(),
  setName: (name) => boltLog.setName(name),
});

const INSTALL_PATH = '/slack/install';
const REDIRECT_PATH = '/slack/oauth_redirect';

interface Ingredients {
  config: Config;
  tenancy: Extract<Tenancy, { kind: 'multi' }>;
  installations: SealedInstallations;
  log: Logger;
  store: Pick<Store, 'seen'>;
  /** The options of the single-workspace receiver, which this one uses too. */
  http: HTTPReceiverOptions;
  limits: RequestLimits;
}

/** The receiver for all workspaces, with the installation pages, and Bolt's token refresh. */
export function makeInstallReceiver(ingredients: Ingredients): { receiver: HTTPReceiver; renew: Authorize<boolean> } {
  const { config, http, installations, limits, log, tenancy } = ingredients;
  const { clientId, clientSecret, stateSecret } = tenancy;
  const receiver = new HTTPReceiver({
    ...http,
    ...(http.logger ? { logger: calmInstallLog(http.logger, log) } : {}),
    ...{ clientId, clientSecret, stateSecret, installationStore: installations },
    scopes: Object.keys(BOT_SCOPES),
    installerOptions: {
      installPath: INSTALL_PATH,
      redirectUriPath: REDIRECT_PATH,
      directInstall: false,
      stateVerification: true,
      clientOptions: clientOptions(config),
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
  if (!installer) throw new Error('Bolt made no installer.');
  return { receiver: limited(receiver, limits), renew: (source) => installer.authorize(source) };
}

/** Next to the Web API if its address is not Slack's default. */
const authorizationUrl = ({ slack: { apiUrl } }: Config) =>
  apiUrl === null ? {} : { authorizationUrl: new URL('/oauth/v2/authorize', apiUrl).href };

type Callbacks = NonNullable<NonNullable<HTTPReceiverOptions['installerOptions']>['callbackOptions']>;

const callbacks = ({ log, store }: Ingredients): Callbacks => ({
  // The cookie expires on first use, but only if the browser complies.
  beforeInstallation: async (_options, request, response) => {
    const state = new URL(request.url ?? '', 'http://localhost').searchParams.get('state');
    if (await store.seen.claim(`install:${state}`)) return true;
    const { status, ...page } = failedPage({ code: 'slack_oauth_invalid_state' }, INSTALL_PATH);
    sendInstallPage(response, status, page);
    return false;
  },
  success: (installation, _options, _request, response) => {
    tellInstalled(installation, log);
    sendInstallPage(response, 200, installedPage(readInstallation(installation)));
  },
  failure: (error, _options, _request, response) => {
    const { status, ...page } = failedPage(error, INSTALL_PATH);
    sendInstallPage(response, status, page);
  },
});

const tellInstalled = ({ enterprise, isEnterpriseInstall, team, user }: Installation, log: Logger) =>
  log.info({ tenant: isEnterpriseInstall ? enterprise?.id : team?.id, user: user.id }, 'bot installed');
