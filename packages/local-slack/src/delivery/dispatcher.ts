import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Faults } from '../gateway/faults.ts';
import type { Wire } from '../gateway/wire.ts';
import type { JsonObject } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { Transcript } from '../state/transcript.ts';
import type { AppAnswer, Delivery, PayloadKind, Retry } from './delivery.ts';
import { namePayload } from './name-payload.ts';
import { postPayload } from './post-payload.ts';
import type { SocketHub } from './socket-hub.ts';

interface DeliverOptions {
  retry?: Retry;
  /** Carries out the body of the ack; a SlackApiError becomes the delivery's `error`. */
  apply?: (body: unknown) => Promise<void> | void;
}

interface DispatcherOptions {
  hub: SocketHub;
  transcript: Transcript;
  wire: Wire;
  faults: Faults;
  ackTimeoutMs: number;
  /** Whether the app is installed in this workspace, so that people can use it. */
  isInstalled: () => boolean;
}

/** Sends payloads to the bot, over HTTP if it has a URL, otherwise over an open socket. */
export class Dispatcher {
  eventsUrl: string | undefined;
  readonly #options: DispatcherOptions;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /**
   * Sends a payload, waits for its ack, and calls `apply` with the ack's body. Never rejects because of the bot: its
   * errors become the delivery's `error`.
   * @throws ClientRefusalError for an action that requires the app to be installed. A redelivery does not.
   */
  async deliver(kind: PayloadKind, payload: JsonObject, { retry, apply }: DeliverOptions = {}): Promise<Delivery> {
    const { transcript, wire, faults, ackTimeoutMs, isInstalled } = this.#options;
    if (kind !== 'event' && !retry && !isInstalled()) {
      throw new ClientRefusalError('The app is not installed in this workspace, so nothing was sent.');
    }
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(ackTimeoutMs);
    const answer = await Promise.race([
      this.#send(kind, payload, retry, deadline).catch(() => null),
      whenAborted(deadline),
    ]);
    const { status, body } = answer ?? { status: null, body: '' };
    const ms = Math.round(performance.now() - startedAt);
    const acked = status !== null && status >= 200 && status < 300;
    const applyAllowed: NonNullable<DeliverOptions['apply']> = (content) => {
      const rejection = faults.takeRejection('ack', content);
      if (rejection) throw rejection;
      return apply?.(content);
    };
    const failure = acked ? await refusal(body, applyAllowed) : unacked(answer === null && deadline.aborted);
    const delivery = { kind, payload, acked, status, body, ...failure };
    wire.record({
      direction: 'Slack to bot',
      ...namePayload(kind, payload, retry),
      request: payload,
      status,
      response: acked && failure.error === null ? body : { ...failure, body },
      ms,
    });
    transcript.addDelivery(delivery);
    return delivery;
  }

  #send(kind: PayloadKind, payload: JsonObject, retry: Retry | undefined, deadline: AbortSignal): Promise<AppAnswer> {
    if (this.eventsUrl !== undefined) return postPayload(this.eventsUrl, kind, payload, retry);
    return this.#options.hub.send(kind, payload, retry, deadline);
  }
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}

type Failure = Pick<Delivery, 'error' | 'reasons'>;

function unacked(tooLate: boolean): Failure {
  return { error: tooLate ? 'operation_timeout' : 'dispatch_failed', reasons: [] };
}

/** Applies an ack's body; returns Slack's error if that fails. */
async function refusal(body: unknown, apply: NonNullable<DeliverOptions['apply']>): Promise<Failure> {
  try {
    await apply(body);
    return { error: null, reasons: [] };
  } catch (error) {
    if (error instanceof SlackApiError) return { error: error.code, reasons: error.reasons };
    throw error;
  }
}
