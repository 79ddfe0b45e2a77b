import type { types } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import { plain } from '../blocks/kit.ts';

/** A message as Slack shows it. */
export interface Drawn {
  text: string;
  blocks: types.KnownBlock[];
}

const MAX_MESSAGES = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The ephemeral messages with buttons that this process drew most recently, because Slack doesn't send their blocks
 * with a click. An LRU cache, limited by count and bytes.
 */
export class DrawnMessages {
  readonly #messages = new LRUCache<string, Buffer>({
    max: MAX_MESSAGES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  /** @param written JSON of a {@link Drawn}; other fields are ignored. */
  keep(tenantId: string, messageId: string, written: Buffer): void {
    this.#messages.set(keyOf(tenantId, messageId), written);
  }

  find(tenantId: string, messageId: string): Drawn | null {
    const written = this.#messages.get(keyOf(tenantId, messageId));
    if (!written) return null;
    const { blocks, text } = JSON.parse(written.toString()) as Drawn;
    return { text, blocks };
  }
}

const keyOf = (tenantId: string, messageId: string) => `${tenantId} ${messageId}`;

/** A clicked element, and the label it shows while the click is being processed. */
export interface PressedElement {
  blockId: string;
  actionId: string;
  /** Its value, kept so that a second click repeats the request. */
  value: string | null;
  label: string;
}

/** Marks a label's action ID. Slack sends that ID with each click, so any process recognizes a label. */
const WAITS = 'waits:';
const withoutMark = (actionId: string) => (actionId.startsWith(WAITS) ? actionId.slice(WAITS.length) : actionId);

type Element = types.ActionsBlockElement | types.SectionBlockAccessory;

const elementsOf = (block: types.KnownBlock): readonly Element[] =>
  block.type === 'actions' ? block.elements : block.type === 'section' && block.accessory ? [block.accessory] : [];

const actionIdOf = (element: Element) => ('action_id' in element ? element.action_id : undefined);

const hasPressed = (blocks: readonly types.KnownBlock[], { actionId, blockId }: PressedElement): boolean =>
  blocks.some(
    (block) => block.block_id === blockId && elementsOf(block).some((one) => actionIdOf(one) === withoutMark(actionId)),
  );

const hasWaiting = (blocks: readonly types.KnownBlock[]): boolean =>
  blocks.some((block) => elementsOf(block).some((one) => actionIdOf(one)?.startsWith(WAITS)));

/** Changes only the clicked elements, so that the layout stays. A menu has no label, so it becomes a button. */
const withLabels = (blocks: readonly types.KnownBlock[], pressed: readonly PressedElement[]): types.KnownBlock[] =>
  blocks.map((block) => {
    const inBlock = pressed.filter(({ blockId }) => blockId === block.block_id);
    if (inBlock.length === 0) return block;
    const labelled = <T extends Element>(element: T): T | types.Button => {
      const found = inBlock.find(({ actionId }) => withoutMark(actionId) === actionIdOf(element));
      return found ? waitingButton(found, element) : element;
    };
    if (block.type === 'actions') return { ...block, elements: block.elements.map(labelled) };
    if (block.type === 'section' && block.accessory) return { ...block, accessory: labelled(block.accessory) };
    return block;
  });

function waitingButton({ actionId, label, value }: PressedElement, element: Element): types.Button {
  const { confirm = undefined, style = undefined } = element.type === 'button' ? element : {};
  return {
    type: 'button',
    text: plain(label, 75),
    action_id: `${WAITS}${withoutMark(actionId)}`,
    value: value ?? undefined,
    confirm,
    style,
  };
}

/** The label that is shown while a slow click is being processed. */
export interface Press {
  /** True if Slack accepted the label. */
  shown: Promise<boolean>;
  /** Restores the original element, unless the message has been redrawn. Never throws. */
  takeBack: () => Promise<void>;
}

export interface PressedMessage {
  key: string;
  /** The message without labels; null if its content is unknown. */
  base: () => Drawn | null;
  /** Calls `make` when it is this edit's turn, and sends the result; null leaves the message unchanged. */
  draw: (make: () => Drawn | null) => Promise<void>;
  failed: (error: unknown) => void;
}

interface Waiting {
  base: Drawn;
  labels: Set<PressedElement>;
}

/**
 * Messages with slow clicks in progress. Each drawing is the original message plus the labels of all pending clicks, so
 * that a click that finishes doesn't remove another's label.
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

  /** Call after a message was redrawn, so that its original isn't restored. */
  redrawn(key: string): void {
    this.#waiting.delete(key);
  }
}

/**
 * Null if the content is unknown, or already has another process's label, which must not be treated as the original.
 */
const freshOf = (base: Drawn | null): Waiting | null =>
  base && !hasWaiting(base.blocks) ? { base, labels: new Set() } : null;

const drawingOf = ({ base: { blocks, text }, labels }: Waiting): Drawn => ({
  text,
  blocks: withLabels(blocks, [...labels]),
});
