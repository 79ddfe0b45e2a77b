import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Forwards bytes to the server of `url` until told to let the connections hang. */
export async function openWire(url: URL) {
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((near) => {
    opened += 1;
    const far = connect(Number(url.port || 5432), url.hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through,
    /** How many connections were made. */
    opened: () => opened,
    hang: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
