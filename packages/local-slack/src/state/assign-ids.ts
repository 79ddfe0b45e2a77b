import { randomBytes } from 'node:crypto';
import type { Block } from '../block-kit/blocks.ts';

/** Random, like Slack's: an app may send back blocks that got their IDs before a restart. */
const nextId = () => randomBytes(4).toString('base64url');

/** Fills in missing block and action IDs, as Slack does when it stores blocks. */
export function assignIds<T extends Block>(blocks: readonly T[]): T[] {
  return blocks.map((block) => ({ ...withElementIds(block), block_id: block.block_id ?? nextId() }));
}

function withElementIds<T extends Block>(block: T): T {
  if (block.type === 'actions') return { ...block, elements: block.elements.map(withActionId) };
  if (block.type === 'input') return { ...block, element: withActionId(block.element) };
  if (block.type === 'section' && block.accessory && block.accessory.type !== 'image') {
    return { ...block, accessory: withActionId(block.accessory) };
  }
  return block;
}

function withActionId<T extends { action_id?: string | undefined }>(element: T): T {
  return { ...element, action_id: element.action_id ?? nextId() };
}
