import type { ConnectionWatch } from '../../metrics/connection-watch.ts';
import type { RouteHandler } from './serve-routes.ts';

export const HEALTH_PATH = '/healthz';

/**
 * 200 while the bot hears from Slack. 503 when its connection has been away for long: it should be restarted then; and while
 * it stops: a load balancer should send it nothing more.
 */
export const makeHealthHandler =
  (watch: ConnectionWatch, readiness: { readonly isStopping: boolean }): RouteHandler =>
  (_request, response) => {
    const ok = watch.healthy && !readiness.isStopping;
    response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok }));
  };
