import { Element } from '../elements/element.tsx';
import type { BlockOf } from './block-of.ts';

export function ActionsBlock({ block: { elements, block_id = '' } }: { block: BlockOf<'actions'> }) {
  return (
    <div class="actions">
      {elements.map((element, index) => (
        <Element key={element.action_id ?? index} blockId={block_id} element={element} />
      ))}
    </div>
  );
}
