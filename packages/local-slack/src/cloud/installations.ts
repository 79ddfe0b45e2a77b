import { randomBytes } from 'node:crypto';
import type { Bearer } from '../gateway/switchboard.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { Installation, Team } from '../state/team.ts';
import type { OAuthApp } from './local-slack-cloud.ts';
import type { Tenant } from './tenant.ts';

/** The same as Slack's. */
const DEFAULT_LIFETIME_S = 43_200;

/** The app in one tenant, with its current tokens. */
export interface Installed extends Installation {
  tenant: Tenant;
  token: string;
  /** With token rotation: single-use, for the next pair. */
  refreshToken: string | null;
  /** Validity of the token in seconds; null if unlimited. */
  expiresIn: number | null;
}

interface IssuedToken {
  tenant: Tenant;
  /** In milliseconds since 1970; null for never. */
  expiresAt: number | null;
  /** Slack's error code for it; null while it is valid. */
  error: 'token_expired' | 'invalid_auth' | 'account_inactive' | null;
}

/** The app's installations, and every token that it has been issued. */
export class Installations {
  readonly #app: OAuthApp;
  readonly #now: () => number;
  readonly #installed = new Map<string, Installed>();
  readonly #tokens = new Map<string, IssuedToken>();

  constructor(app: OAuthApp, now: () => number) {
    this.#app = app;
    this.#now = now;
  }

  /** The installation for this workspace: its own, or its organization's. */
  of({ id, enterprise }: Team): Installed | null {
    return this.#installed.get(id) ?? this.#installed.get(enterprise?.id ?? '') ?? null;
  }

  /**
   * Installs the app, or adds scopes to an installation. An installation for a whole organization replaces those of its
   * workspaces.
   * @throws SlackApiError if the organization already has it.
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
    // Without rotation there is a single, permanent token.
    const kept = before && !before.refreshToken ? before : null;
    return this.#put({ tenant, scopes: all, isEnterpriseInstall: tenant.isEnterprise }, kept?.token ?? null);
  }

  /** Issues the next pair of tokens. @throws SlackApiError invalid_refresh_token unless it is the latest. */
  refresh(refreshToken: string): Installed {
    const before = [...this.#installed.values()].find((installed) => installed.refreshToken === refreshToken);
    if (refreshToken === '' || !before) throw new SlackApiError('invalid_refresh_token');
    return this.#put(before, null);
  }

  bearerOf(token: string): Bearer {
    const issued = this.#tokens.get(token);
    if (!issued) return { kind: 'refused', error: token === '' ? 'not_authed' : 'invalid_auth', reach: [] };
    const isOver = issued.expiresAt !== null && this.#now() >= issued.expiresAt;
    const error = issued.error ?? (isOver ? 'token_expired' : null);
    const reach = issued.tenant.workspaces;
    return error === null ? { kind: 'bot', reach } : { kind: 'refused', error, reach };
  }

  /** Expires the token of a tenant; it can be refreshed. */
  expire(tenantId: string): void {
    const installed = this.#installed.get(tenantId);
    if (!installed?.refreshToken) throw new Error(`No expiring token in ${tenantId}.`);
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
    const { tokenRotation = false, tokenLifetimeS = DEFAULT_LIFETIME_S } = this.#app;
    const token = same ?? `${tokenRotation ? 'xoxe.xoxb' : 'xoxb'}-${madeUp(tenant)}`;
    const installed: Installed = {
      tenant,
      scopes,
      isEnterpriseInstall,
      token,
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

/** Unique, and unlike Slack's tokens. */
function madeUp({ id }: Tenant): string {
  return `made-up-${id.toLowerCase()}-${randomBytes(12).toString('hex')}`;
}
