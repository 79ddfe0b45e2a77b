import { examine } from '../../checks/examine.ts';
import { runningChecks } from '../../checks/running-checks.ts';
import type { KeySource } from '../../checks/service-key.ts';
import type { Doctor } from '../../core/finding.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { BOT_SCOPES } from '../scopes.ts';
import { MeasuredClient } from '../start/measured-client.ts';
import { webClientOptions } from '../start/slack-client-options.ts';
import type { Workspace } from '../workspace.ts';
import { type AskingOptions, askSlack } from './ask-slack.ts';

/** How long one question to Slack or to the service may take, in milliseconds: a person waits. */
export const ASK_MS = 2000;

interface Ingredients
  extends Pick<Workspace, 'client' | 'config' | 'log' | 'metrics' | 'store' | 'tenantId' | 'uploadWorker'> {
  /** With the key of the workspace, for `ASK_MS`; null without one. */
  openService: (() => ServiceClient) | null;
  keySource: KeySource;
}

/** The doctor of one workspace. It asks with the workspace's own token and key. */
export function makeDoctor(ingredients: Ingredients): Doctor {
  const { client, config, keySource, log, metrics, openService, store, tenantId, uploadWorker } = ingredients;
  const { mode } = config.slack;
  const ask = (method: Parameters<typeof askSlack>[0], token: string) => {
    const makeClient = (options: AskingOptions) =>
      new MeasuredClient(token, { ...webClientOptions(config, log), ...options }, metrics);
    return askSlack(method, makeClient, { now: Date.now, withinMs: ASK_MS });
  };
  return {
    examine: () =>
      examine(
        runningChecks({
          tenancy: config.tenancy.kind,
          readVitals: () => metrics.vitals.read(),
          askWithBotToken: () => ask('auth.test', client.token),
          askWithAppToken: mode.kind === 'socket' ? () => ask('apps.connections.open', mode.appToken) : null,
          neededScopes: Object.keys(BOT_SCOPES),
          service: openService?.() ?? null,
          keySource,
          store,
          queue: {
            countOpen: () => store.uploads.countOpen(tenantId),
            nextDueAt: () => store.uploads.nextDueAt(tenantId),
            atWork: () => ({ now: uploadWorker.atWork, most: config.uploads.atOnce }),
            now: Date.now,
          },
        }),
        { told: (error) => log.warn({ err: error }, 'the doctor could not look at something') },
      ),
  };
}
