import type { DataTableCell, RichTextElement } from '../../src/block-kit/index.ts';
import { Emoji } from '../mrkdwn/emoji.tsx';
import { ChannelMention, Link, PersonMention } from '../mrkdwn/references.tsx';

type RichText = Extract<DataTableCell, { type: 'rich_text' }>;

export function RichText({ value }: { value: RichText }) {
  return (
    <>
      {value.elements.map(({ elements }, index) => (
        <p key={index}>
          {elements.map((element, at) => (
            <Styled key={at} element={element} />
          ))}
        </p>
      ))}
    </>
  );
}

function Styled({ element }: { element: RichTextElement }) {
  const { bold, italic, strike, code } = ('style' in element && element.style) || {};
  let content = <Content element={element} />;
  if (code) content = <code>{content}</code>;
  if (strike) content = <s>{content}</s>;
  if (italic) content = <em>{content}</em>;
  return bold ? <strong>{content}</strong> : content;
}

function Content({ element }: { element: RichTextElement }) {
  switch (element.type) {
    case 'text':
      return <>{element.text}</>;
    case 'link':
      return <Link url={element.url} label={element.text ?? element.url} />;
    case 'user':
      return <PersonMention id={element.user_id} label={null} />;
    case 'channel':
      return <ChannelMention id={element.channel_id} label={null} />;
    case 'emoji':
      return <Emoji name={element.name} />;
  }
}
