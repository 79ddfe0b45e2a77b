import { webApi } from '@slack/bolt';
import { adaptForBolt, type Logger, toBoltLogLevel } from '../../base/logger.ts';
import type { Config } from '../../config/config.ts';
import type { Metrics, SlackCallOutcome } from '../../metrics/metrics.ts';
import { ResponseUrlError, readSlackError, retryAfterOf, saysRevoked } from './slack-errors.ts';
import { withoutRepeatedPosts } from './unconfirmed.ts';

/** Makes a call to Slack and counts its outcome. @throws the call's errors. */
export async function measureSlackCall<T>(method: string, metrics: Metrics, call: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const count = (outcome: SlackCallOutcome) => metrics.slackCalled(method, outcome, performance.now() - startedAt);
  try {
    const answer = await call();
    count('ok');
    return answer;
  } catch (error) {
    count(outcomeOf(error));
    throw error;
  }
}

function outcomeOf(error: unknown): SlackCallOutcome {
  const reason = readSlackError(error);
  if (retryAfterOf(error) !== null) return 'rate-limited';
  if (reason !== null || error instanceof ResponseUrlError) return 'refused';
  return error instanceof webApi.WebAPIHTTPError ? 'http-error' : 'no-answer';
}

/**
 * The Web API client of one workspace. It never waits out a rate limit: the call fails immediately, and
 * `outbound/queue.ts` retries it if it may wait.
 *
 * With token rotation, a workspace gets a new token twice a day, which this object then uses for further calls.
 */
export class SlackClient {
  readonly #make: (token: string) => webApi.WebClient;
  #token: string;
  /** Created on demand, because it has a function for each of Slack's methods, and most workspaces are idle. */
  #web: webApi.WebClient | null = null;

  /** @param make must create clients with `rejectRateLimitedCalls`. */
  constructor(make: (token: string) => webApi.WebClient, token: string) {
    this.#make = make;
    this.#token = token;
  }

  get token(): string {
    return this.#token;
  }

  get web(): webApi.WebClient {
    this.#web ??= this.#make(this.#token);
    return this.#web;
  }

  /** Calls in progress keep using the old token, which stays valid for a while. */
  useToken(token: string): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#web = null;
  }
}

/** A Web API client that counts its calls. */
export class MeasuredClient extends webApi.WebClient {
  readonly #metrics: Metrics;
  readonly #onRevoked: () => void;

  /** @param onRevoked called when Slack rejects a call because the token is revoked. */
  constructor(
    token: string,
    options: webApi.WebClientOptions,
    metrics: Metrics,
    onRevoked: () => void = () => undefined,
  ) {
    super(token, options);
    this.#onRevoked = onRevoked;
    this.#metrics = metrics;
    this.on(webApi.WebClientEvent.RATE_LIMITED, (_seconds: number, { url }: { url: string }) =>
      metrics.slackLimited(url.startsWith(this.slackApiUrl) ? url.slice(this.slackApiUrl.length) : ''),
    );
  }

  override async apiCall(...call: Parameters<webApi.WebClient['apiCall']>): Promise<webApi.WebAPICallResult> {
    try {
      return await measureSlackCall(call[0], this.#metrics, () => super.apiCall(...call));
    } catch (error) {
      if (saysRevoked(error)) this.#onRevoked();
      throw error;
    }
  }
}

/**
 * For Slack clients that Bolt creates. With the defaults, they would retry for half an hour, never time out, and wait
 * out any rate limit, while a person or the bot's startup waits.
 */
export const clientOptions = ({ slack }: Config): webApi.WebClientOptions => ({
  slackApiUrl: slack.apiUrl || undefined,
  timeout: 10_000,
  rejectRateLimitedCalls: true,
  retryConfig: { retries: 2, minTimeout: 300, maxTimeout: 2000 },
});

export const logging = ({ logLevel }: Config, log: Logger) => ({
  logger: adaptForBolt(log, logLevel),
  logLevel: toBoltLogLevel(logLevel),
});

/**
 * Options of a workspace's client. It rejects rate-limited calls, because waiting would pause the whole client and
 * delay forms behind progress updates; the queue waits per channel instead. Concurrency is unlimited, because the queue
 * allows only one call per channel, and a form must not wait for a hundred other calls.
 */
export const webClientOptions = (config: Config, log: Logger): webApi.WebClientOptions => ({
  ...withoutRepeatedPosts(clientOptions(config)),
  maxRequestConcurrency: Number.POSITIVE_INFINITY,
  ...logging(config, log),
});
