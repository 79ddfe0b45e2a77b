import { foreign } from './text.ts';

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
