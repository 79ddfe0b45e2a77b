import type { types } from '@slack/bolt';
import type { Origin } from '../modal-metadata.ts';

/** A message ready for Slack. `text` is for notifications and screen readers. */
export interface MessageAnswer {
  surface: 'message';
  /** The title if it is shown in a modal, because no message is possible; at most 24 characters. */
  title?: string;
  text: string;
  blocks: types.KnownBlock[];
  /**
   * The modal that shows a confirmation instead of this message. Its submit button confirms, and *Cancel* discards it.
   */
  inDialog?: (origin: Origin) => types.ModalView;
  /** True if it may replace the private message whose button was clicked. Never true for errors. */
  replaces: boolean;
  /** The command line that redraws the same rows after a change. Absent if it is the line that was run. */
  again?: string;
}

export interface ModalAnswer {
  surface: 'modal';
  view: types.ModalView;
  /** Sent if the modal can't be shown. Default: a message that nothing changed. */
  instead?: MessageAnswer;
}

export type Answer = MessageAnswer | ModalAnswer;

export const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Cuts to `max` UTF-16 units, the strictest count that Slack may use. Never splits a character. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/** Like `cut`, but ends a shortened text with an ellipsis. */
export const clip = (text: string, max: number): string => (text.length <= max ? text : `${cut(text, max - 1)}…`);

/**
 * Replaces line breaks, control characters, direction marks and unpaired surrogates, which could garble the text around
 * it.
 */
const oneLine = (text: string) => (PLAIN.test(text) ? text : cleanLine(text));

/** A fast path: nearly all texts match, including those with Latin letters and the punctuation of our labels. */
const PLAIN = /^[!-~¡-ɏ·–—‘-”…‹›✓]+(?: [!-~¡-ɏ·–—‘-”…‹›✓]+)*$/;

const cleanLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();

/** Shown instead of an empty name: Slack rejects empty labels, and people need something to refer to. */
const NAMELESS = '(no name)';

const ZERO_WIDTH_SPACE = '\u200b';

/** Slack only interprets formatting marks at the edge of a word, so `brain_skill` needs no escaping. */
const MARKS_AT_AN_EDGE = /(?<![\p{L}\p{N}])[*_~`]|[*_~`](?![\p{L}\p{N}])/gu;

const escapeEntities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Makes text from the service or a person safe in mrkdwn. Escapes `&`, `<` and `>`, which could start a mention, link
 * or broadcast, as Slack requires. Disables the marks of bold, italic, strike, code and emoji with a zero-width space,
 * so that they stay readable.
 */
const escapeMrkdwn = (text: string) => {
  if (!HAS_MARKS.test(text)) return text;
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(FILE_NAMES)) {
    parts.push(escapeMarks(text.slice(end, match.index)), `\`${escapeEntities(match[1] ?? match[0])}\``);
    end = match.index + match[0].length;
  }
  return [...parts, escapeMarks(text.slice(end))].join('');
};

/** Text without any of these characters needs no escaping. */
const HAS_MARKS = /[&<>*_~`:]/;

/**
 * A quoted name such as “__init__.py”, or an unquoted one with an underscore. Shown as code, it can be copied
 * unchanged.
 */
const FILE_NAMES = /“([^“”`]*[*_~][^“”`]*)”|(?<![^\s(])[\w./-]*_[\w./-]*\.[A-Za-z]\w*(?=[\s),.;:!?]|$)/g;

const escapeMarks = (text: string) =>
  escapeEntities(text)
    .replace(MARKS_AT_AN_EDGE, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`)
    .replace(/:(?=[\w+-]+:)/g, `:${ZERO_WIDTH_SPACE}`);

/** External text for mrkdwn: one line, escaped, at most `max` characters including escapes. */
export const foreign = (text: string, max = 150): string => escapeLine(text, max, escapeMrkdwn);

