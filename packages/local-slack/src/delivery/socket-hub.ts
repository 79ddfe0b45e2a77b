import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { type JsonObject, parseJson } from '../json.ts';
import { APP_ID } from '../state/workspace-seed.ts';
import type { AppAnswer, PayloadKind, Retry } from './delivery.ts';

const PING_EVERY_MS = 5000;
const CLOSE_HANDSHAKE_MS = 500;
const ENVELOPE_TYPES = { command: 'slash_commands', interaction: 'interactive', event: 'events_api' } as const;
const ackEnvelope = z.object({ envelope_id: z.string(), payload: z.unknown() });

/** The bot's Socket Mode connections. Distributes payloads round-robin. */
export class SocketHub {
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #tickets = new Set<string>();
  readonly #unacked = new Map<string, (payload: unknown) => void>();
  readonly #onOpen = new Set<() => void>();
  #open: WebSocket[] = [];
  /** Bolt drops a connection on which the server has been silent for 30 s. */
  readonly #pings = setInterval(() => {
    for (const socket of this.#open) socket.ping();
  }, PING_EVERY_MS).unref();

  get size(): number {
    return this.#open.length;
  }

  /** A single-use ticket: the secret part of the answer to apps.connections.open. */
  issueTicket(): string {
    const ticket = randomBytes(12).toString('hex');
    this.#tickets.add(ticket);
    return ticket;
  }

  /** Upgrades an HTTP request to a socket; rejects it without a valid ticket. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const ticket = new URL(request.url ?? '', 'ws://127.0.0.1').searchParams.get('ticket') ?? '';
    if (!this.#tickets.delete(ticket)) {
      stream.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#welcome(socket));
  }

  /** Resolves immediately if a socket is open, else when the next one opens. */
  connected(): Promise<void> {
    if (this.#open.length > 0) return Promise.resolve();
    return new Promise((resolve) => this.#onOpen.add(resolve));
  }

  /** Sends an envelope to the next socket; rejects if there is none, it closes, or the deadline passes. */
  send(kind: PayloadKind, payload: JsonObject, retry: Retry | undefined, deadline: AbortSignal) {
    return new Promise<AppAnswer>((resolve, reject) => {
      const socket = this.#open.shift();
      if (!socket) return reject(new Error('No Socket Mode connection is open.'));
      this.#open.push(socket);
      const envelope_id = randomUUID();
      const settle = () => {
        this.#unacked.delete(envelope_id);
        socket.off('close', lost);
        deadline.removeEventListener('abort', lost);
      };
      const lost = () => {
        settle();
        reject(new Error('The socket closed, or stayed silent for too long.'));
      };
      this.#unacked.set(envelope_id, (body) => {
        settle();
        resolve({ status: 200, body });
      });
      socket.once('close', lost);
      deadline.addEventListener('abort', lost, { once: true });
      socket.send(
        JSON.stringify({
          envelope_id,
          type: ENVELOPE_TYPES[kind],
          payload,
          accepts_response_payload: kind !== 'event',
          ...(kind === 'event' && { retry_attempt: retry?.number ?? 0, retry_reason: retry?.reason ?? '' }),
        }),
      );
    });
  }

  /** Drops every connection without a close handshake. */
  cut(): void {
    for (const socket of this.#open) socket.terminate();
  }

  /** Closes every connection with a handshake, or without one if the client does not respond. */
  async close(): Promise<void> {
    clearInterval(this.#pings);
    await Promise.all(this.#open.map((socket) => closeSocket(socket)));
    this.#server.close();
  }

  #welcome(socket: WebSocket): void {
    // Each envelope that is not acknowledged yet listens to it.
    socket.setMaxListeners(0);
    this.#open.push(socket);
    socket.on('close', () => {
      this.#open = this.#open.filter((other) => other !== socket);
    });
    // An aborted connection is not our error; `close` follows.
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      const ack = ackEnvelope.safeParse(parseJson(String(data)));
      if (ack.success) this.#unacked.get(ack.data.envelope_id)?.(ack.data.payload);
    });
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: this.#open.length,
        debug_info: { host: 'local', build_number: 1, approximate_connection_time: 18_060 },
        connection_info: { app_id: APP_ID },
      }),
    );
    for (const resolve of this.#onOpen) resolve();
    this.#onOpen.clear();
  }
}

function closeSocket(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => socket.terminate(), CLOSE_HANDSHAKE_MS);
    socket.once('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
    socket.close(1001);
  });
}
