import type { IncomingCall } from '../gateway/switchboard.ts';
import { readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { OAuthApp } from './oauth-app.ts';

/**
 * Checks the app's credentials, in a Basic header or among the arguments.
 * @throws SlackApiError invalid_client_id or bad_client_secret.
 */
export function requireClient(app: OAuthApp, { args, authorization }: IncomingCall): void {
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
