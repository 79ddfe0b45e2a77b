import type { WordsChange } from './command.ts';
import { unquote } from './quotes.ts';
import { splitWords } from './split-words.ts';

/** What is said of an Ability's trigger words. `form` asks for the form that has all of them. */
export interface WordsWish {
  /** The Ability's name as it was written, without quotes; empty when none was. */
  name: string;
  wish: 'show' | 'form' | WordsChange;
}

const MARK = /(?<!\S)(add|remove|replace|edit):/gi;
/** A name in quotes may hold what would be a mark elsewhere. */
const QUOTED = /^\s*(?:["“”„«»](.*?)["“”„«»]|['‘’‚](.*?)['‘’‚])(?=\s*$|\s+(?:add|remove|replace|edit):)/is;

/**
 * Reads `Weather`, `Weather add: rain, snow remove: hail`, `Weather replace: rain, snow` or `Weather edit:`. Null when
 * the marks do not fit together, or one has no words.
 */
export function readWordsChange(text: string): WordsWish | null {
  const quoted = QUOTED.exec(text);
  const after = quoted ? text.slice(quoted[0].length) : text;
  const marks = [...after.matchAll(MARK)];
  const name = quoted ? (quoted[1] ?? quoted[2] ?? '').trim() : unquote(after.slice(0, marks[0]?.index));
  if (marks.length === 0) return { name, wish: 'show' };
  const said = { add: '', remove: '', replace: '', edit: '' };
  for (const [index, mark] of marks.entries()) {
    const key = (mark[1] ?? '').toLowerCase();
    const words = after.slice(mark.index + mark[0].length, marks[index + 1]?.index);
    if (key === 'edit') return marks.length === 1 && words.trim() === '' ? { name, wish: 'form' } : null;
    if (splitWords(words).length === 0) return null;
    if (key === 'add' || key === 'remove' || key === 'replace') said[key] += `${words}\n`;
  }
  const [add, remove, words] = [said.add, said.remove, said.replace].map(splitWords);
  if (!add || !remove || !words) return null;
  if (words.length === 0) return { name, wish: { kind: 'edit', add, remove } };
  return add.length + remove.length === 0 ? { name, wish: { kind: 'replace', words } } : null;
}
