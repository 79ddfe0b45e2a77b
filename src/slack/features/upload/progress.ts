import { LRUCache } from 'lru-cache';
import type { Logger } from '../../../base/logger.ts';
import type { MessageAnswer } from '../../blocks/kit.ts';
import type { MessagePlace, Outbound } from '../../outbound/outbound.ts';

/** Slack takes some fifty edits a minute, for everything that the bot does; ends and questions need some of them. */
const EDIT_EVERY_MS = 1500;

/** Where a message stands; null when what was to be shown there is out of date by now. */
type FindPlace = () => Promise<MessagePlace | null>;

/** Beyond that it is forgotten what was shown: at worst something is shown twice. */
const MAX_REMEMBERED = 500;

interface Waiting {
  answer: MessageAnswer;
  findPlace: FindPlace;
  whenShown: () => Promise<void>;
}

/**
 * Edits that may be left out: of each message only the latest is sent, and of all messages one at a time with a pause
 * between them, those that have waited longest first. The edits of one message do not overtake each other on their way:
 * they go through one lane of the outbound queue, in which a later one takes the place of one that waits.
 */
export class ProgressEdits {
  readonly #outbound: Outbound;
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #shown = new LRUCache<string, string>({ max: MAX_REMEMBERED });
  /** Of each message the latest that was taken up and has not ended. */
  readonly #sending = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | null = null;

  constructor(outbound: Outbound, log: Logger, everyMs = EDIT_EVERY_MS) {
    this.#outbound = outbound;
    this.#log = log;
    this.#everyMs = everyMs;
  }

  /**
   * @param id what the message is about.
   * @param findPlace where it stands, asked only when it is sent.
   * @param whenShown called after the edit, which may have come later than what another process told.
   */
  show(id: string, answer: MessageAnswer, findPlace: FindPlace, whenShown = async () => {}): void {
    if (this.#shown.get(id) === JSON.stringify(answer)) {
      this.#waiting.delete(id);
      return;
    }
    this.#waiting.set(id, { answer, findPlace, whenShown });
    if (!this.#timer) this.#sendNext();
  }

  /** Leaves out what was not handed on for `id`: an edit that is sent next comes last. */
  settle(id: string): void {
    this.#waiting.delete(id);
    this.#shown.delete(id);
    this.#sending.delete(id);
  }

  #sendNext(): void {
    this.#timer = null;
    const [next] = this.#waiting;
    if (!next) return;
    const [id, waiting] = next;
    this.#waiting.delete(id);
    this.#shown.set(id, JSON.stringify(waiting.answer));
    this.#sending.set(id, waiting);
    void this.#edit(id, waiting).finally(() => {
      if (this.#sending.get(id) === waiting) this.#sending.delete(id);
    });
    this.#timer = setTimeout(() => this.#sendNext(), this.#everyMs);
    this.#timer.unref();
  }

  /** A lost step of the progress is no loss. */
  async #edit(id: string, waiting: Waiting): Promise<void> {
    try {
      const place = await waiting.findPlace();
      if (!place || this.#sending.get(id) !== waiting) return;
      const isShown = await this.#outbound.edit(place, waiting.answer, 'progress');
      // Of a later one, whoever sent that knows better.
      if (isShown) await waiting.whenShown();
    } catch (error) {
      this.#log.debug({ err: error, upload: id }, 'a step of the progress was not shown');
    }
  }
}
