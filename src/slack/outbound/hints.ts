import type { types } from '@slack/bolt';
import type { MessageAnswer } from '../blocks/kit.ts';

/** A command line of the bot's own in a text. In external text, backticks are disabled, so nothing else matches. */
const SLASH_HINT = /`\/abilities(?=[ `])/g;

/** True for threads, which have no slash commands, and for direct messages, even if `channel` is the person's ID. */
export const readsMentions = (channel: string, threadTs: string | null): boolean =>
  threadTs !== null || !/^[CG]/.test(channel);

/** Replaces `/abilities` in hints with `@abilities`, for places where mentions work. */
export const withMentionHints = (answer: MessageAnswer): MessageAnswer => ({
  ...answer,
  text: inText(answer.text),
  blocks: answer.blocks.map(inBlock),
});

const inText = (text: string): string => text.replaceAll(SLASH_HINT, '`@abilities');

function inBlock(block: types.KnownBlock): types.KnownBlock {
  if (block.type === 'section' && block.text) {
    return { ...block, text: { ...block.text, text: inText(block.text.text) } };
  }
  if (block.type !== 'context') return block;
  const elements = block.elements.map((element) =>
    element.type === 'mrkdwn' ? { ...element, text: inText(element.text) } : element,
  );
  return { ...block, elements };
}
