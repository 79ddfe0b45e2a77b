import type { MessageAnswer } from '../blocks/answer.ts';
import type { MessagePlace, Outbound } from '../outbound/outbound.ts';

/** Slack takes some fifty edits a minute, for everything that the bot does. */
const EDIT_EVERY_MS = 2500;

/**
 * One message that shows how far something is. Edits are spaced out and only the latest is sent; the last one always
 * is, if need be as a new message to the person.
 */
export class ProgressMessage {
  readonly #outbound: Outbound;
  readonly #place: MessagePlace;
  readonly #userId: string;
  #latest: MessageAnswer | null = null;
  #timer: NodeJS.Timeout | null = null;
  #editing: Promise<void> = Promise.resolve();

  private constructor(outbound: Outbound, place: MessagePlace, userId: string) {
    this.#outbound = outbound;
    this.#place = place;
    this.#userId = userId;
  }

  /**
   * @param place the message to turn into the progress; null for a new one, sent directly to the person.
   * @throws what Slack throws when a new message cannot be sent.
   */
  static async start(
    outbound: Outbound,
    place: MessagePlace | null,
    userId: string,
    first: MessageAnswer,
  ): Promise<ProgressMessage> {
    if (!place) return new ProgressMessage(outbound, await outbound.post(userId, null, first), userId);
    const progress = new ProgressMessage(outbound, place, userId);
    progress.update(first);
    return progress;
  }

  update(answer: MessageAnswer): void {
    this.#latest = answer;
    if (this.#timer) return;
    this.#send();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#latest) this.update(this.#latest);
    }, EDIT_EVERY_MS);
  }

  async finish(answer: MessageAnswer): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#editing;
    try {
      await this.#outbound.edit(this.#place, answer);
    } catch {
      // The message may be gone by now; the person still has to hear how it ended.
      await this.#outbound.post(this.#userId, null, answer);
    }
  }

  #send(): void {
    const answer = this.#latest;
    this.#latest = null;
    if (!answer) return;
    // A lost step of the progress is no loss; the end is sent by finish().
    this.#editing = this.#editing.then(() => this.#outbound.edit(this.#place, answer)).catch(() => undefined);
  }
}
