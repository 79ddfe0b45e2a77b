import type { Chunk } from './mrkdwn-node.ts';
import { parseInline } from './parse-inline.ts';
import { unescapeText } from './unescape-text.ts';

/**
 * Parses Slack's mrkdwn: bold, italic, strike, code, code blocks, quotes, links, mentions and dates. Malformed markup
 * stays text.
 */
export function parseMrkdwn(source: string, { verbatim = false }: { verbatim?: boolean } = {}): Chunk[] {
  // With a capture group, split alternates between text and code.
  return source.split(/\n?```\n?([\s\S]+?)\n?```\n?/).flatMap((part, index): Chunk[] => {
    if (index % 2 === 1) return [{ kind: 'code-block', text: unescapeText(part) }];
    return part === '' ? [] : parseLines(part, verbatim);
  });
}

const QUOTE = /^(?:&gt;|>) ?/;

function parseLines(text: string, verbatim: boolean): Chunk[] {
  const groups: { kind: 'paragraph' | 'quote'; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const kind = QUOTE.test(line) ? 'quote' : 'paragraph';
    const content = kind === 'quote' ? line.replace(QUOTE, '') : line;
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push(content);
    else groups.push({ kind, lines: [content] });
  }
  return groups.map(({ kind, lines }) => ({ kind, content: parseInline(lines.join('\n'), verbatim) }));
}
