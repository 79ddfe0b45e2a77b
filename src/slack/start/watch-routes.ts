import type { Config } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { HEALTH_PATH, makeHealthHandler } from './health.ts';
import { METRICS_PATH, makeMetricsHandler } from './metrics-route.ts';
import { makeReadyHandler, READY_PATH, type Readiness } from './readiness.ts';
import type { Routes } from './serve-routes.ts';

/** What is answered to whoever looks after the bot. */
export interface WatchRoutes {
  /** On PORT, in both modes. */
  own: Routes;
  /** On METRICS_PORT; null when that is not set. */
  apart: Routes | null;
}

export function watchRoutes({ slack }: Config, readiness: Readiness, metrics: Metrics, log: Logger): WatchRoutes {
  const health = [
    [HEALTH_PATH, makeHealthHandler(metrics.vitals.connection, readiness)],
    [READY_PATH, makeReadyHandler(readiness)],
  ] as const;
  const numbers = [METRICS_PATH, makeMetricsHandler(metrics, log)] as const;
  return slack.metricsPort === null
    ? { own: new Map([...health, numbers]), apart: null }
    : { own: new Map(health), apart: new Map([numbers]) };
}
