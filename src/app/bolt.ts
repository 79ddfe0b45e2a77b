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
import type { Config } from '../config/config.ts';
import type { Metrics, RequestKind } from '../metrics/metrics.ts';
import type { ConnectionWatch } from '../metrics/vitals.ts';
import { logging } from '../slack/outbound/client.ts';
import type { Routes } from './http-routes.ts';
import { limitBodies, type RequestLimits } from './limit-requests.ts';

/** Counts the work that goes on after Slack has its ack: stopping a receiver does not wait for it. */
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

  /** How much of it goes on now. */
  get size(): number {
    return this.#running.size;
  }

  /** Resolves when nothing runs any more, or after `timeoutMs`. @returns whether everything ended. */
  async drain(timeoutMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.#end(), timeout]);
    clearTimeout(timer);
    return this.#running.size === 0;
  }

  /** More may begin while it is waited for. */
  async #end(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}

const EVENTS_PATH = '/slack/events';

/** What belongs to every receiver of a bot. */
export interface Listening {
  watch: ConnectionWatch;
  limits: RequestLimits;
  /** Answered on the same port. */
  routes: Routes;
}

/** The receiver of the mode that the settings ask for. */
export function makeReceiver(config: Config, log: Logger, listening: Listening): SocketModeReceiver | HTTPReceiver {
  const { apiUrl, mode } = config.slack;
  const { limits, watch } = listening;
  if (mode.kind === 'http') {
    return limited(new HTTPReceiver(httpOptions(mode.signingSecret, config, log, listening)), limits);
  }
  // No retryConfig: this client's own goes on for a long time, and giving up would leave the bot without a connection.
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

/** The same receiver, which no longer reads more than Slack sends. */
export function limited(receiver: HTTPReceiver, limits: RequestLimits): HTTPReceiver {
  receiver.requestListener = limitBodies(receiver.requestListener, limits);
  return receiver;
}

/** Over HTTP. */
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

/**
 * Who has acked a request goes on in a round of the event loop that nobody else begins in: all that was acked would otherwise
 * begin at once, and the acks of those who come next would wait for it.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is one's turn, in the order in which they asked. */
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
 * Counts what Slack sends, what of it goes on, and how long Slack waits for its ack: from the moment at which the receiver has checked and read it, to
 * the one at which the ack is handed to the network. The same for all receivers.
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
   * this fails, there is no ack.
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
      // What is left to be done is not what Slack waits for.
      await this.#turns.take();
    };
    // Finding out which workspace it comes from is part of it already: a stop waits for that too.
    return this.#inFlight.run(() => super.processEvent({ ...event, ack }));
  }
}

function kindOf(body: ReceiverEvent['body']): RequestKind {
  const { command, type } = Body.safeParse(body).data ?? {};
  return command === undefined ? (KINDS.get(type) ?? 'other') : 'command';
}
