import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type RouteHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What is answered to a GET, by path. */
export type Routes = ReadonlyMap<string, RouteHandler>;

/** Serves these and nothing else. @throws the system's error when the port is taken. */
export function serveRoutes(port: number, routes: Routes): Promise<Server> {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = request.method === 'GET' || request.method === 'HEAD' ? routes.get(path) : undefined;
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve(server));
  });
}
