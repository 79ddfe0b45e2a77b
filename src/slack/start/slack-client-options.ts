import type { webApi } from '@slack/bolt';
import type { Config } from '../../config.ts';
import { adaptForBolt, type Logger, toBoltLogLevel } from '../../logger.ts';

/** The defaults retry for half an hour and never time out: a person is waiting. */
export const clientOptions = ({ slack }: Config): webApi.WebClientOptions => ({
  ...(slack.apiUrl ? { slackApiUrl: slack.apiUrl } : {}),
  timeout: 10_000,
  retryConfig: { retries: 2, minTimeout: 300, maxTimeout: 2000 },
});

/** What Bolt and its clients log through. */
export const logging = ({ logLevel }: Config, log: Logger) => ({
  logger: adaptForBolt(log, logLevel),
  logLevel: toBoltLogLevel(logLevel),
});

/** All that a Web API client is made with. */
export const webClientOptions = (config: Config, log: Logger): webApi.WebClientOptions => ({
  ...clientOptions(config),
  ...logging(config, log),
});
