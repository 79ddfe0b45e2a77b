import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { until } from '../until.ts';

/** A PostgreSQL server behind a wire that shows the statements sent over it, and that can be cut. */
export interface TappedServer {
  /** The same database, reached over the wire. */
  url: string;
  /** The text of each statement so far, without those of the connections for notices. */
  statements: string[];
  /** Holds everything back that is sent to the server. */
  hold: () => void;
  release: () => void;
  /** Cuts all connections and accepts no others. */
  cut: () => void;
  mend: () => void;
  /** Resolves when so many connections were refused since the last cut. */
  refused: (count: number) => Promise<void>;
}

const PARSE = 'P';
const QUERY = 'Q';
const BY_NOTICES = /^(listen|select 1$)/;

export async function tapServer(databaseUrl: string): Promise<TappedServer> {
  const url = new URL(databaseUrl);
  const statements: string[] = [];
  const nearEnds = new Set<Socket>();
  let isCut = false;
  let refusals = 0;
  let isHeld = false;
  const server = createServer((near) => {
    if (isCut) {
      refusals += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(url.port || 5432), url.hostname);
    const read = readStatements((text) => {
      if (!BY_NOTICES.test(text)) statements.push(text);
    });
    far.pipe(near);
    near.on('data', (bytes) => {
      read(bytes);
      far.write(bytes);
    });
    if (isHeld) near.pause();
    nearEnds.add(near);
    near.on('close', () => {
      nearEnds.delete(near);
      far.destroy();
    });
    far.on('close', () => near.destroy());
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const near of nearEnds) near.destroy();
    server.close();
  });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    statements,
    hold: () => {
      isHeld = true;
      for (const near of nearEnds) near.pause();
    },
    release: () => {
      isHeld = false;
      for (const near of nearEnds) near.resume();
    },
    cut: () => {
      isCut = true;
      refusals = 0;
      for (const near of nearEnds) near.destroy();
    },
    mend: () => {
      isCut = false;
    },
    refused: (count) => until(() => refusals >= count),
  };
}

/** Finds the statements in what a client sends: after a start message without a type, each message has one. */
function readStatements(found: (text: string) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const from = hasStarted ? 1 : 0;
      if (rest.length < from + 4) return;
      const length = from + rest.readInt32BE(from);
      if (rest.length < length) return;
      const type = hasStarted ? String.fromCharCode(rest[0] ?? 0) : '';
      const texts = rest.subarray(5, length).toString().split('\0');
      if (type === QUERY) found(texts[0] ?? '');
      // The statement's own name comes first.
      if (type === PARSE) found(texts[1] ?? '');
      hasStarted = true;
      rest = rest.subarray(length);
    }
  };
}
