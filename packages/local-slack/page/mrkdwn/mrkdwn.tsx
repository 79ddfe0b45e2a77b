import { useMemo } from 'preact/hooks';
import { Emoji } from './emoji.tsx';
import { formatDate } from './format-date.ts';
import type { Chunk, Inline } from './mrkdwn-node.ts';
import { parseMrkdwn } from './parse-mrkdwn.ts';
import { ChannelMention, Link, PersonMention } from './references.tsx';

export function Mrkdwn({ text, verbatim = false }: { text: string; verbatim?: boolean | undefined }) {
  const chunks = useMemo(() => parseMrkdwn(text, { verbatim }), [text, verbatim]);
  return <div class="mrkdwn">{chunks.map(drawChunk)}</div>;
}

function drawChunk(chunk: Chunk) {
  switch (chunk.kind) {
    case 'paragraph':
      return <p>{chunk.content.map(drawInline)}</p>;
    case 'quote':
      return <blockquote>{chunk.content.map(drawInline)}</blockquote>;
    case 'code-block':
      return <pre>{chunk.text}</pre>;
  }
}

function drawInline(node: Inline) {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'break':
      return <br />;
    case 'bold':
      return <strong>{node.content.map(drawInline)}</strong>;
    case 'italic':
      return <em>{node.content.map(drawInline)}</em>;
    case 'strike':
      return <s>{node.content.map(drawInline)}</s>;
    case 'code':
      return <code>{node.text}</code>;
    case 'link':
      return <Link url={node.url} label={node.label} />;
    case 'person':
      return <PersonMention id={node.id} label={node.label} />;
    case 'channel':
      return <ChannelMention id={node.id} label={node.label} />;
    case 'broadcast':
      return <span class="mention">{node.text}</span>;
    case 'emoji':
      return <Emoji name={node.name} />;
    case 'date':
      return <WrittenDate {...node} />;
  }
}

function WrittenDate({ epoch, format, link, fallback }: Extract<Inline, { kind: 'date' }>) {
  const written = formatDate(epoch, format, { now: Date.now() }) ?? fallback;
  const full = new Date(epoch * 1000);
  return (
    <time dateTime={full.toISOString()} title={full.toLocaleString()}>
      {link ? <Link url={link} label={written} /> : written}
    </time>
  );
}
