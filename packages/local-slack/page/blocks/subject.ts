import type { Block } from '../../src/block-kit/index.ts';

const MAX_LENGTH = 60;

/** What each block of a list is about: its own text, or for buttons the row above them, else the first text. */
export function subjectsOf(blocks: readonly Block[]): (string | null)[] {
  const [first = null] = blocks.flatMap((block) => subjectOf(block) ?? []);
  return blocks.map((block, index) => {
    const above = blocks[index - 1];
    // A section with an accessory is a complete row.
    const isRow = above?.type === 'section' && !above.accessory && boldIn(above) !== null;
    return subjectOf(block) ?? (isRow ? subjectOf(above) : first);
  });
}

/** The first bold words of a block's text, else its first line. Null for a block without a text. */
export function subjectOf(block: Block): string | null {
  if (block.type === 'header') return clip(block.text.text);
  if (block.type !== 'section' || !block.text) return null;
  const { type, text } = block.text;
  return clip(type === 'plain_text' ? text : plain(boldIn(block) ?? text));
}

function boldIn(block: Block): string | null {
  const text = block.type === 'section' && block.text?.type === 'mrkdwn' ? block.text.text : '';
  return /(?:^|[\s(])\*(\S(?:[^*\n]*\S)?)\*/.exec(text)?.[1] ?? null;
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
