import { isEmojiName } from './emoji-names.ts';
import type { Inline } from './mrkdwn-node.ts';
import { parseReference } from './parse-reference.ts';
import { unescapeText } from './unescape-text.ts';

const STYLES = { '*': 'bold', _: 'italic', '~': 'strike' } as const;

const REFERENCE = /<([^<>\n]+)>/y;
/** Apps disable a mark with a zero-width space beside it. */
const CODE = /`(?!\u200b)([^`\n]+)(?<!\u200b)`/y;
/** An opening mark, text without surrounding spaces, also of no width, and a closing mark at the end of a word. */
const STYLED = /([*_~])(?![\s\u200b]|\1)([^\n]*?[^\s\u200b])\1(?![\p{L}\p{N}])/uy;
/** Excludes punctuation that ends a sentence. */
const ADDRESS = /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?)"'”]/y;
/** Of an emoji. */
const SHORTCODE = /:([a-z_]+):/y;
const WORD_CHARACTER = /[\p{L}\p{N}]$/u;

/** @param verbatim leaves bare URLs as text, as Slack does. */
export function parseInline(source: string, verbatim: boolean): Inline[] {
  const nodes: Inline[] = [];
  let plain = '';
  let at = 0;
  const flush = () => {
    if (plain) nodes.push({ kind: 'text', text: unescapeText(plain) });
    plain = '';
  };
  while (at < source.length) {
    const found = readNode(source, at, verbatim);
    if (found) {
      flush();
      nodes.push(found.node);
      at = found.end;
    } else {
      plain += source[at];
      at += 1;
    }
  }
  flush();
  return nodes;
}

function readNode(source: string, at: number, verbatim: boolean): { node: Inline; end: number } | null {
  if (source[at] === '\n') return { node: { kind: 'break' }, end: at + 1 };
  const [reference, inner] = matchAt(REFERENCE, source, at);
  if (reference && inner) return { node: parseReference(inner), end: at + reference.length };
  const [code, text] = matchAt(CODE, source, at);
  if (code && text) return { node: { kind: 'code', text: unescapeText(text) }, end: at + code.length };
  if (WORD_CHARACTER.test(source.slice(0, at).slice(-2))) return null;
  const [shortcode, name] = matchAt(SHORTCODE, source, at);
  if (shortcode && name && isEmojiName(name)) return { node: { kind: 'emoji', name }, end: at + shortcode.length };
  const [styled, mark, content] = matchAt(STYLED, source, at);
  if (styled && content && (mark === '*' || mark === '_' || mark === '~')) {
    return { node: { kind: STYLES[mark], content: parseInline(content, verbatim) }, end: at + styled.length };
  }
  const [address] = verbatim ? [] : matchAt(ADDRESS, source, at);
  if (address) {
    const url = unescapeText(address);
    return { node: { kind: 'link', url, label: url }, end: at + address.length };
  }
  return null;
}

function matchAt(pattern: RegExp, source: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? [];
}
