import { randomBytes } from 'node:crypto';
import { Server } from 'node:http';
import { App, HTTPReceiver, SocketModeReceiver, type webApi } from '@slack/bolt';
import type { Config } from '../config.ts';
import { KnownAssignments } from '../core/known-assignments.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import { adaptForBolt, type Logger, toBoltLogLevel } from '../logger.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { answerHealth, HEALTH_PATH, startHealthServer } from './health.ts';
import { InFlight } from './in-flight.ts';
import { listenForActions } from './inbound/actions.ts';
import { listenForCommands } from './inbound/commands.ts';
import { listenForFileShares } from './inbound/file-shares.ts';
import { listenForSubmissions } from './inbound/submissions.ts';
import { listenForSuggestions } from './inbound/suggestions.ts';
import { Outbound } from './outbound/outbound.ts';
import type { Parts } from './parts.ts';
import { SeenEvents } from './seen-events.ts';
import { explainStartError } from './start-error.ts';
import { TakenNames } from './upload/taken-names.ts';
import { UploadPlaces } from './upload/upload-places.ts';

const EVENTS_PATH = '/slack/events';
const DRAIN_MS = 15_000;

export interface BotOptions {
  config: Config;
  log: Logger;
  service: ServiceClient;
  /** After how many milliseconds without an answer the person is told that it still comes. */
  waitNoticeMs?: number;
}

export interface Bot {
  /** Where /healthz answers, and /slack/events in HTTP mode. */
  port: number;
  /** Takes no more work, lets what runs end, closes. A second call waits for the same end. */
  stop: () => Promise<void>;
}

/**
 * Starts the bot and resolves when it takes requests.
 * @throws StartError when Slack refuses a token, cannot be reached, or the port is taken.
 */
export async function startBot({ config, log, service, waitNoticeMs = 1500 }: BotOptions): Promise<Bot> {
  const { slack } = config;
  const logging = { logger: adaptForBolt(log, config.logLevel), logLevel: toBoltLogLevel(config.logLevel) };
  const clientOptions: webApi.WebClientOptions = {
    ...(slack.apiUrl ? { slackApiUrl: slack.apiUrl } : {}),
    // The defaults retry for half an hour and never time out: a person is waiting.
    timeout: 10_000,
    retryConfig: { retries: 2, minTimeout: 300, maxTimeout: 2000 },
  };
  const receiver =
    slack.mode.kind === 'socket'
      ? new SocketModeReceiver({ appToken: slack.mode.appToken, installerOptions: { clientOptions }, ...logging })
      : new HTTPReceiver({
          signingSecret: slack.mode.signingSecret,
          endpoints: EVENTS_PATH,
          customRoutes: [{ path: HEALTH_PATH, method: 'GET', handler: answerHealth }],
          ...logging,
        });
  const app = new App({
    receiver,
    token: slack.botToken,
    clientOptions,
    // Otherwise the constructor calls Slack, and a bad token poisons every request instead of the start.
    deferInitialization: true,
    convoStore: false,
    ...logging,
  });
  const inFlight = new InFlight();
  app.use(({ next }) => inFlight.run(next));
  app.error(async (error) => log.error({ err: error }, 'a request from Slack could not be handled'));

  const parts = makeParts({ config, log, service, waitNoticeMs }, app.client);
  listenForCommands(app, parts);
  listenForActions(app, parts);
  listenForSubmissions(app, parts);
  listenForSuggestions(app, parts);
  listenForFileShares(app, parts);

  try {
    await app.init();
    const started = await app.start(slack.port);
    const health = slack.mode.kind === 'socket' ? await startHealthServer(slack.port) : null;
    const stop = async () => {
      health?.close();
      await app.stop();
      if (!(await inFlight.drain(DRAIN_MS))) log.warn('stopped while work was still going on');
    };
    let stopped: Promise<void> | null = null;
    return {
      port: portOf(health ?? started) ?? slack.port,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await app.stop().catch(() => undefined);
    throw explainStartError(error, config);
  }
}

/** The port that the system gave, when it was asked for any. */
function portOf(server: unknown): number | null {
  const address = server instanceof Server ? server.address() : null;
  return typeof address === 'object' ? (address?.port ?? null) : null;
}

function makeParts({ config, log, service, waitNoticeMs }: Required<BotOptions>, client: webApi.WebClient): Parts {
  return {
    config,
    log,
    client,
    context: { service, assignments: new KnownAssignments(), changes: new SerialQueue(), now: () => new Date() },
    outbound: new Outbound(client, log),
    seen: new SeenEvents(Date.now),
    takenNames: new TakenNames(service),
    uploadPlaces: new UploadPlaces(),
    newRef: () => randomBytes(3).toString('hex'),
    waitNoticeMs,
  };
}
