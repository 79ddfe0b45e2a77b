import type { IncomingCall } from '../gateway/switchboard.ts';
import { type JsonObject, readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { appId } from '../state/workspace-seed.ts';
import type { AuthorizationCodes } from './authorization-codes.ts';
import type { Installations, Installed } from './installations.ts';
import type { OAuthApp } from './oauth-app.ts';
import { requireClient } from './require-client.ts';

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
    app_id: appId,
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
