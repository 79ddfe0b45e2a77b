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
import { startRechecks } from '../slack/pipeline/recheck.ts';
import { startRunningScheduled } from '../slack/pipeline/run-scheduled.ts';
import { StoreError } from '../store/database.ts';
import { CodeMemory } from '../uploads/examine-code.ts';
import { startHousekeeping } from '../uploads/housekeeping.ts';
import type { UploadWorker } from '../uploads/worker.ts';
import { InFlight } from './bolt.ts';
import { countSockets } from './count-sockets.ts';
import { type ListenAddress, Readiness, type Routes, serveRoutes, watchRoutes } from './http-routes.ts';
import { limitConnections, REQUEST_LIMITS, type RequestLimits } from './limit-requests.ts';
import { listenForNotices } from './listen-for-notices.ts';
import { openWorkspaces } from './multi/open-workspaces.ts';
import type { OpenService } from './open-service.ts';
import type { Opening } from './opened.ts';
import { Parts, running } from './parts.ts';
import { Rejections } from './rejections.ts';
import { PROCESS_LEASE_MS, startRenewing } from './renew-process.ts';
import { openOneWorkspace } from './single-workspace.ts';
import { explainPortError, explainStartError, StartError } from './start-error.ts';
import { dropTimes, type UploadTimes } from './workspace.ts';

/** Time for requests that are still in flight on open connections, in milliseconds. */
const LAST_WORDS_MS = 50;

/**
 * Accepts requests for another `delayMs`, until load balancers have noticed the shutdown, then accepts no new
 * connections. Without the delay, the system would drop connections that this process hasn't accepted yet. Unlike with
 * an HTTP server's `close`, open connections may still send a request, because a proxy wouldn't retry it and the click
 * would be lost.
 */
async function stopListening(server: unknown, clock: Clock, delayMs: number): Promise<void> {
  if (!(server instanceof Server)) return;
  if (delayMs > 0) await sleep(clock, delayMs);
  // Lets the event loop accept connections that are already waiting.
  await yieldTurn();
  NetServer.prototype.close.call(server);
  await sleep(systemClock, LAST_WORDS_MS);
}

export interface BotOptions {
  config: Config;
  log: Logger;
  openService: OpenService;
  /** Default: a new registry. Pass one to include service calls from before the start. */
  metrics?: Metrics;
  /** Overrides the default deadlines. */
  deadlines?: Partial<Deadlines>;
  /** Overrides the setting for how long a stop waits for work in progress, in milliseconds. */
  drainMs?: number;
  /** Overrides the interval at which expired data is deleted, in milliseconds. */
  sweepMs?: number;
  requestLimits?: RequestLimits;
  uploads?: UploadTimes;
  /** Default: the system clock, which service clients and health checks use in any case. */
  clock?: Clock;
}

export interface Bot {
  /** The port of /healthz, /readyz and, in HTTP mode, /slack/events. */
  port: number;
  /** The port of /metrics. */
  metricsPort: number;
  /** Stops accepting work, drains and closes. Further calls return the same promise. */
  stop: () => Promise<void>;
}

