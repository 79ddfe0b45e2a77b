import { setMaxListeners } from 'node:events';
import { SocketHub } from '../delivery/socket-hub.ts';
import { FileBytesInMemory } from '../files/file-bytes.ts';
import { FileUploads } from '../files/file-uploads.ts';
import { Faults } from '../gateway/faults.ts';
import { startGateway } from '../gateway/gateway.ts';
import { type IncomingCall, Switchboard } from '../gateway/switchboard.ts';
import { Wire } from '../gateway/wire.ts';
import { openWorkspace } from '../open-workspace.ts';
import type { Team } from '../state/team.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { APP_ID, credentials, DEFAULT_EVENTS } from '../state/workspace-seed.ts';
import { type HandleOptions, makeHandle } from '../workspace-handle.ts';
import { AuthorizationCodes } from './authorization-codes.ts';
import { AUTHORIZE_PATH } from './authorize-page.ts';
import { addAuthorizeRoutes } from './authorize-routes.ts';
import { installAs } from './install-as.ts';
import { Installations } from './installations.ts';
import type { CloudWorkspace, LocalSlackCloud, LocalSlackCloudOptions, OAuthApp } from './local-slack-cloud.ts';
import { exchangeForTokens, leaveByItself, type UninstallTools, uninstallApp } from './oauth-methods.ts';
import { planWorkspaces, type WorkspacePlan } from './plan-workspaces.ts';
import { findTenantId, listTenants } from './tenant.ts';

export type { Hop } from './browser.ts';
export type { InstallResult } from './install-as.ts';
export type {
  CloudWorkspace,
  InstallChoice,
  LocalSlackCloud,
  LocalSlackCloudOptions,
  OAuthApp,
} from './local-slack-cloud.ts';
export type { WorkspaceSpec } from './plan-workspaces.ts';

/** Starts several workspaces on one free port. Initially the app is installed in none of them. */
export async function startLocalSlackCloud<const Name extends string>(
  options: LocalSlackCloudOptions<Name>,
): Promise<LocalSlackCloud<Name>> {
  const { app, now = Date.now, events = [...DEFAULT_EVENTS, 'app_uninstalled', 'tokens_revoked'] } = options;
  let settings: Pick<OAuthApp, 'redirectUris'> = {};
  let listensAt = '';
  const hub = new SocketHub();
  const installations = new Installations(app, now);
  const codes = new AuthorizationCodes(now);
  const shared = { hub, events, bytes: new FileBytesInMemory(), origin: () => listensAt };
  const uploadsOf = keepUploads();
  const open = (plan: WorkspacePlan<Name>) => {
    const { team, stem, userGroups = [] } = plan;
    const own = { team, stem, userGroups, people: Object.values(plan.people), uploads: uploadsOf(team) };
    return {
      plan,
      slack: openWorkspace({ ...options, ...shared, ...own, installation: () => installations.of(team) }),
    };
  };
  const [first, ...others] = planWorkspaces<Name>(options.workspaces);
  const places = [open(first), ...others.map(open)] as const;
  const [one, ...more] = places;
  const workspaces = [one.slack, ...more.map(({ slack }) => slack)] as const;

  const tools = { app, codes, installations, events };
  const tenants = listTenants(workspaces, app.orgDeploy ?? false);
  const lobby = { wire: new Wire(), faults: new Faults(), scopes: [] };
  const switchboard = new Switchboard({
    hub,
    lobby,
    workspaces,
    bearerOf: (token) => (token === credentials.appToken ? { kind: 'app' } : installations.bearerOf(token)),
    appMethods: new Map([
      ['oauth.v2.access', (call: IncomingCall) => exchangeForTokens(tools, call)],
      ['apps.uninstall', (call: IncomingCall) => leaveByItself(tools, call)],
    ]),
  });
  const gateway = await startGateway(switchboard, {
    now,
    addRoutes: (server) =>
      addAuthorizeRoutes(server, {
        codes,
        app: () => ({ ...app, ...settings }),
        tenants,
        declaredScopes: options.scopes ?? null,
      }),
  });
  listensAt = gateway.origin;

  const closing = new AbortController();
  // Every wait in every workspace listens to it.
  setMaxListeners(0, closing.signal);
  const close = async () => {
    closing.abort();
    await hub.close();
    await gateway.server.close();
  };
  const useHttp = (eventsUrl: string) => {
    for (const { dispatcher } of workspaces) dispatcher.eventsUrl = eventsUrl;
  };
  const handles = places.map(({ plan, slack }): [Name, CloudWorkspace] => [
    plan.name,
    makeCloudWorkspace(slack, tools, { people: plan.people, closing: closing.signal, close, useHttp }),
  ]);
  const authorizationUrl = gateway.origin + AUTHORIZE_PATH;
  return {
    app,
    appId: APP_ID,
    authorizationUrl,
    close,
    useHttp,
    origin: gateway.origin,
    apiUrl: `${gateway.origin}/api/`,
    signingSecret: credentials.signingSecret,
    workspaces: Object.fromEntries(handles) as Record<Name, CloudWorkspace>,
    installAs: async (person, installUrl, { into, allow = true } = {}) =>
      installAs(person, { installUrl, authorizationUrl }, { tenantId: findTenantId(tenants, person, into), allow }),
    setRedirectUris: (redirectUris) => {
      settings = { redirectUris };
    },
    expireTokens: (tenantId) => installations.expire(tenantId),
    wire: lobby.wire.entries,
    onWire: (listener) => lobby.wire.listen(listener),
    faults: lobby.faults,
  };
}

/** The handle of one workspace of several, for tests. */
function makeCloudWorkspace(
  slack: LocalWorkspace,
  tools: UninstallTools,
  options: Omit<HandleOptions, 'botToken'> & Pick<CloudWorkspace, 'useHttp'>,
): CloudWorkspace {
  const { team } = slack;
  const botToken = () => {
    const installed = tools.installations.of(team);
    if (!installed) throw new Error(`The app is not installed in ${team.name}, so it has no token there.`);
    return installed.token;
  };
  return Object.assign(makeHandle(slack, { ...options, botToken }), {
    team,
    useHttp: options.useHttp,
    isInstalled: () => tools.installations.of(team) !== null,
    uninstall: () => uninstallApp(tools, slack),
  });
}

/**
 * The bot's pending uploads. With an organization's token the first steps name no workspace, so its workspaces share
 * their uploads.
 */
function keepUploads(): (team: Team) => FileUploads {
  const known = new Map<string, FileUploads>();
  return ({ id, enterprise }) => {
    const owner = enterprise?.id ?? id;
    const uploads = known.get(owner) ?? new FileUploads();
    known.set(owner, uploads);
    return uploads;
  };
}
