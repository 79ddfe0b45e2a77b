import type { Block } from '../../src/block-kit/index.ts';

const MAX_LENGTH = 60;

/** What a block is about: the first bold words of its text, else the first line. Null for a block without a text. */
export function subjectOf(block: Block): string | null {
  if (block.type === 'header') return clip(block.text.text);
  if (block.type !== 'section' || !block.text) return null;
  const { type, text } = block.text;
  if (type === 'plain_text') return clip(text);
  const bold = /(?:^|[\s(])\*(\S(?:[^*\n]*\S)?)\*/.exec(text)?.[1];
  return clip(plain(bold ?? text));
}

function clip(text: string): string | null {
  const [line = ''] = text.trim().split('\n');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line || null;
}

/** Without the marks of mrkdwn and the shortcodes of emoji. */
function plain(mrkdwn: string): string {
  return mrkdwn
    .replace(/<[^<>|]+\|([^<>]*)>/g, '$1')
    .replace(/:[a-z_]+:\s*/g, '')
    .replace(/[*_~`]/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
