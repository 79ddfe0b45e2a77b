import { Element } from '../elements/element.tsx';
import type { BlockOf } from './block-of.ts';
import { useElementKeys } from './use-keys.ts';

export function ActionsBlock({ block, subject }: { block: BlockOf<'actions'>; subject: string | null }) {
  const { elements, block_id = '' } = block;
  const keys = useElementKeys(elements);
  return (
    <div class="actions">
      {elements.map((element, index) => (
        <Element key={keys[index]} blockId={block_id} element={element} subject={subject} />
      ))}
    </div>
  );
}
