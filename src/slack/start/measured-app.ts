import { App, type AppOptions, type ReceiverEvent } from '@slack/bolt';
import * as z from 'zod';
import type { Metrics, RequestKind } from '../../metrics/metrics.ts';
import type { InFlight } from './in-flight.ts';
import { Turns } from './turns.ts';

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
