import { once } from 'node:events';
import type { Server } from 'node:http';

/** Starts a server on a free port of 127.0.0.1; `close` also ends open connections. */
export async function listenOnAnyPort(server: Server): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
