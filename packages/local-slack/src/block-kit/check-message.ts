import * as z from 'zod';
import { messageBlocks } from './block-list.ts';
import type { Block } from './blocks.ts';
import { countCellCharacters, type DataTable } from './data-table.ts';
import { limits } from './limits.ts';
import { type Problem, toProblems } from './problem.ts';

/** The visible part of a message. Other arguments are ignored. */
export const messageContent = z.looseObject({
  text: z.string().optional(),
  blocks: messageBlocks.optional(),
});

const isDataTable = (block: Block): block is DataTable => block.type === 'data_table';

/**
 * Lists the reasons why Slack would reject `payload` (the arguments of chat.postMessage and similar methods); empty if
 * it would not. Checks only `text` and `blocks`. Never throws for JSON.
 *
 * Stricter than Slack in one point: rejects blocks without `text`, since notifications and screen readers use only the
 * text.
 */
export function checkMessage(payload: unknown): Problem[] {
  const read = messageContent.safeParse(payload);
  if (!read.success) return toProblems(read.error, 'invalid_blocks');
  const { text, blocks = [] } = read.data;
  if (!text)
    return [
      {
        code: 'no_text',
        path: '/text',
        message: 'must not be empty; it is what notifications and screen readers read',
      },
    ];
  const inTables = blocks.reduce((sum, block) => sum + (isDataTable(block) ? countCellCharacters(block.rows) : 0), 0);
  if (inTables > limits.tableCharacters) {
    const message = `must have at most ${limits.tableCharacters} characters in all tables, but has ${inTables}`;
    return [{ code: 'invalid_blocks', path: '/blocks', message }];
  }
  const size = inTables + JSON.stringify(blocks.filter((block) => !isDataTable(block))).length;
  if (size <= limits.messageBlockCharacters) return [];
  return [
    {
      code: 'msg_blocks_too_long',
      path: '/blocks',
      message: `must be at most about ${limits.messageBlockCharacters} characters, but is ${size}`,
    },
  ];
}
