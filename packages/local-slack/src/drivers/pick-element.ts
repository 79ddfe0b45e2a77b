import { listElements, type PlacedElement } from '../block-kit/block-elements.ts';
import type { Block } from '../block-kit/blocks.ts';
import type { Option } from '../block-kit/composition.ts';

/** Identifies an element. All given fields must match; among several matches, `index` counts from 0. */
export interface ElementPick {
  actionId?: string;
  /**
   * A button's label or accessibility label, a menu's placeholder, an input's label, or an entry of an overflow menu.
   */
  text?: string;
  /** A button's value, or that of an entry of an overflow menu. */
  value?: string;
  blockId?: string;
  index?: number;
}

export interface PickedElement extends PlacedElement {
  /** The matching entry of an overflow menu. */
  option: Option | null;
}

/** Undefined if no element matches. */
export function pickElement(blocks: readonly Block[], pick: ElementPick): PickedElement | undefined {
  return listElements(blocks)
    .filter(({ block, element }) => fits(pick.actionId, element.action_id) && fits(pick.blockId, block.block_id))
    .flatMap((placed): PickedElement[] => {
      const { element } = placed;
      if (element.type === 'overflow') {
        const option = element.options.find(({ text, value }) => fits(pick.text, text.text) && fits(pick.value, value));
        return option ? [{ ...placed, option }] : [];
      }
      const { value, accessibility_label } = element.type === 'button' ? element : {};
      const isMeant = fits(pick.text, labelOf(placed)) || fits(pick.text, accessibility_label);
      return fits(pick.value, value) && isMeant ? [{ ...placed, option: null }] : [];
    })
    .at(pick.index ?? 0);
}

/** The visible label of an element. */
function labelOf({ block, element }: PlacedElement): string {
  if (block.type === 'input') return block.label.text;
  if (element.type === 'button') return element.text.text;
  return 'placeholder' in element ? (element.placeholder?.text ?? '') : '';
}

/** All elements on one line, for an error that lists the alternatives. */
export function describeElements(blocks: readonly Block[]): string {
  const lines = listElements(blocks).map((placed) => {
    const { element } = placed;
    const label =
      element.type === 'overflow' ? element.options.map(({ text }) => text.text).join(', ') : labelOf(placed);
    return `${element.type} “${label}” (${element.action_id})`;
  });
  return lines.length === 0 ? 'no elements' : lines.join('; ');
}

function fits(wanted: string | undefined, found: string | undefined): boolean {
  return wanted === undefined || wanted === found;
}
