import * as z from 'zod';
import type { OAuthApp } from './local-slack-cloud.ts';

const parameters = z.object({
  client_id: z.string().default(''),
  scope: z.string().default(''),
  user_scope: z.string().default(''),
  redirect_uri: z.string().optional(),
  state: z.string().optional(),
  team: z.string().optional(),
});

export interface AuthorizeRequest {
  clientId: string;
  scopes: readonly string[];
  /** As given by the app; null if omitted. */
  redirectUri: string | null;
  /** The effective redirect URI. */
  backTo: string;
  state: string | null;
  /** The preselected workspace. */
  teamId: string | null;
}

/** An authorization request for which Slack would show an error. The message is for people. */
export class AuthorizeError extends Error {
  override readonly name = 'AuthorizeError';
}

/**
 * Parses the URL of an authorization request. `declared`: the scopes that the app may request; null allows all.
 * @throws AuthorizeError if Slack would show an error instead of the consent page.
 */
export function readAuthorizeRequest(
  app: OAuthApp,
  declared: readonly string[] | null,
  query: unknown,
): AuthorizeRequest {
  const read = parameters.safeParse(query);
  if (!read.success) throw new AuthorizeError('A parameter appears twice in the URL.');
  const { client_id, scope, user_scope, redirect_uri, state, team } = read.data;
  if (client_id !== app.clientId) throw new AuthorizeError('invalid_client_id: there is no app with this client ID.');
  const scopes = scope.split(/[,\s]+/).filter(Boolean);
  const foreign = declared ? scopes.filter((asked) => !declared.includes(asked)) : [];
  if (scopes.length === 0) throw new AuthorizeError('invalid_scope: the app asks for no scope.');
  if (foreign.length > 0) throw new AuthorizeError(`invalid_scope: the app does not declare ${foreign.join(', ')}.`);
  if (user_scope !== '') throw new AuthorizeError('invalid_scope: this Slack gives tokens to bots only, not to users.');
  const backTo = redirect_uri ?? app.redirectUris?.[0];
  if (backTo === undefined || !isHttp(backTo) || !isRegistered(app, backTo)) {
    throw new AuthorizeError('bad_redirect_uri: redirect_uri is not one of those that the app has registered.');
  }
  const redirectUri = redirect_uri ?? null;
  return { clientId: client_id, scopes, redirectUri, backTo, state: state ?? null, teamId: team ?? null };
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Slack also accepts URLs below a registered one. */
function isRegistered({ redirectUris }: OAuthApp, address: string): boolean {
  if (!redirectUris) return true;
  const { origin, pathname } = new URL(address);
  return redirectUris.some((registered) => {
    const known = new URL(registered);
    return (
      known.origin === origin &&
      (pathname === known.pathname || pathname.startsWith(`${known.pathname.replace(/\/$/, '')}/`))
    );
  });
}
