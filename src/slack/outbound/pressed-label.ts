import type { types } from '@slack/bolt';
import { plain } from '../blocks/text.ts';

/** What was pressed, and what it says while the click is being answered. */
export interface PressedElement {
  blockId: string;
  actionId: string;
  /** What it does: a second click on it asks for the same. */
  value: string | null;
  label: string;
}

/** Slack tells the action ID with each click, so a label is known as one in every process. */
const WAITS = 'waits:';
const withoutMark = (actionId: string) => (actionId.startsWith(WAITS) ? actionId.slice(WAITS.length) : actionId);

type Element = types.ActionsBlockElement | types.SectionBlockAccessory;

const elementsOf = (block: types.KnownBlock): readonly Element[] =>
  block.type === 'actions' ? block.elements : block.type === 'section' && block.accessory ? [block.accessory] : [];

const actionIdOf = (element: Element) => ('action_id' in element ? element.action_id : undefined);

export const hasPressed = (blocks: readonly types.KnownBlock[], { actionId, blockId }: PressedElement): boolean =>
  blocks.some(
    (block) => block.block_id === blockId && elementsOf(block).some((one) => actionIdOf(one) === withoutMark(actionId)),
  );

export const hasWaiting = (blocks: readonly types.KnownBlock[]): boolean =>
  blocks.some((block) => elementsOf(block).some((one) => actionIdOf(one)?.startsWith(WAITS)));

/** Only what was pressed looks different, so that nothing moves. A menu has no label of its own and becomes a button. */
export const withLabels = (
  blocks: readonly types.KnownBlock[],
  pressed: readonly PressedElement[],
): types.KnownBlock[] =>
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
    ...{ type: 'button', text: plain(label, 75), action_id: `${WAITS}${withoutMark(actionId)}` },
    ...(value === null ? {} : { value }),
    ...(confirm ? { confirm } : {}),
    ...(style ? { style } : {}),
  };
}
