import type { AuthorizeResult } from '@slack/bolt';
import type { Tenancy } from '../../config.ts';
import { UploadWorker } from '../../uploads/upload-worker.ts';
import type { Recipient } from '../inbound/write-down-drop.ts';
import { httpOptions } from '../start/make-receiver.ts';
import { openSpool } from '../start/open-spool.ts';
import { clientMaker, makeApp, type Opened, type Opening, openBotStore } from '../start/opened.ts';
import { workerOptions } from '../start/upload-times.ts';
import { type Authorized, authorize } from './authorize.ts';
import { startInstallationChecks } from './installation-checks.ts';
import { makeInstallReceiver } from './make-install-receiver.ts';
import { SealedInstallations, type Source } from './sealed-installations.ts';
import { Uninstalls } from './uninstalls.ts';
import { Workspaces } from './workspaces.ts';

/**
 * A bot of all workspaces that install it. None of them is asked anything at the start.
 * @throws what the store and the disk throw.
 */
export async function openWorkspaces(tenancy: Extract<Tenancy, { kind: 'multi' }>, opening: Opening): Promise<Opened> {
  const { config, drawn, inFlight, listening, log, metrics, openService, queue, uploads, waitNoticeMs } = opening;
  const { mode } = config.slack;
  if (mode.kind !== 'http') throw new Error('Several workspaces need HTTP.');
  const store = await openBotStore(opening, tenancy.keys);
  const spool = await openSpool(config);
  const installations = new SealedInstallations(store);
  const http = httpOptions(mode.signingSecret, config, log, listening);
  const { receiver, renew } = makeInstallReceiver({
    ...{ config, tenancy, installations, log, store, http },
    limits: listening.limits,
  });
  const find = (source: Source) => authorize(source, { installations, renew, seen: store.seen });
  // Bolt takes the installer of a receiver by itself, and no authorize beside it.
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
    { teamId: null, store, log, now: Date.now, toolsOf: (id) => workspaces.toolsOf(id) },
    workerOptions(config, uploads),
  );
  const makeClient = clientMaker(opening);
  const workspaces: Workspaces = new Workspaces({
    shared: { config, drawn, log, metrics, queue, spool, store, uploads, uploadWorker, waitNoticeMs },
    authorize: find,
    openService,
    makeClient,
    onRevoked: (id) => void inFlight.run(() => uninstalls.endIfGone(id)),
  });
  const uninstalls = new Uninstalls({ log, store, authorize: find, makeClient, drop: (id) => workspaces.drop(id) });
  uninstalls.listen(app);
  return {
    ...{ app, store, spool, uploadWorker, findWorkspace: workspaces.find },
    recipientOf: (body) => recipients.get(body) ?? null,
    onlyTenantId: null,
    tenants: () => workspaces.tenants(),
    workspaceOf: (id) => workspaces.byTenant(id),
    peekWorkspace: (id) => workspaces.peek(id),
    startInstallationChecks: () => startInstallationChecks({ inFlight, log, store, uninstalls }),
  };
}

/** Without the token where Bolt looks for one: it would keep a client of its own for each token that there ever was. */
function toContext(authorized: Authorized | null): AuthorizeResult {
  if (!authorized) throw new Error('The app is not installed there.');
  const { botId, botUserId } = authorized;
  return { botId, botUserId, workspace: authorized };
}
