import { webApi } from '@slack/bolt';
import type { Metrics } from '../../metrics/metrics.ts';
import { measureSlackCall } from '../measure-slack-call.ts';

/** A Web API client whose calls are counted. */
export class MeasuredClient extends webApi.WebClient {
  readonly #metrics: Metrics;

  constructor(token: string, options: webApi.WebClientOptions, metrics: Metrics) {
    super(token, options);
    this.#metrics = metrics;
    this.on(webApi.WebClientEvent.RATE_LIMITED, (_seconds: number, { url }: { url: string }) =>
      metrics.slackLimited(url.startsWith(this.slackApiUrl) ? url.slice(this.slackApiUrl.length) : ''),
    );
  }

  override apiCall(...call: Parameters<webApi.WebClient['apiCall']>): Promise<webApi.WebAPICallResult> {
    return measureSlackCall(call[0], this.#metrics, () => super.apiCall(...call));
  }
}
