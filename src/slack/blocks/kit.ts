import type { types } from '@slack/bolt';

/** A message ready for Slack. `text` is what notifications show and screen readers say. */
export interface MessageAnswer {
  surface: 'message';
  text: string;
  blocks: types.KnownBlock[];
  /** Whether it may take the place of the private message whose button was clicked. A sentence of trouble never does. */
  replaces: boolean;
  /** The command line that draws the same rows after a change. Left out where the line that was asked does. */
  again?: string;
}

export interface ModalAnswer {
  surface: 'modal';
  view: types.ModalView;
}

export type Answer = MessageAnswer | ModalAnswer;

/** A word at the beginning of a label. */
export const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Cuts to `most` UTF-16 units, which is the strictest way to count. No character is cut in half. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Cuts likewise, marking the cut. */
export const clip = (text: string, most: number): string => (text.length <= most ? text : `${cut(text, most - 1)}…`);

/**
 * One line, without what would disturb the text around it: line breaks, control characters, marks that turn the writing
 * direction, halves of characters.
 */
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();

/** Slack refuses empty labels, and an empty name cannot be talked about. */
const NAMELESS = '(no name)';

const ZERO_WIDTH_SPACE = '\u200b';

/** Slack reads a mark only at the edge of a word: the one in `brain_skill` is left alone. */
const MARKS_AT_AN_EDGE = /(?<![\p{L}\p{N}])[*_~`]|[*_~`](?![\p{L}\p{N}])/gu;

const escapeEntities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Makes text from the service or from a person harmless in mrkdwn. `&`, `<` and `>` are the only way to a mention, a
 * link or a broadcast and are escaped as Slack asks; the marks for bold, italic, strike, code and emoji are kept
 * readable but lose their meaning to a zero-width space.
 */
const escapeMrkdwn = (text: string) => {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(FILE_NAMES)) {
    parts.push(escapeMarks(text.slice(end, match.index)), `\`${escapeEntities(match[1] ?? match[0])}\``);
    end = match.index + match[0].length;
  }
  return [...parts, escapeMarks(text.slice(end))].join('');
};

/** A name in quotes such as “__init__.py”, or a bare one with an underscore: as code it is copied as it is. */
const FILE_NAMES = /“([^“”`]*[*_~][^“”`]*)”|(?<![^\s(])[\w./-]*_[\w./-]*\.[A-Za-z]\w*(?=[\s),.;:!?]|$)/g;

const escapeMarks = (text: string) =>
  escapeEntities(text)
    .replace(MARKS_AT_AN_EDGE, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`)
    .replace(/:(?=[\w+-]+:)/g, `:${ZERO_WIDTH_SPACE}`);

/** A foreign text for mrkdwn: one line, escaped, at most `most` characters with the escapes counted. */
export const foreign = (text: string, most = 150): string => escapeLine(text, most, escapeMrkdwn);

function escapeLine(text: string, most: number, escaping: (text: string) => string): string {
  const line = oneLine(text);
  // Cut before escaping, so that no escape is cut in half; one character becomes five at most.
  for (let size = most; ; size = Math.floor(size * 0.8)) {
    const escaped = escaping(clip(line, size));
    if (escaped.length <= most) return escaped;
  }
}

/** The name of an Ability or an Agent, bold. */
export const bold = (name: string, most = 80) => `*${foreign(name, most) || NAMELESS}*`;

/**
 * A foreign text as code, for the names of files. A backtick would end it; no other mark means anything in it, and
 * `__init__.py` is copied as it is.
 */
export const code = (text: string) => {
  const seen = text.replaceAll('`', "'").replace(UNSEEN, '');
  return `\`${escapeLine(seen, 100, escapeEntities) || NAMELESS}\``;
};

/** Invisible characters. Joiners are kept: emoji and some scripts need them. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;

/** `verbatim`: Slack links nothing by itself, neither addresses nor names. */
export const mrkdwn = (text: string): types.MrkdwnElement => ({ type: 'mrkdwn', text, verbatim: true });

export const plain = (text: string, most = 150): types.PlainTextElement => ({
  type: 'plain_text',
  text: clip(oneLine(text) || NAMELESS, most),
  emoji: false,
});

export const section = (text: string): types.SectionBlock => ({ type: 'section', text: mrkdwn(text) });

export const context = (text: string): types.ContextBlock => ({ type: 'context', elements: [mrkdwn(text)] });

