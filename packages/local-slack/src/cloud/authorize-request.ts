import * as z from 'zod';
import type { OAuthApp } from './oauth-app.ts';

const parameters = z.object({
  client_id: z.string().default(''),
  scope: z.string().default(''),
  user_scope: z.string().default(''),
  redirect_uri: z.string().optional(),
  state: z.string().optional(),
  team: z.string().optional(),
});

/** What an app asks for when it sends somebody to be asked. */
export interface AuthorizeRequest {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** As the app gave it; null where it left it out. */
  readonly redirectUri: string | null;
  /** Where people are sent back to. */
  readonly backTo: string;
  readonly state: string | null;
  /** The workspace that is proposed. */
  readonly teamId: string | null;
}

/** An app's request for an authorization that Slack would not show to anybody; the message is for a person. */
export class AuthorizeError extends Error {
  override readonly name = 'AuthorizeError';
}

/**
 * Reads the address to which an app has sent somebody. `declared`: the scopes that the app may ask for; all when null.
 * @throws AuthorizeError when people would see an error in place of the question.
 */
export function readAuthorizeRequest(
  app: OAuthApp,
  declared: readonly string[] | null,
  query: unknown,
): AuthorizeRequest {
  const read = parameters.safeParse(query);
  if (!read.success) throw new AuthorizeError('The address holds a parameter twice.');
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

/** Slack also takes what lies below a registered address. */
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
