import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import type { MessageAnswer } from '../../blocks/kit.ts';
import type { MessagePlace, Outbound } from '../../outbound/outbound.ts';

/** Slack accepts about fifty edits a minute from the whole bot, and results and questions need some of them. */
const EDIT_EVERY_MS = 1500;

/** Null if the edit is outdated by now. */
type FindPlace = () => Promise<MessagePlace | null>;

/** If an older entry is evicted, at worst an edit is repeated. */
const MAX_REMEMBERED = 500;

interface Waiting {
  answer: MessageAnswer;
  findPlace: FindPlace;
  whenShown: () => Promise<void>;
  /** An equal edit for a later state, requested while this one is being sent. It is sent if this one is outdated. */
  again?: Waiting | undefined;
}

/**
 * Progress edits, which may be dropped. Sends only the latest edit of each message, one at a time with a pause between
 * them, longest waiting first. Edits of one message stay in order: they share one lane of the outbound queue, in which
 * a later edit replaces a waiting one.
 */
export class ProgressEdits {
  readonly #outbound: Outbound;
  readonly #log: Logger;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #waiting = new Map<string, Waiting>();
  // Not `max`, which would allocate all entries up front in each workspace.
  readonly #shown = new LRUCache<string, string>({ maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 });
  /** The latest edit of each message that is being sent. */
  readonly #sending = new Map<string, Waiting>();
  #isPausing = false;

  constructor({ clock, log, outbound }: { clock: Pick<Clock, 'after'>; log: Logger; outbound: Outbound }) {
    this.#clock = clock;
    this.#outbound = outbound;
    this.#log = log;
  }

  /**
   * @param id the upload's ID.
   * @param findPlace called only when the edit is sent.
   * @param whenShown called after the edit, which may have arrived later than one of another process.
   */
  show(id: string, answer: MessageAnswer, findPlace: FindPlace, whenShown = async () => {}): void {
    const edit = { answer, findPlace, whenShown };
    const sending = this.#sending.get(id);
    if (this.#shown.get(id) === JSON.stringify(answer)) {
      this.#waiting.delete(id);
      if (sending) sending.again = edit;
      return;
    }
    if (sending) sending.again = undefined;
    this.#wait(id, edit);
  }

  #wait(id: string, edit: Waiting): void {
    this.#waiting.set(id, edit);
    if (!this.#isPausing) this.#sendNext();
  }

  /** Drops the pending edits of `id`. Call this before a final edit, which they would otherwise overwrite. */
  settle(id: string): void {
    this.#waiting.delete(id);
    this.#shown.delete(id);
    this.#sending.delete(id);
  }

  #sendNext(): void {
    this.#isPausing = false;
    const [next] = this.#waiting;
    if (!next) return;
    const [id, waiting] = next;
    this.#waiting.delete(id);
    this.#shown.set(id, JSON.stringify(waiting.answer));
    this.#sending.set(id, waiting);
    void this.#edit(id, waiting).finally(() => {
      if (this.#sending.get(id) === waiting) this.#sending.delete(id);
    });
    this.#isPausing = true;
    this.#clock.after(EDIT_EVERY_MS, () => this.#sendNext());
  }

  /** Failed progress edits are not retried. */
  async #edit(id: string, waiting: Waiting): Promise<void> {
    try {
      const place = await waiting.findPlace();
      if (this.#sending.get(id) !== waiting) return;
      if (!place) {
        // Forgotten, because the upload may return to this state, which must then be shown.
        this.#shown.delete(id);
        if (waiting.again) this.#wait(id, waiting.again);
        return;
      }
      const isShown = await this.#outbound.edit(place, waiting.answer, 'progress');
      // If a later edit replaced this one, that edit calls its own callback.
      if (isShown) await waiting.whenShown();
    } catch (error) {
      this.#log.debug({ err: error, upload: id }, 'progress edit failed');
    }
  }
}
