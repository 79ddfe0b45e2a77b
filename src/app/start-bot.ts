import { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import { Metrics } from '../metrics/metrics.ts';
import { startAnsweringDrops } from '../slack/features/upload/drops.ts';
import { startWatching } from '../slack/features/watch.ts';
import { listenForActions } from '../slack/listeners/actions.ts';
import { listenForCommands, listenForMentions } from '../slack/listeners/commands.ts';
import { listenForFileShares, listenForHome, writeDownDrop } from '../slack/listeners/events.ts';
import { listenForSuggestions } from '../slack/listeners/options.ts';
import { listenForShortcuts } from '../slack/listeners/shortcuts.ts';
import { listenForSubmissions } from '../slack/listeners/views.ts';
import { DrawnMessages } from '../slack/outbound/pressed-messages.ts';
import { OutboundQueue, type QueueClock, SYSTEM_CLOCK } from '../slack/outbound/queue.ts';
import { StoreError } from '../store/database.ts';
import { startHousekeeping } from '../uploads/housekeeping.ts';
import { InFlight } from './bolt.ts';
import { type ListenAddress, Readiness, type Routes, serveRoutes, watchRoutes } from './http-routes.ts';
import { limitConnections, REQUEST_LIMITS, type RequestLimits } from './limit-requests.ts';
import { openWorkspaces } from './multi/open-workspaces.ts';
import type { OpenService } from './open-service.ts';
import type { Opening } from './opened.ts';
import { openOneWorkspace } from './single-workspace.ts';
import { explainPortError, explainStartError, StartError } from './start-error.ts';
import { dropTimes, type UploadTimes } from './workspace.ts';

/** In milliseconds: so long a request may be on its way behind its connection. */
const LAST_WORDS_MS = 50;

/**
 * Takes requests for `delayMs` more, in which a load balancer learns to send no more, and then no more connections. Without the
 * delay, who connects in the moment of closing is cut off by the system before this process sees them. Who is connected already
 * may still say what they came for, which an HTTP server's own `close` does not let them: that click would be lost, since
 * no proxy sends again what was sent.
 */
export async function stopListening(server: unknown, delayMs: number): Promise<void> {
  if (!(server instanceof Server)) return;
  // Even without a delay: whoever waits for the event loop is taken first.
  await wait(delayMs);
  NetServer.prototype.close.call(server);
  await wait(LAST_WORDS_MS);
}

/** Runs the shutdown steps in order. A failed step is logged and does not stop the others. */
export function stopSteps(log: Logger) {
  return async (step: string, work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, step }, 'a shutdown step failed');
    }
  };
}

export interface BotOptions {
  config: Config;
  log: Logger;
  openService: OpenService;
  /** Where all is counted; one that nobody else knows unless given. Whoever makes `openService` counts its calls there. */
  metrics?: Metrics;
  /** After how many milliseconds without an answer the person is told that it still comes. */
  waitNoticeMs?: number;
  /** How long a stop lets work go on, other than the setting. */
  drainMs?: number;
  /** How often expired data is deleted, other than the usual. */
  sweepMs?: number;
  /** What is accepted from anybody, other than the usual. */
  requestLimits?: RequestLimits;
  /** Times of uploads other than the usual. */
  uploads?: UploadTimes;
  /** By which it is waited when Slack asks for it; that of the system unless given. */
  clock?: QueueClock;
}

export interface Bot {
  /** Where /healthz and /readyz answer, and /slack/events in HTTP mode. */
  port: number;
  /** Where /metrics answers. */
  metricsPort: number;
  /** Takes no more work, lets what runs end, closes. A second call waits for the same end. */
  stop: () => Promise<void>;
}

/**
 * Starts the bot and resolves when it takes requests.
 * @throws StartError when Slack refuses a token, cannot be reached, the port is taken, or files cannot be written.
 */