function escapeLine(text: string, max: number, escaping: (text: string) => string): string {
  const line = oneLine(text);
  // Cuts before escaping, so that no escape is split. Escaping makes a character at most five times as long.
  for (let size = max; ; size = Math.floor(size * 0.8)) {
    const escaped = escaping(clip(line, size));
    if (escaped.length <= max) return escaped;
  }
}

/** The name of an Ability or an Agent, bold. */
export const bold = (name: string, max = 80) => `*${foreign(name, max) || NAMELESS}*`;

/**
 * External text as code, such as a file name. Only backticks are special in code, so `__init__.py` can be copied
 * unchanged.
 */
export const code = (text: string) => {
  const seen = text.replaceAll('`', "'").replace(UNSEEN, '');
  return `\`${escapeLine(seen, 100, escapeEntities) || NAMELESS}\``;
};

/**
 * External lines as a code block: as many as fit into `max` characters, and the number of the others. Replaces
 * direction marks, which could show code in another order than it runs.
 * @param count the number of all lines, if `lines` is only the first part.
 */
export function codeBlock(lines: readonly string[], max: number, count = lines.length): string {
  const shown: string[] = [];
  let size = 0;
  for (const line of lines) {
    const seen = clip(
      line.replace(/\r$/, '').replace(/[\u202a-\u202e\u2066-\u2069]|(?!\t)\p{Cc}/gu, '\ufffd'),
      MAX_CODE_LINE,
    );
    const escaped = escapeEntities(seen.replace(/\p{Cs}/gu, '\ufffd')).replaceAll('```', `\`${ZERO_WIDTH_SPACE}\`\``);
    size += escaped.length + 1;
    if (size > max) break;
    shown.push(escaped);
  }
  const more = count - shown.length;
  return ['```', ...shown, ...(more > 0 ? [`… ${countOf(more, 'more line')}`] : []), '```'].join('\n');
}

/** In characters; longer lines are cut. */
export const MAX_CODE_LINE = 200;

/** Invisible characters. Joiners are kept: emoji and some scripts need them. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;

/** `verbatim` keeps Slack from linking URLs and names. */
export const mrkdwn = (text: string): types.MrkdwnElement => ({ type: 'mrkdwn', text, verbatim: true });

export const plain = (text: string, max = 150): types.PlainTextElement => ({
  type: 'plain_text',
  text: clip(oneLine(text) || NAMELESS, max),
  emoji: false,
});

export const section = (text: string): types.SectionBlock => ({ type: 'section', text: mrkdwn(text) });

export const context = (text: string): types.ContextBlock => ({ type: 'context', elements: [mrkdwn(text)] });

/** A time of day in the reader's time zone; in UTC for clients that can't format it. */
export function time(at: Date): string {
  const fallback = `${at.toISOString().slice(11, 16)} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{time}|${fallback}>`;
}

/** A date and time in the reader's time zone; in UTC for clients that can't format it. */
export function day(at: Date): string {
  const fallback = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} {time}|${fallback}>`;
}

/** Like `day`, for a sentence about the future: `tomorrow at 9:00 AM`. Only Slack knows the reader's current day. */
export function dayAt(at: Date): string {
  const fallback = `${at.toISOString().slice(0, 10)} at ${at.toISOString().slice(11, 16)} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback}>`;
}

/** `3 files`, `1 file`. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The first few trigger words in quotes, and the number of the others. */
export function triggerWordsLine(words: readonly string[], shown = 3): string {
  if (words.length === 0) return 'no trigger words';
  const first = words.slice(0, shown).map((word) => `“${foreign(word, 40)}”`);
  const rest = words.length - first.length;
  return `${first.join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
}

/**
 * External sentences as a list: each at most `each` characters, as many as fit into `max`, and the number of the
 * others.
 */
