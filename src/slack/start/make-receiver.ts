import { HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import type { Config } from '../../config.ts';
import { adaptForBolt, type Logger, toBoltLogLevel } from '../../logger.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import { HEALTH_PATH, type HealthHandler } from './health.ts';

const EVENTS_PATH = '/slack/events';

/** The receiver of the mode that the settings ask for. */
export function makeReceiver(
  config: Config,
  log: Logger,
  watch: ConnectionWatch,
  answerHealth: HealthHandler,
): SocketModeReceiver | HTTPReceiver {
  const { apiUrl, mode } = config.slack;
  const logging = { logger: adaptForBolt(log, config.logLevel), logLevel: toBoltLogLevel(config.logLevel) };
  if (mode.kind === 'http') {
    return new HTTPReceiver({
      signingSecret: mode.signingSecret,
      endpoints: EVENTS_PATH,
      customRoutes: [{ path: HEALTH_PATH, method: 'GET', handler: answerHealth }],
      ...logging,
    });
  }
  // No retryConfig: this client's own goes on for a long time, and giving up would leave the bot without a connection.
  const clientOptions = { timeout: 10_000, ...(apiUrl ? { slackApiUrl: apiUrl } : {}) };
  const receiver = new SocketModeReceiver({ appToken: mode.appToken, installerOptions: { clientOptions }, ...logging });
  receiver.client.on('connected', () => watch.connected());
  receiver.client.on('disconnected', () => watch.lost());
  receiver.client.on('reconnecting', () => watch.lost());
  receiver.client.on('close', () => watch.lost());
  return receiver;
}
