import type { App } from '@slack/bolt';
import * as z from 'zod';
import type { Logger } from '../../logger.ts';
import type { Store } from '../../store/open-store.ts';
import { readSlackError, saysRevoked } from '../outbound/read-slack-error.ts';
import type { SlackClient } from '../slack-client.ts';
import type { Authorized } from './authorize.ts';
import type { Source } from './sealed-installations.ts';
import { sourceOf } from './workspaces.ts';

const Revocation = z.object({
  event: z.object({ tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish() }),
});

/** For use after an uninstall event. Without one, an expired token may still be refreshed. */
const saysRevokedOrExpired = (error: unknown): boolean =>
  saysRevoked(error) || /^(not_authed|token_expired)$/.test(readSlackError(error) ?? '');

/** Slack says it of an unknown token, and to every address that is missing from the app's list of allowed addresses. */
const isAmbiguous = (error: string | null): boolean => error === 'invalid_auth';

/** Of other installations, to find one that Slack accepts. */
const MAX_OTHERS = 5;

interface Tools {
  log: Logger;
  store: Pick<Store, 'forgetTenant' | 'assignments' | 'installations' | 'snapshots'>;
  /** Finds the token that is kept now; null where the app is not installed. */
  authorize: (source: Source) => Promise<Authorized | null>;
  makeClient: (token: string) => SlackClient;
  /** Discards the workspace's parts. */
  drop: (tenantId: string) => void;
}

interface Whom {
  teamId?: string | undefined;
  enterpriseId?: string | undefined;
  isEnterpriseInstall: boolean;
}

/** Forgets workspaces that have removed the bot: their tokens and the key of their account. The history stays. */
export class Uninstalls {
  readonly #tools: Tools;
  readonly #checking = new Set<string>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Slack sends two events, in any order, and may redeliver them after a reinstall. */
  listen(app: App): void {
    app.event('app_uninstalled', ({ context }) => this.#endOf(context));
    app.event('tokens_revoked', async ({ body, context }) => {
      const { event } = Revocation.parse(body);
      // User tokens are not the bot's.
      if ((event.tokens?.bot ?? []).length > 0) await this.#endOf(context);
    });
  }

  /**
   * Fallback for a missed event: checks the stored token with Slack and forgets the workspace if the token is revoked.
   * `invalid_auth` counts only while Slack accepts another workspace's token: otherwise the cause may be this machine's
   * IP address. Any other answer, or none, changes nothing. Never throws.
   */
  async endIfGone(tenantId: string): Promise<void> {
    if (this.#checking.has(tenantId)) return;
    this.#checking.add(tenantId);
    try {
      const kept = await this.#tools.authorize(sourceOf(tenantId));
      const refusal = kept && (await this.#findRefusal(kept, saysRevoked));
      if (refusal === null) return;
      if (isAmbiguous(refusal) && !(await this.#isAnotherAccepted(tenantId))) {
        this.#tools.log.warn({ tenant: tenantId }, 'Slack rejects every token from here, so nothing is deleted');
        return;
      }
      await this.#forget(tenantId);
    } catch (error) {
      this.#tools.log.warn({ err: error, tenant: tenantId }, 'installation check failed');
    } finally {
      this.#checking.delete(tenantId);
    }
  }

  async #endOf({ enterpriseId, isEnterpriseInstall, teamId }: Whom): Promise<void> {
    // The uninstall event of an organization names no workspace.
    const id = isEnterpriseInstall ? enterpriseId : (teamId ?? enterpriseId);
    if (id === undefined) return;
    const kept = await this.#tools.authorize(sourceOf(id));
    if (!kept || (await this.#findRefusal(kept, saysRevokedOrExpired))) return this.#forget(id);
    this.#tools.log.info({ tenant: id }, 'uninstall event ignored: there is a newer installation');
  }

  /** The error with which Slack rejects this token; null if it accepts it, or if another token is stored by now. */
  async #findRefusal({ tenant, token }: Authorized, isMeant: (error: unknown) => boolean): Promise<string | null> {
    const { authorize, makeClient } = this.#tools;
    try {
      await makeClient(token).web.auth.test();
      return null;
    } catch (error) {
      // An unreachable Slack proves nothing.
      if (!isMeant(error)) return null;
      // Reinstalled or refreshed during the check.
      const now = await authorize(sourceOf(tenant.id));
      return now === null || now.token === token ? readSlackError(error) : null;
    }
  }

  async #isAnotherAccepted(tenantId: string): Promise<boolean> {
    const { authorize, makeClient, store } = this.#tools;
    const others = (await store.installations.tenants()).filter((id) => id !== tenantId);
    for (const id of others.slice(0, MAX_OTHERS)) {
      try {
        const kept = await authorize(sourceOf(id));
        if (!kept) continue;
        await makeClient(kept.token).web.auth.test();
        return true;
      } catch {
        // Says nothing about the address.
      }
    }
    return false;
  }

  async #forget(id: string): Promise<void> {
    const { drop, log, store } = this.#tools;
    await store.forgetTenant(id);
    await store.assignments.forgetAll(id);
    await store.snapshots.of(id).forget();
    drop(id);
    log.info({ tenant: id }, 'bot uninstalled, tokens and account key deleted');
  }
}
