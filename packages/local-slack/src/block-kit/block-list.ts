import * as z from 'zod';
import { listElements } from './block-elements.ts';
import { type Block, block, modalBlock } from './blocks.ts';
import { limits } from './limits.ts';

/** Slack's rule: a block_id is unique within the list, an action_id within its block. */
function requireUniqueIds(blocks: readonly Block[], issues: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  blocks.forEach(({ block_id }, index) => {
    if (block_id === undefined) return;
    if (seen.has(block_id))
      issues.addIssue({ code: 'custom', path: [index, 'block_id'], message: 'block_id already exists' });
    seen.add(block_id);
  });
  const actions = new Map<Block, Set<string>>();
  for (const { block: owner, element, pointer } of listElements(blocks)) {
    if (element.action_id === undefined) continue;
    const known = actions.get(owner) ?? new Set();
    if (known.has(element.action_id)) {
      issues.addIssue({
        code: 'custom',
        path: [...pointer.slice(1).split('/'), 'action_id'],
        message: 'action_id already exists in this block',
      });
    }
    actions.set(owner, known.add(element.action_id));
  }
}

export const messageBlocks = z.array(block).max(limits.messageBlocks).superRefine(requireUniqueIds);
export const homeBlocks = z.array(block).max(limits.viewBlocks).superRefine(requireUniqueIds);
export const modalBlocks = z.array(modalBlock).max(limits.viewBlocks).superRefine(requireUniqueIds);
