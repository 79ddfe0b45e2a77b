import { Server } from 'node:http';
import { App } from '@slack/bolt';
import type { Config } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { StoreError } from '../../store/store-error.ts';
import { startHousekeeping } from '../../uploads/start-housekeeping.ts';
import { listenForActions } from '../inbound/actions.ts';
import { listenForCommands } from '../inbound/commands.ts';
import { listenForFileShares } from '../inbound/file-shares.ts';
import { listenForHome } from '../inbound/home.ts';
import { listenForMentions } from '../inbound/mentions.ts';
import { listenForShortcuts } from '../inbound/shortcuts.ts';
import { listenForSubmissions } from '../inbound/submissions.ts';
import { listenForSuggestions } from '../inbound/suggestions.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { makeHealthHandler, startHealthServer } from './health.ts';
import { InFlight } from './in-flight.ts';
import { makeParts, type UploadTimes } from './make-parts.ts';
import { makeReceiver } from './make-receiver.ts';
import { clientOptions, logging } from './slack-client-options.ts';
import { explainStartError, StartError } from './start-error.ts';

export interface BotOptions {
  config: Config;
  log: Logger;
  service: ServiceClient;
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
  const { config, connectionGraceMs, drainMs = 7000, log, service, uploads = {}, waitNoticeMs = 1500 } = options;
  const { slack } = config;
  const watch = new ConnectionWatch(Date.now, connectionGraceMs);
  const answerHealth = makeHealthHandler(watch);
  const app = new App({
    receiver: makeReceiver(config, log, watch, answerHealth),
    token: slack.botToken,
    clientOptions: clientOptions(config),
    // Otherwise the constructor calls Slack, and a bad token poisons every request instead of the start.
    deferInitialization: true,
    convoStore: false,
    ...logging(config, log),
  });
  const inFlight = new InFlight();
  app.use(({ next }) => inFlight.run(next));
  app.error(async (error) => log.error({ err: error }, 'a request from Slack could not be handled'));

  let store: Store | null = null;
  try {
    await app.init();
    store = await openStore({
      ...config.store,
      onUnreadable: ({ id, reason }) => log.error({ upload: id, reason }, 'an upload cannot be read by this version'),
    });
    const parts = await makeParts({ config, log, service, store, uploads, waitNoticeMs }, app.client);
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
      listen(app, parts);
    }
    const started = await app.start(slack.port);
    const server = slack.mode.kind === 'socket' ? await startHealthServer(slack.port, answerHealth) : started;
    const opened = store;
    const stopHousekeeping = startHousekeeping(parts.uploadTools);
    const stop = async () => {
      stopHousekeeping();
      const closed = Promise.allSettled([app.stop(), closeServer(server)]);
      const [drained] = await Promise.all([inFlight.drain(drainMs), parts.uploadWorker.stop(drainMs)]);
      if (!drained) log.warn('stopped while work was still going on');
      await parts.uploadTools.spool.clear();
      await opened.close();
      // A request that never ends must not hold up the stop.
      if (server instanceof Server) server.closeAllConnections();
      await closed;
    };
    let stopped: Promise<void> | null = null;
    // What an earlier process left goes on.
    parts.uploadWorker.wake();
    return {
      port: portOf(server) ?? slack.port,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await app.stop().catch(() => undefined);
    await store?.close();
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
