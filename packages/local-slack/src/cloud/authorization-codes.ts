import { randomBytes } from 'node:crypto';
import { forgetOldest } from '../forget-oldest.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { Tenant } from './tenant.ts';

/** As long as Slack's. */
const lifetimeMs = 10 * 60 * 1000;
/** So many are remembered, for the difference between used and never issued. */
const remembered = 1000;

/** What somebody has allowed. */
export interface Grant {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** Where the app asked to send people back to; null where it left that to its settings. */
  readonly redirectUri: string | null;
}

/** The codes with which people are sent back to the app: good once and for 10 minutes. */
export class AuthorizationCodes {
  readonly #issued = new Map<string, Grant & { readonly expiresAt: number; used: boolean }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  issue(grant: Grant): string {
    const code = `made-up-code-${randomBytes(16).toString('hex')}`;
    this.#issued.set(code, { ...grant, expiresAt: this.#now() + lifetimeMs, used: false });
    forgetOldest(this.#issued, remembered);
    return code;
  }

  /** @throws SlackApiError as Slack says it: invalid_code, code_already_used or bad_redirect_uri. */
  redeem(code: string, redirectUri: string | null): Grant {
    const grant = this.#issued.get(code);
    if (!grant || this.#now() > grant.expiresAt) throw new SlackApiError('invalid_code');
    if (grant.used) throw new SlackApiError('code_already_used');
    if (grant.redirectUri !== redirectUri) throw new SlackApiError('bad_redirect_uri');
    grant.used = true;
    return grant;
  }
}
