import type { Block } from '../../src/block-kit/index.ts';
import { ActionsBlock } from './actions-block.tsx';
import { ContextBlock } from './context-block.tsx';
import { DataTableBlock } from './data-table-block.tsx';
import { HeaderBlock } from './header-block.tsx';
import { ImageBlock } from './image-block.tsx';
import { InputBlockView } from './input-block.tsx';
import { SectionBlock } from './section-block.tsx';
import { UnknownPart } from './unknown-part.tsx';

export interface BlockViewProps {
  block: Block;
  error: string | undefined;
  /** What its elements are about, for their accessible names. */
  subject: string | null;
}

/** The compiler ensures that every accepted block type is covered. */
export function BlockView({ block, error, subject }: BlockViewProps) {
  switch (block.type) {
    case 'section':
      return <SectionBlock block={block} subject={subject} />;
    case 'actions':
      return <ActionsBlock block={block} subject={subject} />;
    case 'context':
      return <ContextBlock block={block} />;
    case 'divider':
      return <hr class="divider" />;
    case 'header':
      return <HeaderBlock block={block} />;
    case 'image':
      return <ImageBlock block={block} />;
    case 'input':
      return <InputBlockView block={block} error={error} />;
    case 'data_table':
      return <DataTableBlock block={block} />;
    default:
      return <UnknownPart kind="block" part={block satisfies never} />;
  }
}
