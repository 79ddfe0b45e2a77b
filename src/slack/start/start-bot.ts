import { Server } from 'node:http';
import type { Config } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import { StoreError } from '../../store/store-error.ts';
import { startHousekeeping } from '../../uploads/start-housekeeping.ts';
import { startWatching } from '../elsewhere/start-watching.ts';
import { listenForActions } from '../inbound/actions.ts';
import { listenForCommands } from '../inbound/commands.ts';
import { listenForFileShares } from '../inbound/file-shares.ts';
import { listenForHome } from '../inbound/home.ts';
import { listenForMentions } from '../inbound/mentions.ts';
import { listenForShortcuts } from '../inbound/shortcuts.ts';
import { listenForSubmissions } from '../inbound/submissions.ts';
import { listenForSuggestions } from '../inbound/suggestions.ts';
import type { OpenService } from '../workspaces/open-service.ts';
import { openWorkspaces } from '../workspaces/open-workspaces.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { makeHealthHandler, startHealthServer } from './health.ts';
import { InFlight } from './in-flight.ts';
import { openOneWorkspace } from './open-one-workspace.ts';
import type { Opening } from './opened.ts';
import { explainStartError, StartError } from './start-error.ts';
import type { UploadTimes } from './upload-times.ts';

export interface BotOptions {
  config: Config;
  log: Logger;
  openService: OpenService;
  /** After how many milliseconds without an answer the person is told that it still comes. */
  waitNoticeMs?: number;
  /** How long a stop lets work go on. Container platforms kill after ten seconds. */
  drainMs?: number;
  /** How long the socket may be away before /healthz says so. */
  connectionGraceMs?: number;
  /** Times of uploads other than the usual. */
  uploads?: UploadTimes;
}

export interface Bot {
  /** Where /healthz answers, and /slack/events in HTTP mode. */
  port: number;
  /** Takes no more work, lets what runs end, closes. A second call waits for the same end. */
  stop: () => Promise<void>;
}

/**
 * Starts the bot and resolves when it takes requests.
 * @throws StartError when Slack refuses a token, cannot be reached, the port is taken, or files cannot be written.
 */
export async function startBot(options: BotOptions): Promise<Bot> {
  const { config, connectionGraceMs, drainMs = 7000, log, openService, uploads = {}, waitNoticeMs = 1500 } = options;
  const { slack, tenancy } = config;
  const watch = new ConnectionWatch(Date.now, connectionGraceMs);
  const listening = { watch, answerHealth: makeHealthHandler(watch) };
  const closers: (() => Promise<unknown>)[] = [];
  const opening: Opening = {
    ...{ config, listening, log, openService, uploads, waitNoticeMs },
    opened: (close) => void closers.unshift(close),
  };
  try {
    const { app, findParts, partsOf, spool, store, tenants, uploadWorker } =
      tenancy.kind === 'single' ? await openOneWorkspace(tenancy, opening) : await openWorkspaces(tenancy, opening);
    const inFlight = new InFlight();
    app.use(({ next }) => inFlight.run(next));
    app.error(async (error) => log.error({ err: error }, 'a request from Slack could not be handled'));
    for (const listen of [
      listenForCommands,
      listenForActions,
      listenForSubmissions,
      listenForSuggestions,
      listenForFileShares,
      listenForHome,
      listenForMentions,
      listenForShortcuts,
    ]) {
      listen(app, findParts);
    }
    const started = await app.start(slack.port);
    const server = slack.mode.kind === 'socket' ? await startHealthServer(slack.port, listening.answerHealth) : started;
    const stopHousekeeping = startHousekeeping(
      { log, now: Date.now, spool, store },
      { historyKeepMs: config.historyMs },
    );
    const stopWatching = startWatching({
      everyMs: config.watchMs,
      log,
      partsOf,
      run: (work) => inFlight.run(work),
      tenants,
    });
    const stop = async () => {
      stopHousekeeping();
      stopWatching();
      const closed = Promise.allSettled([app.stop(), closeServer(server)]);
      const [drained] = await Promise.all([inFlight.drain(drainMs), uploadWorker.stop(drainMs)]);
      if (!drained) log.warn('stopped while work was still going on');
      await spool.clear();
      await store.close();
      // A request that never ends must not hold up the stop.
      if (server instanceof Server) server.closeAllConnections();
      await closed;
    };
    let stopped: Promise<void> | null = null;
    // What an earlier process left goes on.
    uploadWorker.wake();
    return {
      port: portOf(server) ?? slack.port,
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

/** The port that the system gave, when it was asked for any. */
function portOf(server: unknown): number | null {
  const address = server instanceof Server ? server.address() : null;
  return typeof address === 'object' ? (address?.port ?? null) : null;
}

async function closeServer(server: unknown): Promise<void> {
  if (server instanceof Server && server.listening) await new Promise((resolve) => server.close(resolve));
}
