import type { Inline } from './mrkdwn-node.ts';
import { unescapeText } from './unescape-text.ts';

/** Parses the content of `<…>`: a link, a mention, or a special `!` command. */
export function parseReference(inner: string): Inline {
  const bar = inner.indexOf('|');
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? null : unescapeText(inner.slice(bar + 1));
  if (target.startsWith('@')) return { kind: 'person', id: target.slice(1), label };
  if (target.startsWith('#')) return { kind: 'channel', id: target.slice(1), label };
  if (target.startsWith('!')) return parseCommand(target.slice(1), label);
  const url = unescapeText(target);
  return { kind: 'link', url, label: label || url.replace(/^mailto:/, '') };
}

function parseCommand(command: string, label: string | null): Inline {
  const [name = '', epoch = '', format = '', link] = command.split('^');
  if (name === 'date' && /^\d{1,12}$/.test(epoch) && format) {
    return {
      kind: 'date',
      epoch: Number(epoch),
      format: unescapeText(format),
      link: link ? unescapeText(link) : null,
      fallback: label ?? '',
    };
  }
  if (['here', 'channel', 'everyone'].includes(name)) return { kind: 'broadcast', text: `@${name}` };
  return { kind: 'text', text: label ?? `<!${unescapeText(command)}>` };
}
