import { HTTPReceiver, type HTTPReceiverOptions, SocketModeReceiver } from '@slack/bolt';
import type { Config } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import type { ConnectionWatch } from '../../metrics/connection-watch.ts';
import { limitBodies, type RequestLimits } from './limit-requests.ts';
import type { Routes } from './serve-routes.ts';
import { logging } from './slack-client-options.ts';

const EVENTS_PATH = '/slack/events';

/** What belongs to every receiver of a bot. */
export interface Listening {
  watch: ConnectionWatch;
  limits: RequestLimits;
  /** Answered on the same port. */
  routes: Routes;
}

/** The receiver of the mode that the settings ask for. */
export function makeReceiver(config: Config, log: Logger, listening: Listening): SocketModeReceiver | HTTPReceiver {
  const { apiUrl, mode } = config.slack;
  const { limits, watch } = listening;
  if (mode.kind === 'http') {
    return limited(new HTTPReceiver(httpOptions(mode.signingSecret, config, log, listening)), limits);
  }
  // No retryConfig: this client's own goes on for a long time, and giving up would leave the bot without a connection.
  const clientOptions = { timeout: 10_000, ...(apiUrl ? { slackApiUrl: apiUrl } : {}) };
  const receiver = new SocketModeReceiver({
    appToken: mode.appToken,
    installerOptions: { clientOptions },
    ...logging(config, log),
  });
  receiver.client.on('connected', () => watch.connected());
  receiver.client.on('disconnected', () => watch.lost());
  receiver.client.on('reconnecting', () => watch.lost());
  receiver.client.on('close', () => watch.lost());
  return receiver;
}

/** The same receiver, which no longer reads more than Slack sends. */
export function limited(receiver: HTTPReceiver, limits: RequestLimits): HTTPReceiver {
  receiver.requestListener = limitBodies(receiver.requestListener, limits);
  return receiver;
}

/** Over HTTP. */
export const httpOptions = (
  signingSecret: string,
  config: Config,
  log: Logger,
  { limits, routes }: Listening,
): HTTPReceiverOptions => ({
  signingSecret,
  endpoints: EVENTS_PATH,
  bodyLimit: limits.bodyBytes,
  customRoutes: [...routes].map(([path, handler]) => ({ path, method: 'GET', handler })),
  ...logging(config, log),
});
