import {
  App,
  type AppOptions,
  HTTPReceiver,
  HTTPReceiverDeferredRequestError,
  type HTTPReceiverOptions,
  type ReceiverEvent,
  SocketModeReceiver,
} from '@slack/bolt';
import { getGlobalDispatcher } from 'undici';
import { type Clock, systemClock } from '../base/clock.ts';
import { adaptForBolt, type Logger } from '../base/logger.ts';
import { withReception } from '../base/request-context.ts';
import { withTimeout } from '../base/timeout.ts';
import type { Config } from '../config/config.ts';
import type { Metrics, RequestKind } from '../metrics/metrics.ts';
import type { ConnectionWatch } from '../metrics/vitals.ts';
import { isReadOnSubmit } from '../slack/listeners/actions.ts';
import type { Failure } from '../slack/listeners/last-resort.ts';
import { logging } from '../slack/outbound/client.ts';
import type { FormReply } from '../slack/payloads/form-values.ts';
import { readSocketCount } from './count-sockets.ts';
import type { Routes } from './http-routes.ts';
import { limitBodies } from './limit-bodies.ts';
import type { RequestLimits } from './limit-requests.ts';
import type { Rejections } from './rejections.ts';

/** Tracks work that continues after the ack, because stopping a receiver doesn't wait for it. */
export class InFlight {
  readonly #running = new Set<Promise<unknown>>();

