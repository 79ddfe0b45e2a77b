import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from '../../logger.ts';
import { limitConnections, type RequestLimits } from './limit-requests.ts';

export type RouteHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What is answered to a GET, by path. */
export type Routes = ReadonlyMap<string, RouteHandler>;

/** Where a server listens. */
export interface ListenAddress {
  port: number;
  /** Absent: every interface. */
  host?: string;
}

/** Serves these and nothing else. @throws the system's error when the port is taken. */
export function serveRoutes(place: ListenAddress, routes: Routes, limits: RequestLimits, log: Logger): Promise<Server> {
  const server = createServer(limits.times, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = request.method === 'GET' || request.method === 'HEAD' ? routes.get(path) : undefined;
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  limitConnections(server, limits, log);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => resolve(server));
  });
}
