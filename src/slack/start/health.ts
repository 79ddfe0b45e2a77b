import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ConnectionWatch } from './connection-watch.ts';

export const HEALTH_PATH = '/healthz';

export type HealthHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** 200 while the bot hears from Slack, 503 when its connection has been away for long: it should be restarted then. */
export const makeHealthHandler =
  (watch: ConnectionWatch): HealthHandler =>
  (_request, response) => {
    response.writeHead(watch.healthy ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: watch.healthy }));
  };

/** In Socket Mode nothing else listens. @throws the system's error when the port is taken. */
export function startHealthServer(port: number, answer: HealthHandler): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === HEALTH_PATH) return answer(request, response);
    response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve(server));
  });
}
