import { useContext } from 'preact/hooks';
import type { BlockOf } from './block-of.ts';
import { HeadingLevel } from './heading-level.ts';

export function HeaderBlock({ block: { text } }: { block: BlockOf<'header'> }) {
  const Heading = useContext(HeadingLevel);
  return <Heading class="header-block">{text.text}</Heading>;
}
