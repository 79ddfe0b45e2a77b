import type { Delivery } from '../delivery/delivery.ts';
import { revocationPayload } from '../delivery/payloads.ts';
import type { IncomingCall } from '../gateway/switchboard.ts';
import { type JsonObject, readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { APP_ID } from '../state/workspace-seed.ts';
import type { AuthorizationCodes } from './authorization-codes.ts';
import type { Installations, Installed } from './installations.ts';
import type { OAuthApp } from './local-slack-cloud.ts';

/**
 * `oauth.v2.access`: exchanges an authorization code or a refresh token for tokens.
 * @throws SlackApiError with Slack's codes.
 */
export function exchangeForTokens(
  { app, codes, installations }: { app: OAuthApp; codes: AuthorizationCodes; installations: Installations },
  call: IncomingCall,
): JsonObject {
  requireClient(app, call);
  const { grant_type, refresh_token, code, redirect_uri } = call.args;
  const grantType = readText(grant_type) || 'authorization_code';
  if (grantType === 'refresh_token') return describeTokens(installations.refresh(readText(refresh_token)));
  if (grantType !== 'authorization_code') throw new SlackApiError('invalid_grant_type');
  const grant = codes.redeem(readText(code), readText(redirect_uri) || null);
  const installed = installations.install(grant.tenant, grant.scopes);
  return { ...describeTokens(installed), authed_user: { id: grant.userId } };
}

function describeTokens({
  tenant,
  scopes,
  token,
  refreshToken,
  expiresIn,
  isEnterpriseInstall,
}: Installed): JsonObject {
  const [{ team }] = tenant.workspaces;
  return {
    app_id: APP_ID,
    token_type: 'bot',
    access_token: token,
    scope: scopes.join(','),
    bot_user_id: team.botUserId,
    ...(refreshToken !== null && { refresh_token: refreshToken, expires_in: expiresIn }),
    team: isEnterpriseInstall ? null : { id: team.id, name: team.name },
    enterprise: team.enterprise,
    is_enterprise_install: isEnterpriseInstall,
  };
}

/**
 * Checks the app's credentials, in a Basic header or among the arguments.
 * @throws SlackApiError invalid_client_id or bad_client_secret.
 */
function requireClient(app: OAuthApp, { args, authorization }: IncomingCall): void {
  const [id, secret] = readBasic(authorization) ?? [readText(args.client_id), readText(args.client_secret)];
  if (id !== app.clientId) throw new SlackApiError('invalid_client_id');
  if (secret !== app.clientSecret) throw new SlackApiError('bad_client_secret');
}

function readBasic(authorization: string): readonly [string, string] | null {
  const encoded = /^Basic (\S+)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  return colon < 0 ? [decoded, ''] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
}

export interface UninstallTools {
  app: OAuthApp;
  installations: Installations;
  /** The events that the app is subscribed to. */
  events: readonly string[];
}

/**
 * Uninstalls the app from a workspace, or from the whole organization. Its token is revoked immediately; then the app
 * gets those of the two events that it is subscribed to, in random order.
 */
export async function uninstallApp(
  { installations, events }: UninstallTools,
  slack: LocalWorkspace,
): Promise<Delivery[]> {
  const installed = installations.of(slack.team);
  if (!installed) throw new Error(`The app is not installed in ${slack.team.name}.`);
  installations.remove(installed);
  const news = [
    { type: 'app_uninstalled' },
    { type: 'tokens_revoked', tokens: { oauth: [], bot: [slack.team.botUserId] } },
  ].filter(({ type }) => events.includes(type));
  return Promise.all(
    news.map((event) =>
      slack.dispatcher.deliver('event', revocationPayload(slack, event, installed.isEnterpriseInstall)),
    ),
  );
}

/** `apps.uninstall`: the app uninstalls itself, and gets the same events. */
export function leaveByItself(tools: UninstallTools, call: IncomingCall): JsonObject {
  const bearer = tools.installations.bearerOf(call.token);
  if (bearer.kind === 'refused') throw new SlackApiError(bearer.error);
  if (bearer.kind === 'app') throw new SlackApiError('not_allowed_token_type');
  requireClient(tools.app, call);
  // After the answer to this call. A delivery never rejects.
  void uninstallApp(tools, bearer.reach[0]);
  return {};
}
