import { App, HTTPReceiver, type Installation, type InstallationQuery, LogLevel } from '@slack/bolt';
import { onTestFinished } from 'vitest';
import {
  type LocalSlackCloudOptions,
  type OAuthApp,
  startLocalSlackCloud,
} from '../src/cloud/start-local-slack-cloud.ts';
import { UNHURRIED } from './unhurried.ts';

/** The settings of an app, all made up. */
export const madeUpApp = {
  clientId: '1111.2222',
  clientSecret: 'client-secret-made-up',
} as const satisfies OAuthApp;

export const scopes = ['commands', 'chat:write', 'files:read', 'files:write'];

/** New workspaces that are closed after the test. */
export async function openCloud<const Name extends string>(
  options: Omit<LocalSlackCloudOptions<Name>, 'app'> & { app?: Partial<OAuthApp> },
) {
  const cloud = await startLocalSlackCloud({ ...UNHURRIED, ...options, app: { ...madeUpApp, ...options.app } });
  onTestFinished(() => cloud.close());
  return cloud;
}

/** These tests provoke refusals, so they are not logged. */
const quiet = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  setName: () => {},
  getLevel: () => LogLevel.ERROR,
};

const keyOf = (query: InstallationQuery<boolean>) =>
  query.isEnterpriseInstall ? query.enterpriseId : (query.teamId ?? query.enterpriseId);

/**
 * A real, distributable Bolt app with the listeners added by `listen` and its installations in `kept`, not yet
 * installed.
 */
export async function openDistributedApp<const Name extends string>(
  options: Parameters<typeof openCloud<Name>>[0],
  listen: (app: App) => void = () => {},
  { directInstall = false }: { directInstall?: boolean } = {},
) {
  const cloud = await openCloud<Name>(options);
  const { apiUrl, authorizationUrl } = cloud;
  const kept = new Map<string, Installation>();
  const clientOptions = { slackApiUrl: apiUrl, timeout: 60_000, retryConfig: { retries: 0 } };
  const receiver = new HTTPReceiver({
    signingSecret: cloud.signingSecret,
    clientId: cloud.app.clientId,
    clientSecret: cloud.app.clientSecret,
    stateSecret: 'state-secret-made-up',
    scopes,
    logger: quiet,
    installationStore: {
      storeInstallation: async (installation) => {
        const id = installation.isEnterpriseInstall ? installation.enterprise?.id : installation.team?.id;
        kept.set(id ?? '', installation);
      },
      fetchInstallation: async (query) => {
        const found = kept.get(keyOf(query) ?? '');
        if (!found) throw new Error(`There is no installation for ${keyOf(query)}.`);
        return found;
      },
      deleteInstallation: async (query) => {
        kept.delete(keyOf(query) ?? '');
      },
    },
    installerOptions: { authorizationUrl, clientOptions, directInstall },
  });
  const app = new App({
    receiver,
    clientOptions,
    logger: quiet,
    deferInitialization: true,
    convoStore: false,
  });
  await app.init();
  listen(app);
  const server = await app.start({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.stop();
  });
  const address = 'address' in server ? server.address() : null;
  if (typeof address !== 'object' || address === null) throw new Error('The receiver does not listen on a port.');
  const origin = `http://127.0.0.1:${address.port}`;
  cloud.useHttp(`${origin}/slack/events`);
  cloud.setRedirectUris([`${origin}/slack/oauth_redirect`]);
  return { cloud, app, kept, origin, installUrl: `${origin}/slack/install` };
}
