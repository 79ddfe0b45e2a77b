import type { types } from '@slack/bolt';
import type { MessageAnswer } from '../blocks/kit.ts';

/** A command line of our own in a text. In foreign texts, backticks are disabled. */
const SLASH_HINT = /`\/abilities(?=[ `])/g;

/** Slack has no slash commands in threads. A direct message, also by the ID of its person, reads mentions too. */
export const readsMentions = (channel: string, threadTs: string | null): boolean =>
  threadTs !== null || !/^[CG]/.test(channel);

/** The same message with hints for places where mentions are read: `@abilities list`. */
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