  run<T>(work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Resolves when all work has ended, or after `timeoutMs`. @returns true if all work has ended. */
  async drain(timeoutMs: number): Promise<boolean> {
    // Uses the system clock, because the operator waits for the stop.
    await withTimeout(systemClock, this.#end(), timeoutMs, () => undefined);
    return this.#running.size === 0;
  }

  /** Loops, because new work may start while this waits. */
  async #end(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}

const EVENTS_PATH = '/slack/events';

export interface Listening {
  watch: ConnectionWatch;
  limits: RequestLimits;
  rejections: Rejections;
  /** Other routes on the same port. */
  routes: Routes;
}

export function makeReceiver(config: Config, log: Logger, listening: Listening): SocketModeReceiver | HTTPReceiver {
  const { apiUrl, mode } = config.slack;
  const { watch } = listening;
  if (mode.kind === 'http') {
    return limited(new HTTPReceiver(httpOptions(mode.signingSecret, config, log, listening)), listening);
  }
  // Without a retryConfig, because the client's default keeps retrying for a long time. Giving up would leave the bot
  // disconnected.
  const clientOptions = { timeout: 10_000, slackApiUrl: apiUrl || undefined };
  const receiver = new SocketModeReceiver({
    appToken: mode.appToken,
    installerOptions: { clientOptions },
    // Otherwise, Bolt creates its own dispatcher, which ignores the proxy.
    dispatcher: config.proxy === null ? undefined : getGlobalDispatcher(),
    ...logging(config, log),
  });
  receiver.client.on('ws_message', (data: unknown) => {
    const sockets = readSocketCount(data);
    if (sockets !== null) void watch.counted(sockets);
  });
  receiver.client.on('connected', () => watch.connected());
  receiver.client.on('disconnected', () => watch.lost());
  receiver.client.on('reconnecting', () => watch.lost());
  receiver.client.on('close', () => watch.lost());
  return receiver;
}

export function limited(
  receiver: HTTPReceiver,
  { limits, rejections }: Omit<Listening, 'routes' | 'watch'>,
): HTTPReceiver {
  receiver.requestListener = limitBodies(EVENTS_PATH, receiver.requestListener, limits, rejections);
  return receiver;
}

export const httpOptions = (
  signingSecret: string,
  config: Config,
  log: Logger,
  { rejections, routes }: Pick<Listening, 'rejections' | 'routes'>,
): HTTPReceiverOptions => ({
  signingSecret,
  dispatchErrorHandler: answerUndispatched(rejections),
  endpoints: EVENTS_PATH,
  customRoutes: [...routes].map(([path, handler]) => ({ path, method: 'GET', handler })),
  ...logging(config, log),
  logger: countRejections(adaptForBolt(log, config.logLevel), rejections),
});

const answerUndispatched =
  (rejections: Rejections): HTTPReceiverOptions['dispatchErrorHandler'] =>
  ({ error, logger, response }) => {
    if (error instanceof HTTPReceiverDeferredRequestError) {
      rejections.add('unknown-path');
      response.writeHead(404).end();
    } else if (error instanceof URIError || ('code' in error && error.code === 'ERR_INVALID_URL')) {
      rejections.add('invalid-url');
      response.writeHead(400).end();
    } else {
      logger.error('request failed before it was read', error);
      response.writeHead(500).end();
    }
  };

/** The start of Bolt's log line for a request without a valid signature. */
const UNVERIFIED = 'Failed to parse and verify the request data: ';

type BoltLogger = NonNullable<HTTPReceiverOptions['logger']>;

/** Counts requests that aren't from Slack, instead of logging each of them as Bolt does. */
const countRejections = (log: BoltLogger, rejections: Rejections): BoltLogger => ({
  ...log,
  warn: (...parts) => {
    const [line] = parts;
    if (typeof line !== 'string' || !line.startsWith(UNVERIFIED)) return log.warn(...parts);
    rejections.add(
      line.endsWith('is stale') ? 'too-old' : line.endsWith('mismatch') ? 'wrong-signature' : 'no-signature',
    );
  },
});

/** Resumes each acked request in its own event-loop tick, so that acks are never queued behind work. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a tick of its own, in the order of the calls. */
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

const KINDS = new Map<string | undefined, RequestKind>([
  ['block_actions', 'click'],
  ['view_submission', 'form'],
  ['view_closed', 'form'],
  ['block_suggestion', 'suggestion'],
  ['shortcut', 'shortcut'],
  ['message_action', 'shortcut'],
  ['event_callback', 'event'],
]);

/** A request from Slack while it is being processed. */
interface Reception {
  isAcked: boolean;
  isAnswered: boolean;
  /** True if further acks are ignored: Bolt acks even failed requests, and listeners may ack again. */
  isSettled: boolean;
  /** True if the ack is withheld, so that Slack shows an error or redelivers an event. */
  isWithheld: boolean;
  send: ReceiverEvent['ack'];
}

interface AppParts {
  /** In milliseconds: a request that can be answered later is acked after this time at the latest. */
  ackMs: number;
  clock: Pick<Clock, 'deadline'>;
  inFlight: InFlight;
  metrics: Metrics;
}

/**
 * Counts incoming requests and those in progress, and measures the ack latency: from the moment when the receiver has
 * verified a request until its ack is written to the network. Shared by all receivers. A failed request is either
 * answered or not acked.
 */
export class MeasuredApp extends App {
  readonly #ackMs: number;
  readonly #clock: Pick<Clock, 'deadline'>;
  readonly #metrics: Metrics;
  readonly #inFlight: InFlight;
  readonly #turns = new Turns();
  readonly #receptions = new WeakMap<object, Reception>();
  #writeDown: (body: ReceiverEvent['body']) => Promise<void> = async () => undefined;

  constructor(options: AppOptions, { ackMs, clock, inFlight, metrics }: AppParts) {
    super(options);
    this.#ackMs = ackMs;
    this.#clock = clock;
    this.#metrics = metrics;
    this.#inFlight = inFlight;
  }

  /**
   * Runs `work` before an event is acked: Bolt acks before its listeners run, and Slack doesn't redeliver acked events.
   * If `work` fails, the event isn't acked.
   */
  beforeEventAck(work: (body: ReceiverEvent['body']) => Promise<void>): void {
    this.#writeDown = work;
  }

  /** @param answer returns false to withhold the ack; never throws. */
  whenFailed(answer: (failure: Failure) => Promise<boolean>): void {
    this.error(async ({ body, context, error }: Pick<Failure, 'context' | 'error'> & { body: object }) => {
      const reception = this.#receptions.get(body);
      const { isAcked = true, isAnswered = false } = reception ?? {};
      const ackForm = async (reply: FormReply) => void (await reception?.send(reply));
      const mayAck = await answer({ error, body, context, isAcked, isAnswered, ackForm });
      if (reception?.isAcked) reception.isSettled = true;
      else if (reception && !mayAck) reception.isWithheld = true;
    });
  }

  override processEvent(event: ReceiverEvent): Promise<void> {
    const { hasResponseUrl, kind } = readBody(event.body);
    const startedAt = performance.now();
    this.#metrics.requested(kind);
    const reception: Reception = {
      isAcked: false,
      isAnswered: false,
      isSettled: false,
      isWithheld: false,
      send: async (...answer) => {
        if (kind === 'event') await this.#writeDown(event.body);
        await event.ack(...answer);
        reception.isAcked = true;
        this.#metrics.acked(kind, performance.now() - startedAt);
      },
    };
    // These clicks need neither a workspace nor a listener, and Bolt's dispatch would take more CPU time than the ack.
    if (kind === 'click' && isReadOnSubmit(event.body)) return this.#inFlight.run(() => reception.send());
    this.#receptions.set(event.body, reception);
    const ack = async (...answer: Parameters<ReceiverEvent['ack']>) => {
      if (reception.isWithheld) throw new UnansweredError();
      if (!reception.isSettled) await reception.send(...answer);
      // Yields, so that the rest of the work doesn't delay other acks.
      await this.#turns.take();
    };
    const process = async () => {
      const cancelEarly = hasResponseUrl
        ? this.#clock.deadline(this.#ackMs, () => this.#ackEarly(reception))
        : undefined;
      try {
        await withReception(reception, () => super.processEvent({ ...event, ack }));
      } finally {
        cancelEarly?.();
      }
    };
    // Tracked from here, so that a stop also waits for the authorization.
    return this.#inFlight.run(process);
  }

  /** Acks a request that is still being authorized. Commands, clicks and shortcuts have an empty ack. */
  #ackEarly(reception: Reception): void {
    if (reception.isAcked) return;
    reception.isSettled = true;
    // An ack can only fail if the connection to Slack is lost.
    void reception.send().catch(() => undefined);
  }
}

/** A request failed and couldn't be answered. The receiver turns this into an error for Slack. */
class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
  override readonly message = 'The request failed and could not be answered, so it is not acked.';
}

/** These fields are only compared, so they aren't validated. */
const readBody = ({ command, response_url: url, type }: ReceiverEvent['body']) => ({
  kind: command === undefined ? (KINDS.get(type) ?? 'other') : 'command',
  hasResponseUrl: url !== undefined,
});