export function bullets(sentences: readonly string[], each: number, max: number): string {
  const lines: string[] = [];
  let size = 0;
  for (const [index, sentence] of sentences.entries()) {
    const line = `• ${foreign(sentence, each)}`;
    size += line.length + 1;
    if (size > max) return [...lines, `• and ${sentences.length - index} more`].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}

/**
 * Joins as many texts as fit into `max` characters, and adds the number of the others; `none` for an empty list.
 * @param last the separator before the last text.
 */
function fitting(
  texts: readonly string[],
  shape: (text: string) => string,
  max: number,
  last: ', ' | ' and ' | ' or ',
): string {
  if (texts.length === 0) return 'none';
  let shown = '';
  for (const [index, text] of texts.entries()) {
    const before = index === 0 ? '' : index === texts.length - 1 ? last : ', ';
    const longer = `${shown}${before}${shape(text)}`;
    if (longer.length > max) return `${shown} and ${texts.length - index} more`;
    shown = longer;
  }
  return shown;
}

/** Names for use after a colon or a label: `*News*, *Radio*, *Weather*`. */
export const namesLine = (names: readonly string[], max = 600): string =>
  fitting(names, (name) => bold(name), max, ', ');

/** Names for use in a sentence: `*News*, *Radio* and *Weather*`. */
export const namesAnd = (names: readonly string[], max = 600): string =>
  fitting(names, (name) => bold(name), max, ' and ');

export const namesOr = (names: readonly string[], max = 600): string =>
  fitting(names, (name) => bold(name), max, ' or ');

/**
 * Message text for use without blocks, where Slack interprets marks and links: a zero-width space disables both. Keeps
 * text in angle brackets, which is always the bot's own.
 */
export const unformatted = (text: string) =>
  text
    .replace(MARKS_AT_AN_EDGE, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`)
    .replace(/:(?=[\w+-]+:|\/\/)/g, `:${ZERO_WIDTH_SPACE}`)
    .replace(/^(?=&gt;)/gm, ZERO_WIDTH_SPACE);

/** Removes the marks, for notifications and screen readers. */
export const toFallback = (text: string) => text.replace(/\*/g, '').replaceAll(ZERO_WIDTH_SPACE, '');

/** As many lines as fit into `max` characters, and the number of the others. */
export function fitLines(lines: readonly string[], max: number): string {
  const shown: string[] = [];
  let size = 0;
  for (const [index, line] of lines.entries()) {
    size += line.length + 1;
    if (size > max) return [...shown, `• and ${lines.length - index} more`].join('\n');
    shown.push(line);
  }
  return shown.join('\n');
}

/**
 * Spreads lines over at most `texts` texts. `max` limits each text, in characters of JSON, as Slack counts a message.
 */
export function fitTexts(lines: readonly string[], max: number, texts: number): string[] {
  const groups: string[][] = [[]];
  let size = 0;
  for (const [index, line] of lines.entries()) {
    const length = JSON.stringify(line).length;
    size += length;
    if (size > max && groups.length === texts) {
      groups.at(-1)?.push(`• and ${lines.length - index} more`);
      break;
    }
    if (size > max) {
      groups.push([]);
      size = length;
    }
    groups.at(-1)?.push(line);
  }
  return groups.map((group) => group.join('\n')).filter((text) => text !== '');
}

const quoted = (word: string) => `“${foreign(word, 100)}”`;

/** Trigger words for use after a colon or a label. */
export const wordsLine = (words: readonly string[], max = 600): string => fitting(words, quoted, max, ', ');

/** Trigger words for use in a sentence. */
export const wordsAnd = (words: readonly string[], max = 600): string => fitting(words, quoted, max, ' and ');

export const wordsOr = (words: readonly string[], max = 600): string => fitting(words, quoted, max, ' or ');

const angles = (line: string) => line.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A command line as code: `/abilities show Weather`. Only for the bot's own lines, never with external text. */
export const typed = (line: string) => `\`/abilities ${angles(line)}\``;

/** How the bot's own command lines refer to an Ability: by name if that can be parsed safely, else by ID. */
export const typedName = (name: string, ref: string): string => (/^\p{L}[\p{L}\p{N} ]{0,39}$/u.test(name) ? name : ref);

export interface HomeTab {
  type: 'home';
  blocks: types.KnownBlock[];
}
