import type { Block } from './blocks.ts';
import type { InteractiveElement } from './elements.ts';

/** An interactive element with its position, a JSON pointer below the list of blocks. */
export interface PlacedElement {
  block: Block;
  element: InteractiveElement;
  pointer: string;
}

/** Every interactive element of a list of blocks, in reading order. */
export function listElements(blocks: readonly Block[]): PlacedElement[] {
  return blocks.flatMap((block, index) =>
    elementsOf(block).map((found) => ({ ...found, block, pointer: `/${index}${found.pointer}` })),
  );
}

function elementsOf(block: Block): Omit<PlacedElement, 'block'>[] {
  if (block.type === 'actions') {
    return block.elements.map((element, index) => ({ element, pointer: `/elements/${index}` }));
  }
  if (block.type === 'input') return [{ element: block.element, pointer: '/element' }];
  if (block.type === 'section' && block.accessory && block.accessory.type !== 'image') {
    return [{ element: block.accessory, pointer: '/accessory' }];
  }
  return [];
}
