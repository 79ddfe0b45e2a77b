import type { Delivery, Message, PersonDriver } from '@abilities-bot/local-slack';
import { systemClock } from '../../src/base/clock.ts';
import { withDeadline } from '../../src/base/timeout.ts';
import type { ProofWorkspace } from './cloud-proof-house.ts';
import type { HandledRequests } from './handled-requests.ts';

/**
 * Longer than an answer takes if the process that answers for a killed one is killed too: it has three minutes. Far longer
 * than leases, waits and restarts take together on a busy machine.
 */
const LONGEST_MS = 5 * 60_000;

/** How one request ended. `cut-off`: the process that got it was killed before the answer. */
type End = 'answered' | 'cut-off' | 'unanswered';

/** From when to when somebody waited for an answer. */
export interface Waited {
  what: string;
  userId: string;
  from: Date;
  to: Date;
  wasAcked: boolean;
  end: End;
}

/** One person of a workspace, who does one thing at a time and notes how each of them ended. */
export class Walk {
  readonly waits: Waited[] = [];
  readonly driver: PersonDriver;
  readonly #slack: ProofWorkspace['slack'];
  readonly #handled: HandledRequests;

  constructor(slack: ProofWorkspace['slack'], driver: PersonDriver, handled: HandledRequests) {
    this.#slack = slack;
    this.driver = driver;
    this.#handled = handled;
  }

  /** The message that this person alone gets in return; null if there is none. */
  ask(what: string, send: () => Promise<Delivery>): Promise<Message | null> {
    const { id } = this.driver.person;
    const fits = (message: Message) => message.ephemeralFor === id && !isPending(message) && !isOfKilled(message);
    return this.#wait(what, send, (after, signal) => this.#slack.nextMessage(fits, { after, signal }));
  }

  /**
   * The same for a change. A killed process is no excuse: what it has begun is answered by another one.
   * @param line what such an answer quotes: an answer to an earlier request may come late.
   */
  askToChange(what: string, line: string, send: () => Promise<Delivery>): Promise<Message | null> {
    const { id } = this.driver.person;
    const fits = (message: Message) => {
      if (message.ephemeralFor !== id || isPending(message)) return false;
      return !isOfKilled(message) || message.text.includes(`\`${line}`);
    };
    return this.#wait(what, send, (after, signal) => this.#slack.nextMessage(fits, { after, signal }), true);
  }

  /** The message as it is now: a late answer to an earlier request may have changed it. */
  look(message: Message): Message {
    return this.#slack.transcript.findMessage(message) ?? message;
  }

  async openHome(): Promise<void> {
    const { id } = this.driver.person;
    const send = async () => this.#untilAcked(await this.driver.openHome());
    await this.#wait('Home', send, (after, signal) =>
      this.#slack.nextView(({ type, userId }) => type === 'home' && userId === id, { after, signal }),
    );
  }

  /** Drops a file. A killed process is no excuse: what was acked is answered by another one. */
  async drop(name: string, bytes: Buffer): Promise<void> {
    const from = new Date();
    const { deliveries, messageTs } = await this.driver.drop(this.#slack.channels.ops, [{ name, bytes }]);
    for (const delivery of deliveries) await this.#untilAcked(delivery);
    const signal = AbortSignal.timeout(LONGEST_MS);
    const offer = await this.#slack.nextMessage(({ threadTs }) => threadTs === messageTs, { signal }).catch(() => null);
    const end = offer ? 'answered' : 'unanswered';
    this.waits.push({
      what: `drop of ${name}`,
      userId: this.driver.person.id,
      from,
      to: new Date(),
      wasAcked: true,
      end,
    });
  }

  /** Slack delivers an event again that nobody acked. */
  async #untilAcked(given: Delivery | undefined): Promise<Delivery> {
    if (!given) throw new Error('The app is not subscribed to this event.');
    let delivery = given;
    for (let number = 1; !delivery.acked && number <= 3; number += 1) {
      delivery = await this.#slack.redeliver(delivery, { number });
    }
    return delivery;
  }

  async #wait<T>(
    what: string,
    send: () => Promise<Delivery>,
    hear: (after: number, signal: AbortSignal) => Promise<T>,
    isChange = false,
  ): Promise<T | null> {
    const after = this.#slack.transcript.revision;
    const from = new Date();
    const delivery = await send();
    const death = this.#handled.deathOf(delivery);
    const listen = (signal: AbortSignal) => hear(after, signal);
    // What was not acked may be answered all the same, if only the ack was cut off.
    const outer = isChange && delivery.acked ? undefined : death;
    const answer = await withDeadline(systemClock, LONGEST_MS, listen, outer).catch(() => null);
    const end = answer !== null ? 'answered' : death.aborted ? 'cut-off' : 'unanswered';
    this.waits.push({ what, userId: this.driver.person.id, from, to: new Date(), wasAcked: delivery.acked, end });
    return answer;
  }
}

/** From a process that answers for a killed one, perhaps once more. */
const isOfKilled = ({ text }: Message): boolean => /^(?:Interrupted: |Result of )/.test(text);

/** An extra notice, or a pressed button that shows what is being done. */
export const isPending = ({ blocks, text }: Message): boolean =>
  text.startsWith('Still working') || JSON.stringify(blocks).includes('"waits:');
