import { webApi } from '@slack/bolt';
import { adaptForBolt, type Logger, toBoltLogLevel } from '../../base/logger.ts';
import type { Config } from '../../config/config.ts';
import type { Metrics, SlackCallOutcome } from '../../metrics/metrics.ts';
import { ResponseUrlError, readSlackError, retryAfterOf, saysRevoked } from './slack-errors.ts';

/** Makes a call of Slack and counts what came of it. @throws what the call throws. */
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
 * The Web API client of one workspace. It waits for nothing by itself: what Slack asks to slow down fails at once, and
 * waits its turn in `outbound/queue.ts` where it may wait at all.
 *
 * With token rotation a workspace gets a new token twice a day; whoever holds this goes on with the new one.
 */
export class SlackClient {
  readonly #make: (token: string) => webApi.WebClient;
  #token: string;
  #web: webApi.WebClient;

  /** @param make with `rejectRateLimitedCalls`. */
  constructor(make: (token: string) => webApi.WebClient, token: string) {
    this.#make = make;
    this.#token = token;
    this.#web = make(token);
  }

  get token(): string {
    return this.#token;
  }

  get web(): webApi.WebClient {
    return this.#web;
  }

  /** Calls that run end with the token that they began with; it stays good for a while. */
  useToken(token: string): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#web = this.#make(token);
  }
}

/** A Web API client whose calls are counted. */
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
