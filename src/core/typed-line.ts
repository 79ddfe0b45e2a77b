import { findEverydayWord } from './everyday-words.ts';
import { findVerb } from './verbs.ts';

const MARKS = '[*_~`]';
const OPENING = new RegExp(`^${MARKS}+`);
/** Characters around a verb, as in `*disable*` or `disable:`. */
const BESIDE_VERB = new RegExp(`^${MARKS}+|[*_~\`,:;.!?…]+$`, 'g');
/** The slash command, often copied from one of the bot's own messages. */
const SLASH_COMMAND = /^\/[\w-]+(?:\s+|$)/;
const COURTESY =
  /^(?:(?:please|pls|kindly|hey|hi|hello|ok|okay|now|(?:can|could|would|will) you)(?:[\s,:;.!–—-]+|$))+/i;
const COURTESY_AFTER = /(?:^|,)\s*(?:please|pls|thanks|thank you)\s*[.!]*$/i;
/** Punctuation after the bot's name, as in `@abilities, list` or `@abilities - list`. */
const AFTER_NAME = /^[\s,:;.!–—-]+/;
/** The bot's name as plain text that Slack did not turn into a mention. */
const NAME_AS_TEXT = /^@abilities(?![\w-])/i;
const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|yo|good (?:morning|afternoon|evening))(?:[\s,]+(?:there|bot|all))?[\s.!?…]*$/i;

/**
 * Extracts the command line from typed text: removes courtesies, formatting, and the slash command, which is often
 * pasted with it. Text without a command is returned unchanged, because it may be a name.
 */
export function readTypedLine(typed: string): string {
  const text = typed.trim();
  const unformatted = withoutFormatting(text);
  const line = unformatted.replace(SLASH_COMMAND, '');
  const { rest, word } = splitLine(line.replace(COURTESY, ''));
  const verb = word.replace(BESIDE_VERB, '');
  if (isVerb(verb)) return `${verb} ${rest.replace(COURTESY_AFTER, '').replace(/^[.!?…]+$/, '')}`.trim();
  return line === unformatted ? text : line;
}

/** {@link readTypedLine} for text after the bot's name or in a direct message. A greeting shows the help. */
export function readAddressedLine(typed: string): string {
  const text = typed.trim().replace(NAME_AS_TEXT, '').replace(AFTER_NAME, '');
  return GREETING.test(text) ? 'help' : readTypedLine(text);
}

const isVerb = (word: string): boolean => findVerb(word) !== undefined || findEverydayWord(word) !== undefined;

/**
 * Strips formatting marks at the start and the matching ones at the end. Keeps marks around a name, because they may be
 * part of it.
 */
function withoutFormatting(text: string): string {
  const opening = OPENING.exec(text)?.[0] ?? '';
  const { word } = splitLine(text.slice(opening.length).replace(SLASH_COMMAND, ''));
  if (opening === '' || !isVerb(word.replace(BESIDE_VERB, ''))) return text;
  const inside = text.slice(opening.length);
  const closing = [...opening].reverse().join('');
  return inside.endsWith(closing) ? inside.slice(0, -closing.length).trim() : inside;
}

function splitLine(line: string): { word: string; rest: string } {
  const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  return { word, rest };
}