export async function startBot(options: BotOptions): Promise<Bot> {
  const { clock = SYSTEM_CLOCK, config, log, openService, uploads = {}, waitNoticeMs = 1500 } = options;
  const { slack, tenancy } = config;
  const { drainMs = config.stopMs, metrics = new Metrics({ mode: slack.mode.kind }) } = options;
  const { requestLimits: limits = REQUEST_LIMITS } = options;
  const readiness = new Readiness(metrics.vitals);
  const routes = watchRoutes(config, readiness, metrics, log);
  const listening = { watch: metrics.vitals.connection, limits, routes: routes.own };
  const queue = new OutboundQueue(clock, log);
  const inFlight = new InFlight();
  const closers: (() => Promise<unknown>)[] = [];
  const opening: Opening = {
    drawn: new DrawnMessages(),
    ...{ config, inFlight, listening, log, metrics, openService, queue, uploads, waitNoticeMs },
    opened: (close) => void closers.unshift(close),
  };
  try {
    const {
      app,
      findWorkspace,
      onlyTenantId,
      workspaceOf,
      peekWorkspace,
      recipientOf,
      spool,
      startInstallationChecks,
      store,
      tenants,
      uploadWorker,
    } = tenancy.kind === 'single' ? await openOneWorkspace(tenancy, opening) : await openWorkspaces(tenancy, opening);
    readiness.watchStore(() => store.check());
    metrics.watch({
      countUploads: () => store.uploads.countOpen(),
      uploadsAtWork: () => uploadWorker.atWork,
      requestsInFlight: () => inFlight.size,
      slackQueue: () => queue.waiting(),
    });
    app.error(async (error) => log.error({ err: error }, 'a request from Slack could not be handled'));
    for (const listen of [
      listenForCommands,
      listenForActions,
      listenForSubmissions,
      listenForSuggestions,
      listenForHome,
      listenForMentions,
      listenForShortcuts,
    ]) {
      listen(app, findWorkspace);
    }
    const { dueMs, ...dropLease } = dropTimes(uploads);
    listenForFileShares(app, findWorkspace, dropLease.leaseMs);
    app.beforeEventAck(async (body) => {
      const recipient = recipientOf(body);
      if (recipient) await writeDownDrop(body, recipient, { dueMs, store });
    });
    const apart = await serveApart(config, routes.apart, limits, log);
    if (apart) opening.opened(() => closeServer(apart));
    const place = listenAddressOf(slack, slack.port);
    const started = await app.start(place, limits.times);
    const server = slack.mode.kind === 'socket' ? await serveRoutes(place, routes.own, limits, log) : started;
    if (slack.mode.kind === 'http' && started instanceof Server) limitConnections(started, limits, log);
    const stopHousekeeping = startHousekeeping(
      { log, now: Date.now, spool, store },
      { historyKeepMs: config.historyMs },
      options.sweepMs,
    );
    const run = <T>(work: () => Promise<T>) => inFlight.run(work);
    const stopWatching = startWatching({ everyMs: config.watchMs, log, workspaceOf: peekWorkspace, run, tenants });
    const stopAnsweringDrops = startAnsweringDrops({ ...dropLease, log, onlyTenantId, workspaceOf, run, store });
    const stopInstallationChecks = startInstallationChecks();
    const stop = async () => {
      const step = stopSteps(log);
      stopAnsweringDrops();
      stopInstallationChecks();
      stopHousekeeping();
      stopWatching();
      readiness.stopping();
      if (slack.mode.kind === 'http') await step('listening', () => stopListening(server, config.stopDelayMs));
      // Over HTTP Slack's port is closed at once; where it only tells how the bot is, it does so until the end.
      // Bolt reports an error if its server is already closed.
      const appStopped = slack.mode.kind === 'http' ? Promise.allSettled([app.stop()]) : step('app', () => app.stop());
      // Whatever may wait longer than the stop: an upload's end is told at the next start.
      const cut = setTimeout(() => queue.stopWaiting(), drainMs);
      await Promise.all([
        step('requests', async () => {
          if (!(await inFlight.drain(drainMs))) log.warn('stopped with work in progress');
        }),
        step('uploads', () => uploadWorker.stop(drainMs)),
      ]);
      clearTimeout(cut);
      queue.stopWaiting();
      await step('spool', () => spool.clear());
      await step('store', () => store.close());
      const closed = [appStopped, ...[server, apart].map((one) => step('server', () => closeServer(one)))];
      // A request that never ends must not hold up the stop.
      for (const one of [server, apart]) if (one instanceof Server) one.closeAllConnections();
      await Promise.all(closed);
    };
    let stopped: Promise<void> | null = null;
    // What an earlier process left goes on.
    uploadWorker.wake();
    const port = portOf(server) ?? slack.port;
    return {
      port,
      metricsPort: portOf(apart) ?? port,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    for (const close of closers) await close().catch(() => undefined);
    if (error instanceof StoreError) throw new StartError(error.message, { cause: error });
    throw error instanceof StartError ? error : explainStartError(error, config);
  }
}

/** What is kept off the port that Slack reaches; null where that is not asked for. */
async function serveApart(
  { slack }: Config,
  routes: Routes | null,
  limits: RequestLimits,
  log: Logger,
): Promise<Server | null> {
  if (routes === null || slack.metricsPort === null) return null;
  try {
    return await serveRoutes(listenAddressOf(slack, slack.metricsPort), routes, limits, log);
  } catch (error) {
    throw explainPortError(error, 'METRICS_PORT', slack.metricsPort) ?? error;
  }
}

const listenAddressOf = ({ host }: Config['slack'], port: number): ListenAddress =>
  host === null ? { port } : { port, host };

/** The port that the system gave, when it was asked for any. */
function portOf(server: unknown): number | null {
  const address = server instanceof Server ? server.address() : null;
  return typeof address === 'object' ? (address?.port ?? null) : null;
}

async function closeServer(server: unknown): Promise<void> {
  if (server instanceof Server && server.listening) await new Promise((resolve) => server.close(resolve));
}
