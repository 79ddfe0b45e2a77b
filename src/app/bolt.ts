import {
  App,
  type AppOptions,
  HTTPReceiver,
  type HTTPReceiverOptions,
  type ReceiverEvent,
  SocketModeReceiver,
} from '@slack/bolt';
import * as z from 'zod';
import type { Logger } from '../base/logger.ts';
import { withTimeout } from '../base/timeout.ts';
import type { Config } from '../config/config.ts';
import type { Metrics, RequestKind } from '../metrics/metrics.ts';
import type { ConnectionWatch } from '../metrics/vitals.ts';
import { logging } from '../slack/outbound/client.ts';
import type { Routes } from './http-routes.ts';
import { limitBodies, type RequestLimits } from './limit-requests.ts';

/** Tracks work that continues after Slack has its ack. Stopping a receiver does not wait for it. */
export class InFlight {
  readonly #running = new Set<Promise<unknown>>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  get size(): number {
    return this.#running.size;
  }

  /** Resolves when all work has ended, or after `timeoutMs`. @returns whether all work ended. */
  async drain(timeoutMs: number): Promise<boolean> {
    await withTimeout(this.#end(), timeoutMs, () => undefined);
    return this.#running.size === 0;
  }

  /** New work may start while this waits. */
  async #end(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}

const EVENTS_PATH = '/slack/events';

export interface Listening {
  watch: ConnectionWatch;
  limits: RequestLimits;
  /** Served on the same port. */
  routes: Routes;
}

export function makeReceiver(config: Config, log: Logger, listening: Listening): SocketModeReceiver | HTTPReceiver {
  const { apiUrl, mode } = config.slack;
  const { limits, watch } = listening;
  if (mode.kind === 'http') {
    return limited(new HTTPReceiver(httpOptions(mode.signingSecret, config, log, listening)), limits);
  }
  // No retryConfig: the client's default retries for a long time. Giving up would leave the bot disconnected.
  const clientOptions = { timeout: 10_000, ...(apiUrl ? { slackApiUrl: apiUrl } : {}) };
  const receiver = new SocketModeReceiver({
    appToken: mode.appToken,
    installerOptions: { clientOptions },
    ...logging(config, log),
  });
  receiver.client.on('connected', () => watch.connected());
  receiver.client.on('disconnected', () => watch.lost());
  receiver.client.on('reconnecting', () => watch.lost());
  receiver.client.on('close', () => watch.lost());
  return receiver;
}

export function limited(receiver: HTTPReceiver, limits: RequestLimits): HTTPReceiver {
  receiver.requestListener = limitBodies(receiver.requestListener, limits);
  return receiver;
}

export const httpOptions = (
  signingSecret: string,
  config: Config,
  log: Logger,
  { limits, routes }: Listening,
): HTTPReceiverOptions => ({
  signingSecret,
  endpoints: EVENTS_PATH,
  bodyLimit: limits.bodyBytes,
  customRoutes: [...routes].map(([path, handler]) => ({ path, method: 'GET', handler })),
  ...logging(config, log),
});

/** Resumes each acked request in its own event-loop tick, so that acks are never queued behind work. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in this caller's tick, first come, first served. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}

const Body = z.object({ type: z.string().optional(), command: z.string().optional() });

const KINDS = new Map<string | undefined, RequestKind>([
  ['block_actions', 'click'],
  ['view_submission', 'form'],
  ['view_closed', 'form'],
  ['block_suggestion', 'suggestion'],
  ['shortcut', 'shortcut'],
  ['message_action', 'shortcut'],
  ['event_callback', 'event'],
]);

/**
 * Measures incoming requests: their number, those in flight, and the ack latency, from the moment the receiver has
 * verified a request until the ack is written to the network. Shared by all receivers.
 */
export class MeasuredApp extends App {
  readonly #metrics: Metrics;
  readonly #inFlight: InFlight;
  readonly #turns = new Turns();
  #writeDown: (body: ReceiverEvent['body']) => Promise<void> = async () => undefined;

  constructor(options: AppOptions, metrics: Metrics, inFlight: InFlight) {
    super(options);
    this.#metrics = metrics;
    this.#inFlight = inFlight;
  }

  /**
   * Runs before an event is acked. Bolt acks before its listeners run, and Slack does not redeliver acked events. If
   * this fails, the event is not acked.
   */
  beforeEventAck(work: (body: ReceiverEvent['body']) => Promise<void>): void {
    this.#writeDown = work;
  }

  override processEvent(event: ReceiverEvent): Promise<void> {
    const kind = kindOf(event.body);
    const startedAt = performance.now();
    this.#metrics.requested(kind);
    const ack = async (...answer: Parameters<ReceiverEvent['ack']>) => {
      if (kind === 'event') await this.#writeDown(event.body);
      await event.ack(...answer);
      this.#metrics.acked(kind, performance.now() - startedAt);
      // The rest of the work must not delay the ack.
      await this.#turns.take();
    };
    // Includes authorization, so that a stop waits for it too.
    return this.#inFlight.run(() => super.processEvent({ ...event, ack }));
  }
}

function kindOf(body: ReceiverEvent['body']): RequestKind {
  const { command, type } = Body.safeParse(body).data ?? {};
  return command === undefined ? (KINDS.get(type) ?? 'other') : 'command';
}