/** A moment, shown in the reader's own zone; the fallback is UTC. */
export function time(at: Date): string {
  const fallback = `${at.toISOString().slice(11, 16)} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{time}|${fallback}>`;
}

/** A day and its time, likewise. */
export function day(at: Date): string {
  const fallback = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} {time}|${fallback}>`;
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

/**
 * Foreign sentences, one a line: each of at most `each` characters, as many as fit into `most`, and how many more there
 * are.
 */
export function bullets(sentences: readonly string[], each: number, most: number): string {
  const lines: string[] = [];
  let size = 0;
  for (const [index, sentence] of sentences.entries()) {
    const line = `• ${foreign(sentence, each)}`;
    size += line.length + 1;
    if (size > most) return [...lines, `• and ${sentences.length - index} more`].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}

/** `a`, `a or b`, `a, b or c`. */
export const orLine = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' or ');

/** A list of names in a sentence, as many as fit into `most` characters; `none` when there are none. */
export function namesLine(names: readonly string[], most = 600): string {
  if (names.length === 0) return 'none';
  let shown = '';
  for (const [index, name] of names.entries()) {
    const longer = index === 0 ? bold(name) : `${shown}, ${bold(name)}`;
    if (longer.length > most) return `${shown} and ${names.length - index} more`;
    shown = longer;
  }
  return shown;
}

/**
 * A text that stands alone, without blocks, and in which Slack therefore reads marks: they, and the addresses in it, lose
 * their meaning to a zero-width space. What is between angle brackets stays: it is the bot's own.
 */
export const unformatted = (text: string) =>
  text
    .replace(MARKS_AT_AN_EDGE, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`)
    .replace(/:(?=[\w+-]+:|\/\/)/g, `:${ZERO_WIDTH_SPACE}`)
    .replace(/^(?=&gt;)/gm, ZERO_WIDTH_SPACE);

/** The same text without marks, for notifications and screen readers. */
export const toFallback = (text: string) => text.replace(/\*/g, '').replaceAll(ZERO_WIDTH_SPACE, '');

/** As many of the lines as fit into `most` characters, one below the other, and how many more there are. */
export function fitLines(lines: readonly string[], most: number): string {
  const shown: string[] = [];
  let size = 0;
  for (const [index, line] of lines.entries()) {
    size += line.length + 1;
    if (size > most) return [...shown, `• and ${lines.length - index} more`].join('\n');
    shown.push(line);
  }
  return shown.join('\n');
}

/** The same in at most `texts` texts. `most` is of each, as JSON writes it, since a message is measured so. */
export function fitTexts(lines: readonly string[], most: number, texts: number): string[] {
  const groups: string[][] = [[]];
  let size = 0;
  for (const [index, line] of lines.entries()) {
    const length = JSON.stringify(line).length;
    size += length;
    if (size > most && groups.length === texts) {
      groups.at(-1)?.push(`• and ${lines.length - index} more`);
      break;
    }
    if (size > most) {
      groups.push([]);
      size = length;
    }
    groups.at(-1)?.push(line);
  }
  return groups.map((group) => group.join('\n')).filter((text) => text !== '');
}

/** Trigger words in a sentence, as many as fit into `most` characters; `none` when there are none. */
export function wordsLine(words: readonly string[], most = 600): string {
  if (words.length === 0) return 'none';
  let shown = '';
  for (const [index, word] of words.entries()) {
    const quoted = `“${foreign(word, 100)}”`;
    const longer = index === 0 ? quoted : `${shown}, ${quoted}`;
    if (longer.length > most) return `${shown} and ${words.length - index} more`;
    shown = longer;
  }
  return shown;
}

/** Slack takes addresses of up to 3,000 characters, and refuses the whole message for one that is none. */
export const isImageUrl = (image: string): boolean =>
  /^https?:\/\//.test(image) && image.length <= 3000 && URL.canParse(image);

const angles = (line: string) => line.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line as it is typed, in code: `/abilities show Weather`. Only for lines of our own, never with foreign text. */
export const typed = (line: string) => `\`/abilities ${angles(line)}\``;

/**
 * The name of an Ability as it can be typed in a line of ours: by its name where nothing in it could be misread, else by
 * its ID.
 */
export const typedName = (name: string, ref: string): string => (/^\p{L}[\p{L}\p{N} ]{0,39}$/u.test(name) ? name : ref);

/** A Home view of blocks that the bot knows. */
export interface HomeTab {
  type: 'home';
  blocks: types.KnownBlock[];
}
