import type { Delivery } from '../delivery/delivery.ts';
import { revocationPayload } from '../delivery/payloads.ts';
import type { IncomingCall } from '../gateway/switchboard.ts';
import type { JsonObject } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Installations } from './installations.ts';
import type { OAuthApp } from './oauth-app.ts';
import { requireClient } from './require-client.ts';

export interface UninstallTools {
  readonly app: OAuthApp;
  readonly installations: Installations;
  /** The events that the app is subscribed to. */
  readonly events: readonly string[];
}

/**
 * Uninstalls the app from a workspace, or from the whole organization. Its token is revoked immediately; then the app
 * gets those of the two events that it is subscribed to, in random order.
 */
export async function uninstallApp({ installations, events }: UninstallTools, slack: Workspace): Promise<Delivery[]> {
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
