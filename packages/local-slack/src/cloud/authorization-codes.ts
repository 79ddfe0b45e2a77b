import { randomBytes } from 'node:crypto';
import { SlackApiError } from '../slack-api-error.ts';
import { forgetOldest } from '../state/forget-oldest.ts';
import type { Tenant } from './tenant.ts';

/** The same as Slack's. */
const LIFETIME_MS = 10 * 60 * 1000;
/** Number of codes remembered, to distinguish used ones from unknown ones. */
const MAX_REMEMBERED = 1000;

interface Grant {
  tenant: Tenant;
  userId: string;
  scopes: readonly string[];
  /** The redirect URI of the request; null if it used the app's default. */
  redirectUri: string | null;
}

/** Authorization codes, valid once and for 10 minutes. */
export class AuthorizationCodes {
  readonly #issued = new Map<string, Grant & { expiresAt: number; used: boolean }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  issue(grant: Grant): string {
    const code = `made-up-code-${randomBytes(16).toString('hex')}`;
    this.#issued.set(code, { ...grant, expiresAt: this.#now() + LIFETIME_MS, used: false });
    forgetOldest(this.#issued, MAX_REMEMBERED);
    return code;
  }

  /** @throws SlackApiError with Slack's codes: invalid_code, code_already_used or bad_redirect_uri. */
  redeem(code: string, redirectUri: string | null): Grant {
    const grant = this.#issued.get(code);
    if (!grant || this.#now() > grant.expiresAt) throw new SlackApiError('invalid_code');
    if (grant.used) throw new SlackApiError('code_already_used');
    if (grant.redirectUri !== redirectUri) throw new SlackApiError('bad_redirect_uri');
    grant.used = true;
    return grant;
  }
}
