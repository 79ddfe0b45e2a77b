import { type Authorize, HTTPReceiver, type HTTPReceiverOptions, type Installation } from '@slack/bolt';
import type { Config, Tenancy } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import type { Store } from '../../store/open-store.ts';
import { BOT_SCOPES } from '../scopes.ts';
import type { RequestLimits } from '../start/limit-requests.ts';
import { limited } from '../start/make-receiver.ts';
import { clientOptions } from '../start/slack-client-options.ts';
import { calmInstallLog } from './install-log.ts';
import { renderInstallPage, sendInstallPage, setPageHeaders } from './install-page.ts';
import { beginPage, failedPage, installedPage } from './install-pages.ts';
import { readInstallation } from './installation-document.ts';
import type { SealedInstallations } from './sealed-installations.ts';

export const INSTALL_PATH = '/slack/install';
export const REDIRECT_PATH = '/slack/oauth_redirect';

interface Ingredients {
  config: Config;
  tenancy: Extract<Tenancy, { kind: 'multi' }>;
  installations: SealedInstallations;
  log: Logger;
  store: Pick<Store, 'seen'>;
  /** What the receiver of one workspace takes as well. */
  http: HTTPReceiverOptions;
  limits: RequestLimits;
}

/** The receiver of all workspaces, with the pages on which the bot is installed, and Bolt's way to fetch the next token. */
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

/** Beside the Web API, where that is somewhere else than usual. */
const authorizationUrl = ({ slack: { apiUrl } }: Config) =>
  apiUrl === null ? {} : { authorizationUrl: new URL('/oauth/v2/authorize', apiUrl).href };

type Callbacks = NonNullable<NonNullable<HTTPReceiverOptions['installerOptions']>['callbackOptions']>;

const callbacks = ({ log, store }: Ingredients): Callbacks => ({
  // The cookie ends with the first use, but only where the browser keeps to that.
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
  log.info({ tenant: isEnterpriseInstall ? enterprise?.id : team?.id, user: user.id }, 'the bot was installed');
