import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { listenOnAnyPort } from './listen-on-any-port.ts';

/** A received request with its complete body. */
export interface SeenRequest {
  method: string;
  /** Path below the base URL, with query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Responds to one request, or refuses to. */
export type Answer = (response: ServerResponse, request: SeenRequest) => void;

export interface HostileServer {
  baseUrl: string;
  seen: SeenRequest[];
  /** Queues responses for the next requests. Any request beyond them gets 418, which no test expects. */
  script(...answers: Answer[]): void;
  /** Called when an answer that does not end has arrived as far as it goes. */
  onStall: () => void;
  close(): Promise<void>;
}

/**
 * A real HTTP server on 127.0.0.1 that gives each request the next scripted response. Its base URL has a path of its own:
 * the port may have belonged to a server of another test, whose client still calls it.
 */
export async function startHostileServer(): Promise<HostileServer> {
  const seen: SeenRequest[] = [];
  const answers: Answer[] = [];
  const own = `/${randomBytes(8).toString('hex')}`;
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (!url.startsWith(own)) return void response.writeHead(404).end();
    void readRequest(request, url.slice(own.length)).then(
      (arrived) => {
        seen.push(arrived);
        const answer = answers.shift();
        if (!answer) return void response.writeHead(418).end('unscripted request');
        answer(response, arrived);
        void noticeStall(response);
      },
      // The client disconnected during its request.
      () => response.destroy(),
    );
  });
  /** Client and server share the event loop, so what was written has been read after a few of its turns. */
  const noticeStall = async (response: ServerResponse) => {
    for (let turns = 0; turns < 50; turns += 1) await turn();
    if (!response.writableEnded && !response.destroyed) hostile.onStall();
  };
  const { baseUrl, close } = await listenOnAnyPort(server);
  const hostile: HostileServer = {
    seen,
    close,
    baseUrl: `${baseUrl}${own}`,
    script: (...more) => void answers.push(...more),
    onStall: () => undefined,
  };
  return hostile;
}

async function readRequest(request: IncomingMessage, url: string): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return {
    method: request.method ?? '',
    url,
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
}
