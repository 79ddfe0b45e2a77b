import { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { type Clock, sleep, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { yieldTurn } from '../base/yield-turn.ts';
import type { Config } from '../config/config.ts';
import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { nameService } from '../core/service-name.ts';
import { Metrics } from '../metrics/metrics.ts';
import { startRemindingApprovers } from '../slack/features/approvals/remind.ts';
import { startAnsweringDrops } from '../slack/features/upload/drops.ts';
import { startWatching } from '../slack/features/watch.ts';
import { actionListener } from '../slack/listeners/actions.ts';
import { commandListener } from '../slack/listeners/commands.ts';
import { fileShareListener, homeListener, saveDrop } from '../slack/listeners/events.ts';
import { LastResort } from '../slack/listeners/last-resort.ts';
import { listen } from '../slack/listeners/listen.ts';
import { directMessageListener, mentionListener } from '../slack/listeners/mentions.ts';
import { suggestionListener } from '../slack/listeners/options.ts';
import { shortcutListener } from '../slack/listeners/shortcuts.ts';
import { submissionListener } from '../slack/listeners/views.ts';
import { DrawnMessages } from '../slack/outbound/pressed-messages.ts';
import { OutboundQueue } from '../slack/outbound/queue.ts';
import { PeopleMemory } from '../slack/people/people-memory.ts';
import { startAnsweringInterrupted } from '../slack/pipeline/answer-interrupted.ts';
import { startLookingAgain } from '../slack/pipeline/look-again.ts';
import { startRunningScheduled } from '../slack/pipeline/run-scheduled.ts';
import { StoreError } from '../store/database.ts';
import { CodeMemory } from '../uploads/examine-code.ts';
import { startHousekeeping } from '../uploads/housekeeping.ts';
import { InFlight } from './bolt.ts';
import { countSockets } from './count-sockets.ts';
import { hearNotices } from './hear-notices.ts';
import { type ListenAddress, Readiness, type Routes, serveRoutes, watchRoutes } from './http-routes.ts';
import { limitConnections, REQUEST_LIMITS, type RequestLimits } from './limit-requests.ts';
import { openWorkspaces } from './multi/open-workspaces.ts';
import type { OpenService } from './open-service.ts';
import type { Opening } from './opened.ts';
import { Rejections } from './rejections.ts';
import { PROCESS_LEASE_MS, startRenewing } from './renew-process.ts';
import { openOneWorkspace } from './single-workspace.ts';
import { explainPortError, explainStartError, StartError } from './start-error.ts';
import { dropTimes, type UploadTimes } from './workspace.ts';

/** Time for requests that are still in flight on open connections, in milliseconds. */
const LAST_WORDS_MS = 50;

/**
 * Accepts requests for another `delayMs`, until load balancers have noticed, then accepts no new connections. Without
 * the delay, the system drops connections that this process has not accepted yet. Unlike an HTTP server's `close`, open
 * connections may still send a request: a proxy would not retry it, so the click would be lost.
 */
async function stopListening(server: unknown, clock: Clock, delayMs: number): Promise<void> {
  if (!(server instanceof Server)) return;
  if (delayMs > 0) await sleep(clock, delayMs);
  // Requests waiting for the event loop are accepted first.
  await yieldTurn();
  NetServer.prototype.close.call(server);
  await sleep(systemClock, LAST_WORDS_MS);
}

/** Runs the shutdown steps in order. A failed step is logged and does not stop the others. */
function stopSteps(log: Logger) {
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
  /** Default: a new registry. Pass one to count the service calls made before the start. */
  metrics?: Metrics;
  /** Overrides. */
  deadlines?: Partial<Deadlines>;
  /** Overrides the setting: maximum time for work in progress when the bot stops, in milliseconds. */
  drainMs?: number;
  /** Overrides how often expired data is deleted, in milliseconds. */
  sweepMs?: number;
  requestLimits?: RequestLimits;
  uploads?: UploadTimes;
  /** Default: the system clock, which service clients and health checks always use. */
  clock?: Clock;
}

export interface Bot {
  /** Serves /healthz, /readyz and, in HTTP mode, /slack/events. */
  port: number;
  /** Serves /metrics. */
  metricsPort: number;
  /** Stops accepting work, drains, closes. A second call returns the same promise. */
  stop: () => Promise<void>;
}

/**
 * Starts the bot; resolves when it accepts requests.
 * @throws StartError if Slack rejects a token or is unreachable, the port is in use, or files cannot be written.
 */
export async function startBot(options: BotOptions): Promise<Bot> {
  const { clock = systemClock, config, log, openService, uploads = {} } = options;
  const { slack, tenancy } = config;
  const { drainMs = config.stopMs, metrics = new Metrics({ mode: slack.mode.kind }) } = options;
  const { requestLimits: limits = REQUEST_LIMITS } = options;
  nameService(config.serviceName);
  const deadlines = { ...DEADLINES, ...options.deadlines };
  const readiness = new Readiness(metrics.vitals);
  const routes = watchRoutes(config, readiness, metrics, log);
  const rejections = new Rejections(clock, log, metrics);
  const listening = { watch: metrics.vitals.connection, limits, rejections, routes: routes.own };
  const queue = new OutboundQueue(clock, log);
  const inFlight = new InFlight();
  const closers: (() => Promise<unknown>)[] = [async () => rejections.stop()];
  const opening: Opening = {
    drawn: new DrawnMessages(),
    codes: new CodeMemory(),
    people: new PeopleMemory(config.memory.peopleBytes, clock.monotonic),
    clock,
    config,
    deadlines,
    inFlight,
    listening,
    log,
    metrics,
    openService,
    queue,
    uploads,
    opened: (close) => void closers.unshift(close),
  };
  try {
    const {
      app,
      clientOf,
      findWorkspace,
      keptWorkspaces,
      onlyTenantId,
      workspaceOf,
      peekWorkspace,
      recipientOf,
      spool,
      startInstallationChecks,
      store,
      uploadWorker,
    } = tenancy.kind === 'single' ? await openOneWorkspace(tenancy, opening) : await openWorkspaces(tenancy, opening);
    const { leaseMs = PROCESS_LEASE_MS } = uploads;
    const stopRenewing = await startRenewing({ clock, leaseMs, log, processes: store.processes });
    opening.opened(async () => stopRenewing());
    const stopHearing = hearNotices({ keptWorkspaces, log, notices: store.notices, queue, uploadWorker });
    countSockets(metrics.vitals.connection, store.processes, log);
    readiness.watchStore(store, deadlines.readiness);
    metrics.watch({
      checkStore: () => store.check(),
      countUploads: () => store.uploadQueue.countOpen(),
      watchBehindMs: () => store.watches.behindMs(onlyTenantId),
      withinMs: deadlines.scrape,
      uploadsAtWork: () => uploadWorker.atWork,
      requestsInFlight: () => inFlight.size,
      slackQueue: () => queue.waiting(),
      storeConnections: () => store.connections(),
    });
    const lastResort = new LastResort({ clock, log, clientOf });
    app.whenFailed((failure) => lastResort.answer(failure));
    const find = lastResort.remember(findWorkspace);
    const { dueMs, ...dropLease } = dropTimes(uploads);
    listen(app, {
      command: commandListener(find),
      action: actionListener(find),
      submission: submissionListener(find),
      suggestion: suggestionListener(find),
      shortcut: shortcutListener(find),
      events: new Map([
        ['app_home_opened', homeListener(find)],
        ['app_mention', mentionListener(find)],
        ['message', directMessageListener(find)],
        ['file_shared', fileShareListener(findWorkspace, { clock, leaseMs: dropLease.leaseMs })],
      ]),
    });
    app.beforeEventAck(async (body) => {
      const recipient = recipientOf(body);
      if (recipient) await saveDrop(body, recipient, { dueMs, store });
    });
    const apart = await serveApart(config, routes.apart, limits, rejections);
    if (apart) opening.opened(() => closeServer(apart));
    const place = listenAddressOf(slack, slack.port);
    const started = await app.start(place, limits.times);
    const server = slack.mode.kind === 'socket' ? await serveRoutes(place, routes.own, limits, rejections) : started;
    if (slack.mode.kind === 'http' && started instanceof Server) limitConnections(started, limits, rejections);
    const run = <T>(work: () => Promise<T>) => inFlight.run(work);
    const all = { clock, log, onlyTenantId, run, store };
    const polling = { ...all, pollMs: dropLease.pollMs, workspaceOf: peekWorkspace };
    const stopJobs = [
      startHousekeeping({ clock, log, run, spool, store }, { historyKeepMs: config.historyMs }, options.sweepMs),
      startWatching({ ...all, everyMs: config.watchMs, workspaceOf: peekWorkspace }),
      startLookingAgain({ ...all, workspaceOf: peekWorkspace }),
      startRunningScheduled({ ...all, workspaceOf: peekWorkspace }),
      startAnsweringInterrupted(polling),
      startRemindingApprovers(polling),
      startAnsweringDrops({ ...all, ...dropLease, workspaceOf }),
      startInstallationChecks(),
    ];
    const stop = async () => {
      const step = stopSteps(log);
      for (const stopJob of stopJobs.toReversed()) stopJob();
      readiness.stopping();
      if (slack.mode.kind === 'http') await step('listening', () => stopListening(server, clock, config.stopDelayMs));
      // Over HTTP, Slack's port closes first. In Socket Mode the port only serves health checks, so it stays open until
      // the end. Bolt reports an error if its server is already closed.
      const appStopped = slack.mode.kind === 'http' ? Promise.allSettled([app.stop()]) : step('app', () => app.stop());
      // Stops rate-limit waits that may outlast the stop. The result of an upload is then posted at the next start.
      // The machine's time, because the operator waits for the stop.
      const cancelCut = systemClock.after(drainMs, () => queue.stopWaiting());
      await Promise.all([
        step('requests', async () => {
          if (!(await inFlight.drain(drainMs))) log.warn('stopped with work in progress');
        }),
        step('uploads', () => uploadWorker.stop(drainMs)),
      ]);
      cancelCut();
      queue.stopWaiting();
      stopHearing();
      stopRenewing();
      await step('unanswered requests', () => store.processes.leave());
      await step('spool', () => spool.clear());
      await step('store', () => store.close());
      const closed = [appStopped, ...[server, apart].map((one) => step('server', () => closeServer(one)))];
      // A request that never ends must not block the stop.
      for (const one of [server, apart]) if (one instanceof Server) one.closeAllConnections();
      await Promise.all(closed);
      rejections.stop();
    };
    let stopped: Promise<void> | null = null;
    // Resumes uploads of an earlier process.
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

/** Serves the routes that must not be on the port that Slack reaches; null if there are none. */
async function serveApart(
  { slack }: Config,
  routes: Routes | null,
  limits: RequestLimits,
  rejections: Rejections,
): Promise<Server | null> {
  if (routes === null || slack.metricsPort === null) return null;
  try {
    return await serveRoutes(listenAddressOf(slack, slack.metricsPort), routes, limits, rejections);
  } catch (error) {
    throw explainPortError(error, 'METRICS_PORT', slack.metricsPort) ?? error;
  }
}

const listenAddressOf = ({ host }: Config['slack'], port: number): ListenAddress =>
  host === null ? { port } : { port, host };

/** The actual port, for a setting of 0. */
function portOf(server: unknown): number | null {
  const address = server instanceof Server ? server.address() : null;
  return typeof address === 'object' ? (address?.port ?? null) : null;
}

async function closeServer(server: unknown): Promise<void> {
  if (server instanceof Server && server.listening) await new Promise((resolve) => server.close(resolve));
}
