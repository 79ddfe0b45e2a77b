import type { Tenancy } from '../../config.ts';
import { UploadWorker } from '../../uploads/upload-worker.ts';
import { ASK_MS } from '../doctor/make-doctor.ts';
import type { Workspace } from '../workspace.ts';
import { makeReceiver } from './make-receiver.ts';
import { makeWorkspace } from './make-workspace.ts';
import { openSpool } from './open-spool.ts';
import { clientMaker, makeApp, type Opened, type Opening, openBotStore } from './opened.ts';
import { readTenant } from './read-tenant.ts';
import { workerOptions } from './upload-times.ts';

/** A bot of one workspace, by its token. @throws what Slack, the store and the disk throw: it starts only where all of it works. */
export async function openOneWorkspace(
  { botToken, credential }: Extract<Tenancy, { kind: 'single' }>,
  opening: Opening,
): Promise<Opened> {
  const { config, drawn, listening, log, metrics, openService, queue, uploads, waitNoticeMs } = opening;
  const app = makeApp({ receiver: makeReceiver(config, log, listening), token: botToken }, opening);
  await app.init();
  const store = await openBotStore(opening, null);
  const client = clientMaker(opening)(botToken);
  const { botUserId, tenant } = await readTenant(client);
  const spool = await openSpool(config);
  const uploadWorker: UploadWorker = new UploadWorker(
    { teamId: tenant.id, store, log, now: Date.now, toolsOf: async () => workspace.uploadTools },
    workerOptions(config, uploads),
  );
  const workspace: Workspace = makeWorkspace(
    { config, drawn, log, metrics, queue, spool, store, uploads, uploadWorker, waitNoticeMs },
    {
      ...{ client, tenant },
      service: openService(credential),
      openProbe: () => openService(credential, ASK_MS),
      connection: { kind: 'fixed' },
      account: { kind: 'connected', version: 0 },
    },
  );
  const recipient = { tenantId: tenant.id, botUserId };
  return {
    ...{ app, store, spool, uploadWorker, findWorkspace: async () => workspace, recipientOf: () => recipient },
    ...only(workspace),
  };
}

const only = (
  workspace: Workspace,
): Pick<Opened, 'onlyTenantId' | 'workspaceOf' | 'peekWorkspace' | 'startInstallationChecks' | 'tenants'> => ({
  onlyTenantId: workspace.tenantId,
  tenants: async () => [workspace.tenantId],
  workspaceOf: async () => workspace,
  peekWorkspace: async () => workspace,
  // A token that Slack refuses is reported by the doctor and in the log: it is in the settings, and nothing is forgotten.
  startInstallationChecks: () => () => undefined,
});
