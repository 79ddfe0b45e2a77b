import { useMemo } from 'preact/hooks';

/** Keys, then strings, then keywords and numbers; everything between is left unchanged. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** One side of an exchange as indented JSON; a body that is not JSON is shown unchanged. */
export function JsonText({ title, value }: { title: string; value: unknown }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const parts = useMemo(() => (typeof value === 'string' ? [text] : color(text)), [text]);
  const isEmpty = value === undefined || value === null || value === '';
  return (
    <figure class="json">
      <figcaption>{title}</figcaption>
      {isEmpty ? <p class="empty">No body</p> : <pre>{parts}</pre>}
    </figure>
  );
}

function color(text: string) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [all, quoted, colon = ''] = match;
    parts.push(text.slice(at, match.index));
    const kind = quoted ? (colon ? 'name' : 'text') : 'value';
    parts.push(<span class={`json-${kind}`}>{quoted ?? all}</span>, colon);
    at = match.index + all.length;
  }
  return [...parts, text.slice(at)];
}
