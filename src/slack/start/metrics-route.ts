import type { Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { RouteHandler } from './serve-routes.ts';

export const METRICS_PATH = '/metrics';

/** Prometheus' text. */
export const makeMetricsHandler =
  (metrics: Metrics, log: Logger): RouteHandler =>
  async (_request, response) => {
    try {
      const { contentType, text } = await metrics.scrape();
      response.writeHead(200, { 'content-type': contentType });
      response.end(text);
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be shown');
      response.writeHead(500).end();
    }
  };
