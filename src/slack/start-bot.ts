import { randomBytes } from 'node:crypto';
import { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { App, webApi } from '@slack/bolt';
import type { Config } from '../config.ts';
import { KnownAssignments } from '../core/known-assignments.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import { adaptForBolt, type Logger, toBoltLogLevel } from '../logger.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { Spool } from './files/spool.ts';
import { makeHealthHandler, startHealthServer } from './health.ts';
import { InFlight } from './in-flight.ts';
import { listenForActions } from './inbound/actions.ts';
import { listenForCommands } from './inbound/commands.ts';
import { listenForFileShares } from './inbound/file-shares.ts';
import { listenForHome } from './inbound/home.ts';
import { listenForSubmissions } from './inbound/submissions.ts';
import { listenForSuggestions } from './inbound/suggestions.ts';
import { makeReceiver } from './make-receiver.ts';
import { Outbound } from './outbound/outbound.ts';
import type { Parts } from './parts.ts';
import { SeenEvents } from './seen-events.ts';
import { explainStartError, StartError } from './start-error.ts';
import { RunningUploads } from './upload/running-uploads.ts';
import { TakenNames } from './upload/taken-names.ts';

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
  const { config, connectionGraceMs, drainMs = 7000, log, service, waitNoticeMs = 1500 } = options;
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

  try {
    await app.init();
    const parts = await makeParts({ config, log, service, waitNoticeMs }, app.client);
    for (const listen of [
      listenForCommands,
      listenForActions,
      listenForSubmissions,
      listenForSuggestions,
      listenForFileShares,
      listenForHome,
    ]) {
      listen(app, parts);
    }
    const started = await app.start(slack.port);
    const server = slack.mode.kind === 'socket' ? await startHealthServer(slack.port, answerHealth) : started;
    const stop = async () => {
      const closed = Promise.allSettled([app.stop(), closeServer(server)]);
      if (!(await inFlight.drain(drainMs))) {
        log.warn('stopped while work was still going on');
        await Promise.race([parts.runningUploads.interruptAll(), wait(2000)]);
        await parts.spool.clear();
      }
      // A request that never ends must not hold up the stop.
      if (server instanceof Server) server.closeAllConnections();
      await closed;
    };
    let stopped: Promise<void> | null = null;
    return {
      port: portOf(server) ?? slack.port,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await app.stop().catch(() => undefined);
    throw error instanceof StartError ? error : explainStartError(error, config);
  }
}

/** The defaults retry for half an hour and never time out: a person is waiting. */
const clientOptions = ({ slack }: Config): webApi.WebClientOptions => ({
  ...(slack.apiUrl ? { slackApiUrl: slack.apiUrl } : {}),
  timeout: 10_000,
  retryConfig: { retries: 2, minTimeout: 300, maxTimeout: 2000 },
});

const logging = ({ logLevel }: Config, log: Logger) => ({
  logger: adaptForBolt(log, logLevel),
  logLevel: toBoltLogLevel(logLevel),
});

/** The port that the system gave, when it was asked for any. */
function portOf(server: unknown): number | null {
  const address = server instanceof Server ? server.address() : null;
  return typeof address === 'object' ? (address?.port ?? null) : null;
}

async function closeServer(server: unknown): Promise<void> {
  if (server instanceof Server && server.listening) await new Promise((resolve) => server.close(resolve));
}

async function makeParts(
  { config, log, service, waitNoticeMs }: Pick<Parts, 'config' | 'log' | 'waitNoticeMs'> & { service: ServiceClient },
  client: webApi.WebClient,
): Promise<Parts> {
  const { team_id: teamId = '' } = await client.auth.test();
  const spool = new Spool(config.uploads.spoolDir);
  await spool.open(Date.now()).catch((cause: unknown) => {
    throw new StartError(
      `Files cannot be written to ${config.uploads.spoolDir}. Set SPOOL_DIR to a folder of this user.`,
      {
        cause,
      },
    );
  });
  return {
    config,
    log,
    client,
    teamId,
    context: { service, assignments: new KnownAssignments(), changes: new SerialQueue(), now: () => new Date() },
    outbound: new Outbound(
      client,
      new webApi.WebClient(config.slack.botToken, { ...clientOptions(config), ...logging(config, log) }),
      log,
    ),
    seen: new SeenEvents(Date.now),
    takenNames: new TakenNames(service),
    spool,
    runningUploads: new RunningUploads(),
    newRef: () => randomBytes(3).toString('hex'),
    waitNoticeMs,
  };
}
