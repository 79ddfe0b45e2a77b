import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { hold } from '../../packages/local-slack/test/hold.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { PatientClock } from '../patient-clock.ts';
import { listenOnAnyPort } from '../service-client/listen-on-any-port.ts';
import { singleService } from '../single-service.ts';
import type { House } from './start-house.ts';

export interface SlowService {
  /** A client that reaches the service through this proxy. It waits for answers as long as it takes. */
  client: ServiceClient;
  /**
   * Holds the next `times` requests to matching paths until the returned function is called. They are carried out then,
   * even if the client no longer waits.
   */
  hold: (path: RegExp, times?: number) => () => void;
  /** The same as `hold`, but the client stops waiting for each of them as soon as it is held. */
  stall: (path: RegExp) => () => void;
  close: () => Promise<void>;
}

/** The service behind a proxy that can hold requests. */
export async function startSlowService({ config }: House): Promise<SlowService> {
  const gates: { path: RegExp; left: number; reached: () => void; until: Promise<void> }[] = [];
  const clock = new PatientClock();
  const passOn = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, method = 'GET', url = '/' } = request;
    const body = await buffer(request);
    const gate = gates.find(({ left, path }) => left > 0 && path.test(url));
    if (gate) {
      gate.left -= 1;
      gate.reached();
      await gate.until;
    }
    const answer = await fetch(new URL(url, config.service.baseUrl), {
      method,
      headers: {
        'content-type': headers['content-type'] ?? 'application/json',
        'x-api-key': String(headers['x-api-key']),
      },
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    // The client, or the service, may close its connection first.
    passOn(request, response).catch(() => response.destroy());
  });
  const { baseUrl, close } = await listenOnAnyPort(server);
  const open = (path: RegExp, left: number, reached: () => void) => {
    const { letGo, until } = hold();
    const gate = { path, left, reached, until };
    gates.push(gate);
    return () => {
      gate.left = 0;
      letGo();
    };
  };
  return {
    client: singleService(config, { baseUrl }, clock),
    hold: (path, times = Number.POSITIVE_INFINITY) => open(path, times, () => undefined),
    stall: (path) => open(path, Number.POSITIVE_INFINITY, () => clock.expire()),
    close,
  };
}
