import type { App, AuthorizeResult } from '@slack/bolt';
import * as z from 'zod';
import type { Logger } from '../../base/logger.ts';
import type { Tenancy } from '../../config/config.ts';
import type { Recipient } from '../../slack/listeners/events.ts';
import type { SlackClient } from '../../slack/outbound/client.ts';
import { readSlackError, saysRevoked } from '../../slack/outbound/slack-errors.ts';
import type { Store } from '../../store/store.ts';
import { UploadWorker } from '../../uploads/worker.ts';
import { httpOptions } from '../bolt.ts';
import { clientMaker, makeApp, type Opened, type Opening, openBotStore } from '../opened.ts';
import { openSpool, workerOptions } from '../workspace.ts';
import { startInstallationChecks } from './installation-checks.ts';
import { SealedInstallations, type Source } from './installations.ts';
import { type Authorized, authorize, authorizeStored, makeInstallReceiver } from './oauth.ts';
import { sourceOf, Workspaces } from './workspaces.ts';

const Revocation = z.object({
  event: z.object({ tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish() }),
});

/** For the check after an uninstall event. Without an event, an expired token may still be refreshed. */
const saysRevokedOrExpired = (error: unknown): boolean =>
  saysRevoked(error) || /^(not_authed|token_expired)$/.test(readSlackError(error) ?? '');

/** Slack's error for an unknown token, but also for any request from an IP address that the app doesn't allow. */
const isAmbiguous = (error: string | null): boolean => error === 'invalid_auth';

/** How many other installations to try until Slack accepts one. */
const MAX_OTHERS = 5;

interface Tools {
  log: Logger;
  store: Pick<Store, 'installations' | 'of'>;
  /** Finds the current token; null if the app isn't installed. */
  authorize: (source: Source) => Promise<Authorized | null>;
  makeClient: (token: string) => SlackClient;
  drop: (tenantId: string) => void;
}

interface Whom {
  teamId?: string | undefined;
  enterpriseId?: string | undefined;
  isEnterpriseInstall: boolean;
}

