import type { AppOptions } from '@slack/bolt';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import type { Deadlines } from '../core/deadlines.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Recipient } from '../slack/listeners/events.ts';
import { clientOptions, logging, MeasuredClient, SlackClient, webClientOptions } from '../slack/outbound/client.ts';
import type { DrawnMessages } from '../slack/outbound/pressed-messages.ts';
import type { OutboundQueue } from '../slack/outbound/queue.ts';
import type { PeopleMemory } from '../slack/people/people-memory.ts';
import type { FindWorkspace, Workspace } from '../slack/workspace.ts';
import type { KeyRing } from '../store/encryption.ts';
import { openStore, type Store } from '../store/store.ts';
import type { CodeMemory } from '../uploads/examine-code.ts';
import type { Spool } from '../uploads/spool.ts';
import type { UploadWorker } from '../uploads/worker.ts';
import { type InFlight, type Listening, MeasuredApp } from './bolt.ts';
import type { OpenService } from './open-service.ts';
import type { Parts } from './parts.ts';
import type { UploadTimes } from './workspace.ts';

export interface Opened {
  app: MeasuredApp;
  store: Store;
  spool: Spool;
  uploadWorker: UploadWorker;
  findWorkspace: FindWorkspace;
  /** A client with the token of an authorized request, for failures before its workspace is found. */
  clientOf: (context: object) => SlackClient | null;
  /** The workspace that a payload is for; null if the bot isn't installed there. */
  recipientOf: (body: object) => Recipient | null;
  /** The only workspace that this process serves; null for all. */
  onlyTenantId: string | null;
  /** Null if the workspace has removed the bot. */
  workspaceOf: (tenantId: string) => Promise<Workspace | null>;
  /** Like `workspaceOf`, but without caching, for jobs that visit all workspaces. */
  peekWorkspace: (tenantId: string) => Promise<Workspace | null>;
  /** The workspaces in this process's memory: one of them, or all if null. */
  keptWorkspaces: (tenantId: string | null) => readonly Workspace[];
  /** Starts the daily installation check; returns a function that stops it. */
  startInstallationChecks: () => () => void;
}

export interface Opening {
  config: Config;
  log: Logger;
  clock: Clock;
  openService: OpenService;
  listening: Listening;
  metrics: Metrics;
  /** Requests from Slack that are in progress. */
  inFlight: InFlight;
  /** Calls to Slack that haven't been sent. */
  queue: OutboundQueue;
  drawn: DrawnMessages;
  codes: CodeMemory;
  people: PeopleMemory;
  uploads: UploadTimes;
  deadlines: Deadlines;
  /** The parts opened so far, to close when the bot stops or if the start fails. */
  parts: Parts;
}

export function makeApp(options: Pick<AppOptions, 'authorize' | 'receiver' | 'token'>, opening: Opening): MeasuredApp {
  const { clock, config, deadlines, inFlight, log, metrics } = opening;
  return new MeasuredApp(
    {
      ...options,
      clientOptions: clientOptions(config),
      // Otherwise, the constructor calls Slack, and with a bad token every request fails, instead of the start.
      deferInitialization: true,
      convoStore: false,
      extendedErrorHandler: true,
      ...logging(config, log),
    },
    { ackMs: deadlines.ack, clock, inFlight, metrics },
  );
}

export async function openBotStore(
  { clock, config, deadlines, log, parts }: Opening,
  keys: KeyRing | null,
): Promise<Store> {
  const store = await openStore({
    ...config.store,
    authorizationWaitMs: deadlines.authorization,
    connectionWaitMs: deadlines.connection,
    keys,
    now: clock.now,
    clock,
    isWatchedByDefault: config.policy.watchChannel !== null,
    onUnreadable: ({ id, reason }) => log.error({ upload: id, reason }, 'upload record cannot be read by this version'),
    onNoticeTrouble: (error) => log.warn({ err: error }, 'LISTEN connection lost, reconnecting'),
  });
  await parts.start({ name: 'store', stop: () => store.close() });
  return store;
}

export const clientMaker =
  ({ config, log, metrics }: Pick<Opening, 'config' | 'log' | 'metrics'>) =>
  (token: string, onRevoked?: () => void): SlackClient =>
    new SlackClient((one) => new MeasuredClient(one, webClientOptions(config, log), metrics, onRevoked), token);
