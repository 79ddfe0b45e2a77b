import type { types } from '@slack/bolt';

/** Cuts to `most` characters, marking the cut. Counts code points, so that no character is cut in half. */
export function clip(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

const ZERO_WIDTH_SPACE = '\u200b';

/** Slack reads a mark only at the edge of a word: the one in `brain_skill` is left alone. */
const MARKS_AT_AN_EDGE = /(?<![\p{L}\p{N}])[*_~`]|[*_~`](?![\p{L}\p{N}])/gu;

/**
 * Makes text from the service or from a person harmless in mrkdwn. `&`, `<` and `>` are the only way to a mention, a
 * link or a broadcast and are escaped as Slack asks; the marks for bold, italic, strike, code and emoji are kept
 * readable but lose their meaning to a zero-width space. Line breaks become spaces: a name is one line.
 */
export const escapeMrkdwn = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(MARKS_AT_AN_EDGE, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`)
    .replace(/:(?=[\w+-]+:)/g, `:${ZERO_WIDTH_SPACE}`);

/** A foreign text for mrkdwn: cut, then escaped. */
export const foreign = (text: string, most = 150) => escapeMrkdwn(clip(text, most));

/** The name of an Ability or an Agent, bold. */
export const bold = (name: string) => `*${foreign(name, 80)}*`;

/** `verbatim`: Slack links nothing by itself, neither addresses nor names. */
export const mrkdwn = (text: string): types.MrkdwnElement => ({ type: 'mrkdwn', text, verbatim: true });

export const plain = (text: string, most = 150): types.PlainTextElement => ({
  type: 'plain_text',
  text: clip(text, most),
  emoji: false,
});

export const section = (text: string): types.SectionBlock => ({ type: 'section', text: mrkdwn(text) });

export const context = (text: string): types.ContextBlock => ({ type: 'context', elements: [mrkdwn(text)] });

/** A moment, shown in the reader's own zone; the fallback is UTC. */
export function time(at: Date): string {
  const fallback = `${at.toISOString().slice(11, 16)} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{time}|${fallback}>`;
}

/** 12 kB, 3.4 MB: decimal, as Slack shows file sizes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${unit}`;
}

/** `3 files`, `1 file`. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Trigger words as people read them: the first few in quotes, the number of the rest. */
export function triggerWordsLine(words: readonly string[], shown = 3): string {
  if (words.length === 0) return 'no trigger words';
  const first = words.slice(0, shown).map((word) => `“${foreign(word, 40)}”`);
  const rest = words.length - first.length;
  return `${first.join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
}

/** A list of names in a sentence; `none` when there are none. */
export function namesLine(names: readonly string[], shown = 20): string {
  if (names.length === 0) return 'none';
  const first = names.slice(0, shown).map((name) => bold(name));
  const rest = names.length - first.length;
  return `${first.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The same text without marks, for notifications and screen readers. */
export const toFallback = (text: string) => text.replace(/\*/g, '').replaceAll(ZERO_WIDTH_SPACE, '');
