import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A statement that a client has sent. */
interface Statement {
  /** On the clock of `performance.now`. */
  at: number;
  sql: string;
}

export interface PostgresqlRelay {
  url: string;
  readonly statements: readonly Statement[];
  /** The round trip gets longer by this much, from now on. */
  delay: (ms: number) => void;
  close: () => Promise<void>;
}

/** Stands between clients and a PostgreSQL server without TLS. Notes every statement, and may delay both directions. */
export async function startPostgresqlRelay(databaseUrl: string): Promise<PostgresqlRelay> {
  const target = new URL(databaseUrl);
  const statements: Statement[] = [];
  const sockets = new Set<Socket>();
  let delayMs = 0;
  const pass = (to: Socket, bytes: Buffer) => {
    if (delayMs === 0) to.write(bytes);
    // Timers of one length fire in order.
    else setTimeout(() => to.writable && to.write(bytes), delayMs / 2);
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true });
    const read = readStatements((sql) => statements.push({ at: performance.now(), sql }));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => {
        if (from === client) read(bytes);
        pass(to, bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.end();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    statements,
    delay: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Type and length of a message, except the first one, which has no type. */
const HEAD_BYTES = 5;

/** Reads what a client sends (PostgreSQL, "Message Formats"): Query, and Execute with the text of the Parse before. */
function readStatements(found: (sql: string) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  let parsed = '';
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    if (!hasStarted) {
      if (rest.length < 4 || rest.length < rest.readInt32BE(0)) return;
      rest = rest.subarray(rest.readInt32BE(0));
      hasStarted = true;
    }
    while (rest.length >= HEAD_BYTES && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      const type = String.fromCharCode(rest[0] ?? 0);
      const body = rest.subarray(HEAD_BYTES, end);
      if (type === 'Q') found(body.toString('utf8', 0, body.length - 1));
      // The name of the statement comes first.
      if (type === 'P') parsed = body.toString('utf8').split('\0')[1] ?? '';
      if (type === 'E') found(parsed);
      rest = rest.subarray(end);
    }
  };
}
