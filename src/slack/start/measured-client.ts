import { webApi } from '@slack/bolt';
import type { Metrics } from '../../metrics/metrics.ts';
import { measureSlackCall } from '../measure-slack-call.ts';
import { saysRevoked } from '../outbound/read-slack-error.ts';

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
