import * as z from 'zod';
import type { Tenancy } from '../config/config.ts';
import type { SlackClient } from '../slack/outbound/client.ts';
import type { Tenant } from '../slack/people/people.ts';
import type { Workspace } from '../slack/workspace.ts';
import { UploadWorker } from '../uploads/worker.ts';
import { makeReceiver } from './bolt.ts';
import { clientMaker, makeApp, type Opened, type Opening, openBotStore } from './opened.ts';
import { StartError } from './start-error.ts';
import { makeWorkspace, openSpool, workerOptions } from './workspace.ts';

const AuthTest = z.object({
  team_id: z.string().optional(),
  user_id: z.string().optional(),
  enterprise_id: z.string().optional(),
  is_enterprise_install: z.boolean().optional(),
});

/**
 * Reads the workspace of the bot token, and the bot's user ID.
 * @throws StartError if there is no workspace, because every person would look like an outsider.
 */
async function readTenant({ web }: Pick<SlackClient, 'web'>): Promise<{ tenant: Tenant; botUserId: string | null }> {
  const { enterprise_id, is_enterprise_install, team_id, user_id } = AuthTest.parse(await web.auth.test());
  const enterpriseId = enterprise_id ?? null;
  const botUserId = user_id ?? null;
  if (is_enterprise_install && enterpriseId !== null) {
    return { tenant: { id: enterpriseId, teamId: null, enterpriseId }, botUserId };
  }
  if (team_id === undefined) {
    throw new StartError('SLACK_BOT_TOKEN belongs to no workspace. Use the bot token (xoxb-…).');
  }
  return { tenant: { id: team_id, teamId: team_id, enterpriseId }, botUserId };
}

/**
 * Opens a bot for one workspace, with its token.
 * @throws errors of Slack, the store and the disk: the bot only starts if all of them work.
 */
export async function openOneWorkspace(
  { botToken, credential }: Extract<Tenancy, { kind: 'single' }>,
  opening: Opening,
): Promise<Opened> {
  const { clock, config, deadlines, listening, log, openService, uploads } = opening;
  const app = makeApp({ receiver: makeReceiver(config, log, listening), token: botToken }, opening);
  await app.init();
  const store = await openBotStore(opening, null);
  const client = clientMaker(opening)(botToken);
  const { botUserId, tenant } = await readTenant(client);
  if (config.policy.watchChannel !== null) await store.of(tenant.id).watch.add();
  const spool = await openSpool(config);
  const uploadWorker: UploadWorker = new UploadWorker(
    { tenantId: tenant.id, store, log, clock, toolsOf: async () => workspace.uploadTools },
    workerOptions(config, uploads),
  );
  const workspace: Workspace = makeWorkspace(
    { ...opening, spool, store, uploadWorker },
    {
      client,
      tenant,
      service: openService(credential),
      openProbe: () => openService(credential, deadlines.probe),
      connection: { kind: 'fixed' },
      account: { kind: 'connected', version: 0 },
      sibling: async () => null,
    },
  );
  const recipient = { tenantId: tenant.id, botUserId };
  return {
    app,
    store,
    spool,
    uploadWorker,
    findWorkspace: async () => workspace,
    recipientOf: () => recipient,
    clientOf: () => client,
    ...only(workspace),
  };
}

const only = (
  workspace: Workspace,
): Pick<Opened, 'keptWorkspaces' | 'onlyTenantId' | 'workspaceOf' | 'peekWorkspace' | 'startInstallationChecks'> => ({
  onlyTenantId: workspace.tenantId,
  workspaceOf: async () => workspace,
  peekWorkspace: async () => workspace,
  keptWorkspaces: (tenantId) => (tenantId === null || tenantId === workspace.tenantId ? [workspace] : []),
  // Nothing is deleted if the token is rejected, because it comes from the settings. The doctor and the log report it.
  startInstallationChecks: () => () => undefined,
});
