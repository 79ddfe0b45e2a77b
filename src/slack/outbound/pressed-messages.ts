import type { Drawn } from './drawn-messages.ts';
import { hasPressed, hasWaiting, type PressedElement, withLabels } from './pressed-label.ts';

/** A label that a slow click put on its button. */
export interface Press {
  /** Whether Slack took it. */
  shown: Promise<boolean>;
  /** Restores what stood there, unless the message was drawn again since. Never throws. */
  takeBack: () => Promise<void>;
}

/** A message in which somebody pressed something. */
export interface PressedMessage {
  key: string;
  /** How it looks without labels; null when that isn't known. */
  base: () => Drawn | null;
  /** Sends what `make` returns when it's this edit's turn; null leaves the message as it is. */
  draw: (make: () => Drawn | null) => Promise<void>;
  failed: (error: unknown) => void;
}

interface Waiting {
  base: Drawn;
  labels: Set<PressedElement>;
}

/**
 * The messages in which slow clicks are under way. Each drawing is the message as it was with the labels of all clicks that
 * still wait, so that the first of two that ends doesn't restore or remove the label of the other.
 */
export class PressedMessages {
  readonly #waiting = new Map<string, Waiting>();

  press({ base, draw, failed, key }: PressedMessage, element: PressedElement): Press {
    let mine: Waiting | null = null;
    const show = () => {
      const waiting = this.#waiting.get(key) ?? freshOf(base());
      if (!waiting || !hasPressed(waiting.base.blocks, element)) return null;
      mine = waiting;
      waiting.labels.add(element);
      this.#waiting.set(key, waiting);
      return drawingOf(waiting);
    };
    const restore = () => {
      mine?.labels.delete(element);
      if (!mine || this.#waiting.get(key) !== mine) return null;
      if (mine.labels.size === 0) this.#waiting.delete(key);
      return drawingOf(mine);
    };
    const drawn = (make: () => Drawn | null) =>
      draw(make).then(
        () => true,
        (error) => {
          failed(error);
          return false;
        },
      );
    return {
      shown: drawn(show).then((wasSent) => wasSent && mine !== null),
      takeBack: async () => {
        await drawn(restore);
      },
    };
  }

  /** The message was drawn again: what stood there before must not come back. */
  redrawn(key: string): void {
    this.#waiting.delete(key);
  }
}

/** Null also for a message in which a click waits in another process: its label must not be restored from here. */
const freshOf = (base: Drawn | null): Waiting | null =>
  base && !hasWaiting(base.blocks) ? { base, labels: new Set() } : null;

const drawingOf = ({ base: { blocks, text }, labels }: Waiting): Drawn => ({
  text,
  blocks: withLabels(blocks, [...labels]),
});
