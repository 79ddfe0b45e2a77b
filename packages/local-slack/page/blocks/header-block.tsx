import type { BlockOf } from './block-of.ts';

export function HeaderBlock({ block: { text } }: { block: BlockOf<'header'> }) {
  return <h3 class="header-block">{text.text}</h3>;
}
