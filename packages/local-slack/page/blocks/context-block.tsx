import { Picture } from '../elements/picture.tsx';
import { Text } from '../mrkdwn/text.tsx';
import type { BlockOf } from './block-of.ts';

export function ContextBlock({ block: { elements } }: { block: BlockOf<'context'> }) {
  return (
    <div class="context">
      {elements.map((part, index) =>
        part.type === 'image' ? (
          <Picture key={index} class="context-image" src={part.image_url} alt={part.alt_text} />
        ) : (
          <Text key={index} value={part} />
        ),
      )}
    </div>
  );
}