/**
 * Starts the bot. Resolves when it accepts requests.
 * @throws StartError if Slack rejects a token or is unreachable, the port is in use, or files can't be written.
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
  const parts = new Parts(log);
  await parts.start({ name: 'rejections', stop: () => rejections.stop() });
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
    parts,
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
    const { processes } = store;
    countSockets(metrics.vitals.connection, processes, log);
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
    const { dueMs, leaseMs: dropLeaseMs, pollMs } = dropTimes(uploads);
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
        ['file_shared', fileShareListener(findWorkspace, { clock, leaseMs: dropLeaseMs })],
      ]),
    });
    app.beforeEventAck(async (body) => {
      const recipient = recipientOf(body);
      if (recipient) await saveDrop(body, recipient, { dueMs, store });
    });
    const isHttp = slack.mode.kind === 'http';
    const place = listenAddressOf(slack, slack.port);
    let apart: unknown = null;
    let server: unknown = null;
    let appStopped: Promise<unknown> = Promise.resolve();
    const run = <T>(work: () => Promise<T>) => inFlight.run(work);
    const peeking = { clock, log, onlyTenantId, run, store, workspaceOf: peekWorkspace };
    const polling = { ...peeking, pollMs };
    for (const part of [
      { name: 'spool', stop: () => spool.clear() },
      { name: 'unanswered requests', stop: () => processes.leave() },
      running('process', () => startRenewing({ clock, leaseMs, log, processes })),
      running('notices', () => listenForNotices({ keptWorkspaces, log, notices: store.notices, queue, uploadWorker })),
      {
        name: 'operator port',
        start: async () => {
          apart = await serveApart(config, routes.apart, limits, rejections);
        },
        stop: () => closeServer(apart),
      },
      { name: 'server', stop: () => Promise.all([appStopped, closeServer(server)]) },
      { name: 'outbound queue', stop: () => queue.stopWaiting() },
      { name: 'work in progress', stop: () => drain({ drainMs, inFlight, log, queue, uploadWorker }) },
      {
        name: 'app',
        start: async () => {
          const started = await app.start(place, limits.times);
          server = isHttp ? started : await serveRoutes(place, routes.own, limits, rejections);
          if (isHttp && started instanceof Server) limitConnections(started, limits, rejections);
        },
        // Over HTTP, the port that Slack uses closes first. In Socket Mode, the port only serves health checks.
        // Connections end after the work in progress, so this doesn't wait for them.
        stop: async () => {
          if (isHttp) await stopListening(server, clock, config.stopDelayMs);
          appStopped = app.stop().catch((error: unknown) => {
            // Over HTTP, the server is already closed, which Bolt reports as an error.
            if (!isHttp) log.error({ err: error, step: 'app' }, 'shutdown step failed');
          });
        },
      },
      { name: 'readiness', stop: () => readiness.stopping() },
      running('housekeeping', () =>
        startHousekeeping({ clock, log, run, spool, store }, { historyKeepMs: config.historyMs }, options.sweepMs),
      ),
      running('watch', () => startWatching({ ...peeking, everyMs: config.watchMs })),
      running('rechecks', () => startRechecks(peeking)),
      running('planned commands', () => startRunningScheduled(peeking)),
      running('interrupted requests', () => startAnsweringInterrupted(polling)),
      running('reminders', () => startRemindingApprovers(polling)),
      running('shared files', () => startAnsweringDrops({ ...polling, workspaceOf }, dropLeaseMs)),
      running('installation checks', startInstallationChecks),
    ]) {
      await parts.start(part);
    }
    let stopped: Promise<void> | null = null;
    // Continues uploads of an earlier process.
    uploadWorker.wake();
    const port = portOf(server) ?? slack.port;
    return {
      port,
      metricsPort: portOf(apart) ?? port,
      stop: () => {
        stopped ??= parts.stop();
        return stopped;
      },
    };
  } catch (error) {
    await parts.stop();
    if (error instanceof StoreError) throw new StartError(error.message, { cause: error });
    throw error instanceof StartError ? error : explainStartError(error, config);
  }
}

interface Draining {
  drainMs: number;
  inFlight: InFlight;
  log: Logger;
  queue: Pick<OutboundQueue, 'stopWaiting'>;
  uploadWorker: Pick<UploadWorker, 'stop'>;
}

/** Lets requests and uploads finish, within the time limit of a stop. */
async function drain({ drainMs, inFlight, log, queue, uploadWorker }: Draining): Promise<void> {
  // Ends rate-limit waits that would outlast the stop; the result of an upload is then posted at the next start. Uses
  // the system clock, because the operator waits for the stop.
  const cancelCut = systemClock.after(drainMs, () => queue.stopWaiting());
  const requests = async () => {
    if (!(await inFlight.drain(drainMs))) log.warn('stopped with work in progress');
  };
  try {
    await Promise.all([requests(), uploadWorker.stop(drainMs)]);
  } finally {
    cancelCut();
  }
}

/** Serves the routes that must not be on the port that Slack reaches. Null if there are none. */
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

/** The actual port, if the setting is 0. */
function portOf(server: unknown): number | null {
  const address = server instanceof Server ? server.address() : null;
  return typeof address === 'object' ? (address?.port ?? null) : null;
}

/** A request that never ends must not block the stop. */
async function closeServer(server: unknown): Promise<void> {
  if (!(server instanceof Server)) return;
  const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null;
  server.closeAllConnections();
  await closed;
}
