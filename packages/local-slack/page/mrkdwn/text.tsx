import type { TextObject } from '../../src/block-kit/index.ts';
import { UnknownPart } from '../blocks/unknown-part.tsx';
import { Mrkdwn } from './mrkdwn.tsx';

export function Text({ value }: { value: TextObject }) {
  switch (value.type) {
    case 'mrkdwn':
      return <Mrkdwn text={value.text} verbatim={value.verbatim} />;
    case 'plain_text':
      return <span class="plain-text">{value.text}</span>;
    default:
      return <UnknownPart kind="element" part={value satisfies never} />;
  }
}
