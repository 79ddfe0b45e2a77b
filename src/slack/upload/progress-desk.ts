import type { Logger } from '../../logger.ts';
import type { MessageAnswer } from '../blocks/answer.ts';
import type { MessagePlace, Outbound } from '../outbound/outbound.ts';

/** Slack takes some fifty edits a minute, for everything that the bot does; ends and questions need some of them. */
const EDIT_EVERY_MS = 1500;

/** Where a message stands; null when what was to be shown there is out of date by now. */
type FindPlace = () => Promise<MessagePlace | null>;

/** Beyond that it is forgotten what was shown: at worst something is shown twice. */
const MOST_REMEMBERED = 500;

interface Waiting {
  answer: MessageAnswer;
  findPlace: FindPlace;
  whenShown: () => Promise<void>;
}

/**
 * Edits that may be left out: of each message only the latest is sent, and of all messages one at a time with a pause
 * between them, those that have waited longest first.
 */
export class ProgressDesk {
  readonly #outbound: Outbound;
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #shown = new Map<string, string>();
  readonly #editing = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(outbound: Outbound, log: Logger, everyMs = EDIT_EVERY_MS) {
    this.#outbound = outbound;
    this.#log = log;
    this.#everyMs = everyMs;
  }

  /**
   * @param id what the message is about.
   * @param findPlace where it stands, asked only when it is sent.
   * @param whenShown called after the edit, which may have come later than what somebody else told.
   */
  show(id: string, answer: MessageAnswer, findPlace: FindPlace, whenShown = async () => {}): void {
    if (this.#shown.get(id) === JSON.stringify(answer)) {
      this.#waiting.delete(id);
      return;
    }
    this.#waiting.set(id, { answer, findPlace, whenShown });
    if (!this.#timer) this.#sendNext();
  }

  /** Leaves out what waits for `id`, and resolves when nothing of it is under way: what is sent next comes last. */
  async settle(id: string): Promise<void> {
    this.#waiting.delete(id);
    this.#shown.delete(id);
    await this.#editing.get(id);
  }

  #sendNext(): void {
    this.#timer = null;
    // An edit that Slack takes long for is waited for: what comes after it is the latest by then.
    const next = [...this.#waiting].find(([id]) => !this.#editing.has(id));
    if (!next) {
      if (this.#waiting.size > 0) this.#sendLater();
      return;
    }
    const [id, waiting] = next;
    this.#waiting.delete(id);
    if (this.#shown.size >= MOST_REMEMBERED) this.#shown.clear();
    this.#shown.set(id, JSON.stringify(waiting.answer));
    const editing = this.#edit(id, waiting).finally(() => {
      if (this.#editing.get(id) === editing) this.#editing.delete(id);
    });
    this.#editing.set(id, editing);
    this.#sendLater();
  }

  #sendLater(): void {
    this.#timer = setTimeout(() => this.#sendNext(), this.#everyMs);
    this.#timer.unref();
  }

  /** A lost step of the progress is no loss. */
  async #edit(id: string, { answer, findPlace, whenShown }: Waiting): Promise<void> {
    try {
      const place = await findPlace();
      if (!place) return;
      await this.#outbound.edit(place, answer);
      await whenShown();
    } catch (error) {
      this.#log.debug({ err: error, upload: id }, 'a step of the progress was not shown');
    }
  }
}
