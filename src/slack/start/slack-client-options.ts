import type { webApi } from '@slack/bolt';
import type { Config } from '../../config.ts';
import { adaptForBolt, type Logger, toBoltLogLevel } from '../../logger.ts';

/**
 * Of Slack's own clients, which Bolt makes: the defaults retry for half an hour, never time out, and wait for as long as
 * Slack says, while a person is waiting, or a start.
 */
export const clientOptions = ({ slack }: Config): webApi.WebClientOptions => ({
  ...(slack.apiUrl ? { slackApiUrl: slack.apiUrl } : {}),
  timeout: 10_000,
  rejectRateLimitedCalls: true,
  retryConfig: { retries: 2, minTimeout: 300, maxTimeout: 2000 },
});

/** What Bolt and its clients log through. */
export const logging = ({ logLevel }: Config, log: Logger) => ({
  logger: adaptForBolt(log, logLevel),
  logLevel: toBoltLogLevel(logLevel),
});

/**
 * Of the client of a workspace. By itself it would wait as a whole when Slack asks to slow down, and a form behind
 * somebody's progress; the queue waits in its place, for each channel. It sends as much at once as it is given: in each
 * channel that is one, and a form is never behind a hundred others.
 */
export const webClientOptions = (config: Config, log: Logger): webApi.WebClientOptions => ({
  ...clientOptions(config),
  maxRequestConcurrency: Number.POSITIVE_INFINITY,
  ...logging(config, log),
});
