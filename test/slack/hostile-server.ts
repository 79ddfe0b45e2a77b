import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';

export interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
}

const servers: Server[] = [];

/** A server on a free port that responds as the test wants and records its requests. */
export async function listen(answer: RequestListener): Promise<{ origin: string; arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    arrived.push({ path: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { origin: `http://127.0.0.1:${address.port}`, arrived };
}

/** Closes every server and every open connection. */
export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}
