import { connect, type Socket } from 'node:net';

export interface HeldBodies {
  /** The statuses of the responses so far, in order of arrival. */
  readonly answers: readonly number[];
  /** The number of open connections. */
  readonly open: () => number;
  readonly letGo: () => void;
}

/** How the size of a body is declared: by its length, or in chunks without one. */
export type Announced = 'content-length' | 'chunked';

/** Headers of a request that may be Slack's, until its body is there. */
export const forgedSignature = () => ({
  'x-slack-request-timestamp': `${Math.floor(Date.now() / 1000)}`,
  'x-slack-signature': `v0=${'0'.repeat(64)}`,
});

/** Sends bodies with a wrong signature to /slack/events, each on its own connection, and holds back the last byte. */
export function holdBodies(
  port: number,
  { count, bytes, announced = 'content-length' }: { count: number; bytes: number; announced?: Announced },
): HeldBodies {
  const answers: number[] = [];
  const sockets = new Set<Socket>();
  const part = Buffer.alloc(bytes - 1, 'a');
  const length = announced === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`;
  const signature = Object.entries(forgedSignature()).map(([name, value]) => `${name}: ${value}`);
  const lines = ['POST /slack/events HTTP/1.1', 'host: x', 'content-type: application/json', ...signature, length];
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  for (let sent = 0; sent < count; sent += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    // The bot cuts off refused requests even while they are being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (data) => answers.push(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1])));
    socket.write(announced === 'chunked' ? `${head}${bytes.toString(16)}\r\n` : head);
    socket.write(part);
  }
  return {
    answers,
    open: () => sockets.size,
    letGo: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
