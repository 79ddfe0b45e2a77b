import { randomBytes } from 'node:crypto';
import { webApi } from '@slack/bolt';
import type { Config } from '../../config.ts';
import { KnownAssignments } from '../../core/known-assignments.ts';
import type { OperationContext } from '../../core/operations/context.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { Spool } from '../../uploads/spool.ts';
import type { UploadSettings, UploadTools } from '../../uploads/upload-tools.ts';
import { UploadWorker, type WorkerOptions } from '../../uploads/upload-worker.ts';
import { SharedChanges } from '../corridor/shared-changes.ts';
import { Homes } from '../home/homes.ts';
import { Outbound } from '../outbound/outbound.ts';
import type { Parts } from '../parts.ts';
import { makeUploadPorts } from '../upload/make-upload-ports.ts';
import { clientOptions, logging } from './slack-client-options.ts';
import { StartError } from './start-error.ts';

/** Times of uploads other than the usual. */
export type UploadTimes = Partial<Omit<UploadSettings, 'limits'> & WorkerOptions>;

interface Ingredients extends Pick<Parts, 'config' | 'log' | 'store' | 'waitNoticeMs'> {
  service: ServiceClient;
  uploads: UploadTimes;
}

/**
 * @param forms the client that opens forms: it must never wait because something else was asked too often.
 * @throws StartError when files cannot be written or Slack names no workspace; what Slack throws when it does not know the token.
 */
export async function makeParts(ingredients: Ingredients, forms: webApi.WebClient): Promise<Parts> {
  const { config, log, service, store, uploads, waitNoticeMs } = ingredients;
  const teamId = await readTeamId(forms);
  const context: OperationContext = {
    service,
    assignments: new KnownAssignments(store.assignments.of(teamId), (err) =>
      log.error({ err }, 'what was last saved for an Agent could not be read or kept'),
    ),
    changes: new SerialQueue(),
    history: store.changes.of(teamId),
    now: () => new Date(),
  };
  const anotherClient = () =>
    new webApi.WebClient(config.slack.botToken, { ...clientOptions(config), ...logging(config, log) });
  const client = anotherClient();
  const outbound = new Outbound({ forms, messages: anotherClient(), background: client }, log);
  const { seen } = store;
  const newRef = () => randomBytes(3).toString('hex');
  const homes = new Homes({ context, log, newRef, outbound, store, teamId });
  const uploadTools: UploadTools = {
    teamId,
    store,
    service,
    assignments: context.assignments,
    changes: context.changes,
    spool: await openSpool(config),
    ports: makeUploadPorts({ client, config, homes, log, outbound, store, teamId }),
    settings: { ...UPLOAD_TIMES, limits: config.uploads, giveUpMs: config.uploads.giveUpMs, ...uploads },
    now: Date.now,
    log,
  };
  return {
    ...{ client, config, context, homes, log, newRef, outbound, seen, store, teamId, uploadTools, waitNoticeMs },
    sharedChanges: new SharedChanges(),
    uploadWorker: new UploadWorker(uploadTools, { ...WORKER, atOnce: config.uploads.atOnce, ...uploads }),
  };
}

/** Without it everybody would be taken for somebody of another workspace. */
async function readTeamId(client: webApi.WebClient): Promise<string> {
  const { team_id: teamId } = await client.auth.test();
  if (!teamId)
    throw new StartError('Slack does not say to which workspace SLACK_BOT_TOKEN belongs. Use the bot token (xoxb-…).');
  return teamId;
}

/** In milliseconds; what each is for stands in UploadSettings and WorkerOptions. */
const UPLOAD_TIMES = {
  settleMs: 30_000,
  retryMs: 2000,
  askMs: 24 * 60 * 60_000,
  fetchMs: 5 * 60_000,
  inspectMs: 60_000,
  gatherMs: 1000,
};
const WORKER = { leaseMs: 20_000, pollMs: 5000 };

/** @throws StartError when files cannot be written. */
async function openSpool({ uploads }: Config): Promise<Spool> {
  const spool = new Spool(uploads.spoolDir, uploads.spoolMaxBytes);
  try {
    await spool.open(Date.now());
  } catch (cause) {
    throw new StartError(`Files cannot be written to ${uploads.spoolDir}. Set SPOOL_DIR to a folder of this user.`, {
      cause,
    });
  }
  return spool;
}
