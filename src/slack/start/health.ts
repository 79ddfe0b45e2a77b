import type { ConnectionWatch } from '../../metrics/connection-watch.ts';
import type { RouteHandler } from './serve-routes.ts';

export const HEALTH_PATH = '/healthz';

/** 200 while the bot hears from Slack, 503 when its connection has been away for long: it should be restarted then. */
export const makeHealthHandler =
  (watch: ConnectionWatch): RouteHandler =>
  (_request, response) => {
    response.writeHead(watch.healthy ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: watch.healthy }));
  };
