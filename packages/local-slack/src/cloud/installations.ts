import { randomBytes } from 'node:crypto';
import { SlackApiError } from '../slack-api-error.ts';
import type { Bearer } from '../switchboard.ts';
import type { Installation, Team } from '../team.ts';
import type { OAuthApp } from './oauth-app.ts';
import type { Tenant } from './tenant.ts';

/** As long as Slack's. */
const usualLifetimeS = 43_200;

/** The app in one tenant, with the tokens that are good now. */
export interface Installed extends Installation {
  readonly tenant: Tenant;
  readonly token: string;
  /** With token rotation: good once, for the next pair. */
  readonly refreshToken: string | null;
  /** Seconds for which the token is good; null for ever. */
  readonly expiresIn: number | null;
}

interface IssuedToken {
  readonly tenant: Tenant;
  /** In milliseconds; null for never. */
  readonly expiresAt: number | null;
  /** What Slack says to it; null while it is good. */
  error: 'token_expired' | 'invalid_auth' | 'account_inactive' | null;
}

/** Where the app is installed, and every token that it got there. */
export class Installations {
  readonly #app: OAuthApp;
  readonly #now: () => number;
  readonly #installed = new Map<string, Installed>();
  readonly #tokens = new Map<string, IssuedToken>();

  constructor(app: OAuthApp, now: () => number) {
    this.#app = app;
    this.#now = now;
  }

  /** How the app is in this workspace: by itself, or with its whole organisation. */
  of({ id, enterprise }: Team): Installed | null {
    return this.#installed.get(id) ?? this.#installed.get(enterprise?.id ?? '') ?? null;
  }

  /**
   * Installs the app, or adds scopes where it is already. Of a whole organisation: in place of what its workspaces had.
   * @throws SlackApiError where it is there with the whole organisation.
   */
  install(tenant: Tenant, scopes: readonly string[]): Installed {
    for (const { team } of tenant.workspaces) {
      const before = this.of(team);
      if (before && before.tenant.id !== tenant.id) {
        if (!tenant.isEnterprise) throw new SlackApiError('cannot_install_an_org_installed_app');
        this.#end(before, 'invalid_auth');
      }
    }
    const before = this.#installed.get(tenant.id);
    const all = [...new Set([...(before?.scopes ?? []), ...scopes])];
    // Without rotation there is one token, and it stays the same.
    const kept = before && !before.refreshToken ? before : null;
    return this.#put({ tenant, scopes: all, isEnterpriseInstall: tenant.isEnterprise }, kept?.token ?? null);
  }

  /** The next pair of tokens. @throws SlackApiError invalid_refresh_token for one that is not the latest. */
  refresh(refreshToken: string): Installed {
    const before = [...this.#installed.values()].find((installed) => installed.refreshToken === refreshToken);
    if (refreshToken === '' || !before) throw new SlackApiError('invalid_refresh_token');
    return this.#put(before, null);
  }

  /** Whose a token is. */
  bearerOf(token: string): Bearer {
    const issued = this.#tokens.get(token);
    if (!issued) return { kind: 'refused', error: token === '' ? 'not_authed' : 'invalid_auth', reach: [] };
    const isOver = issued.expiresAt !== null && this.#now() >= issued.expiresAt;
    const error = issued.error ?? (isOver ? 'token_expired' : null);
    const reach = issued.tenant.workspaces;
    return error === null ? { kind: 'bot', reach } : { kind: 'refused', error, reach };
  }

  /** The token of a tenant is no longer good from now on; it can be refreshed. */
  expire(tenantId: string): void {
    const installed = this.#installed.get(tenantId);
    if (!installed?.refreshToken) throw new Error(`There is no token that could expire in ${tenantId}.`);
    this.#kill(installed.token, 'token_expired');
  }

  remove(installed: Installed): void {
    this.#end(installed, 'account_inactive');
  }

  #put(
    { tenant, scopes, isEnterpriseInstall }: Omit<Installed, 'token' | 'refreshToken' | 'expiresIn'>,
    same: string | null,
  ) {
    const old = this.#installed.get(tenant.id);
    if (old && old.token !== same) this.#kill(old.token, 'invalid_auth');
    const { tokenRotation = false, tokenLifetimeS = usualLifetimeS } = this.#app;
    const token = same ?? `${tokenRotation ? 'xoxe.xoxb' : 'xoxb'}-${madeUp(tenant)}`;
    const installed: Installed = {
      ...{ tenant, scopes, isEnterpriseInstall, token },
      refreshToken: tokenRotation ? `xoxe-${madeUp(tenant)}` : null,
      expiresIn: tokenRotation ? tokenLifetimeS : null,
    };
    const expiresAt = installed.expiresIn === null ? null : this.#now() + installed.expiresIn * 1000;
    this.#tokens.set(token, { tenant, expiresAt, error: null });
    this.#installed.set(tenant.id, installed);
    return installed;
  }

  #end({ tenant, token }: Installed, error: IssuedToken['error']): void {
    this.#installed.delete(tenant.id);
    this.#kill(token, error);
  }

  #kill(token: string, error: IssuedToken['error']): void {
    const issued = this.#tokens.get(token);
    if (issued) issued.error = error;
  }
}

/** Like no token of Slack's, and never the same. */
function madeUp({ id }: Tenant): string {
  return `made-up-${id.toLowerCase()}-${randomBytes(12).toString('hex')}`;
}
