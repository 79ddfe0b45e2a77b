import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export const HEALTH_PATH = '/healthz';

/** Alive: the process answers. */
export function answerHealth(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"ok":true}');
}

/** In Socket Mode nothing else listens. @throws the system's error when the port is taken. */
export function startHealthServer(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === HEALTH_PATH) return answerHealth(request, response);
    response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve(server));
  });
}