/** Deletes the tokens and API keys of workspaces that have removed the bot. Their audit logs are kept. */
export class Uninstalls {
  readonly #tools: Tools;
  readonly #checking = new Set<string>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Slack sends both events, in any order, and may redeliver them after a reinstallation. */
  listen(app: App): void {
    app.event('app_uninstalled', ({ context }) => this.#endOf(context));
    app.event('tokens_revoked', async ({ body, context }) => {
      const { event } = Revocation.parse(body);
      // The bot uses no user tokens.
      if ((event.tokens?.bot ?? []).length > 0) await this.#endOf(context);
    });
  }

  /**
   * A fallback for missed events: checks the stored token with Slack, and forgets the workspace if the token is
   * revoked. `invalid_auth` only counts if Slack accepts another workspace's token, because this machine's IP address
   * may be the cause. Any other response, or none, changes nothing. Never throws.
   */
  async endIfGone(tenantId: string): Promise<void> {
    if (this.#checking.has(tenantId)) return;
    this.#checking.add(tenantId);
    try {
      const kept = await this.#tools.authorize(sourceOf(tenantId));
      // Slack may have replaced this token with the refreshed one.
      if (kept?.isBeingRenewed) return;
      const refusal = kept && (await this.#findRefusal(kept, saysRevoked));
      if (refusal === null) return;
      if (isAmbiguous(refusal) && !(await this.#isAnotherAccepted(tenantId))) {
        this.#tools.log.warn(
          { tenant: tenantId },
          'token rejected, but no other token was accepted, so nothing was deleted',
        );
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
    // An organization's uninstall event names no workspace.
    const id = isEnterpriseInstall ? enterpriseId : (teamId ?? enterpriseId);
    if (id === undefined) return;
    const kept = await this.#tools.authorize(sourceOf(id));
    if (!kept || (await this.#findRefusal(kept, saysRevokedOrExpired))) return this.#forget(id);
    this.#tools.log.info({ tenant: id }, 'uninstall event ignored: Slack did not reject the stored token');
  }

  /** Slack's error for this token; null if Slack accepts it, or if another token has been stored since. */
  async #findRefusal({ tenant, token }: Authorized, isMeant: (error: unknown) => boolean): Promise<string | null> {
    const { authorize, makeClient } = this.#tools;
    try {
      await makeClient(token).web.auth.test();
      return null;
    } catch (error) {
      // If Slack is unreachable, nothing is known about the token.
      if (!isMeant(error)) return null;
      // The app may have been reinstalled, or its token refreshed, during the check.
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
        // This says nothing about the IP address, so the next one is tried.
      }
    }
    return false;
  }

  async #forget(id: string): Promise<void> {
    const { drop, log, store } = this.#tools;
    await store.of(id).forget();
    drop(id);
    log.info({ tenant: id }, 'bot uninstalled, tokens and account key deleted');
  }
}

/**
 * Opens a bot for any number of workspaces. Doesn't call Slack for any of them at startup.
 * @throws errors of the store and the disk.
 */
export async function openWorkspaces(tenancy: Extract<Tenancy, { kind: 'multi' }>, opening: Opening): Promise<Opened> {
  const { clock, config, inFlight, listening, log, openService, uploads } = opening;
  const { mode } = config.slack;
  if (mode.kind !== 'http') throw new Error('Several workspaces need HTTP.');
  const store = await openBotStore(opening, tenancy.keys);
  const spool = await openSpool(config);
  const installations = new SealedInstallations(store);
  const http = httpOptions(mode.signingSecret, config, log, listening);
  const { receiver, renew } = makeInstallReceiver({
    config,
    tenancy,
    installations,
    listening,
    log,
    store,
    http,
  });
  const renewed = ({ tenant, token }: Authorized) => {
    for (const { client } of workspaces.kept(tenant.id)) client.useToken(token);
  };
  const tools = { clock, inFlight, installations, log, renew, renewed, seen: store.seen };
  const find = (source: Source) => authorizeStored(source, tools);
  // Hides the receiver's installer, because Bolt would use that for authorization, and accepts no `authorize` beside
  // it.
  const listener = {
    init: receiver.init.bind(receiver),
    start: receiver.start.bind(receiver),
    stop: () => receiver.stop(),
  };
  const recipients = new WeakMap<object, Recipient>();
  const app = makeApp(
    {
      receiver: listener,
      authorize: async ({ enterpriseId, isEnterpriseInstall, teamId }, body) => {
        const authorized = await find({ enterpriseId, isEnterpriseInstall, teamId });
        if (authorized && body) {
          recipients.set(body, { tenantId: authorized.tenant.id, botUserId: authorized.botUserId });
        }
        return toContext(authorized);
      },
    },
    opening,
  );
  await app.init();
  const uploadWorker: UploadWorker = new UploadWorker(
    { tenantId: null, store, log, clock, toolsOf: (id) => workspaces.toolsOf(id) },
    workerOptions(config, uploads),
  );
  const makeClient = clientMaker(opening);
  const workspaces: Workspaces = new Workspaces({
    shared: { ...opening, spool, store, uploadWorker },
    authorize: find,
    openService,
    makeClient,
    onRevoked: (id) => void inFlight.run(() => uninstalls.endIfGone(id)),
  });
  const uninstalls = new Uninstalls({
    log,
    store,
    makeClient,
    // Reads the stored state, because a deletion must not depend on a cached one.
    authorize: (source) => authorize(source, tools),
    drop: (id) => workspaces.drop(id),
  });
  uninstalls.listen(app);
  return {
    app,
    store,
    spool,
    uploadWorker,
    findWorkspace: workspaces.find,
    clientOf: (context) => workspaces.clientOf(context),
    recipientOf: (body) => recipients.get(body) ?? null,
    onlyTenantId: null,
    workspaceOf: (id) => workspaces.byTenant(id),
    peekWorkspace: (id) => workspaces.peek(id),
    keptWorkspaces: (id) => workspaces.kept(id),
    startInstallationChecks: () => startInstallationChecks({ clock, inFlight, log, store, uninstalls }),
  };
}

/**
 * Omits the field where Bolt looks for the token, because Bolt would cache a client for each token that it has ever
 * seen.
 */
function toContext(authorized: Authorized | null): AuthorizeResult {
  if (!authorized) throw new Error('The app is not installed there.');
  const { botId, botUserId } = authorized;
  return { botId, botUserId, workspace: authorized };
}
