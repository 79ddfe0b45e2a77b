import { Element } from '../elements/element.tsx';
import { Picture } from '../elements/picture.tsx';
import { Text } from '../mrkdwn/text.tsx';
import type { BlockOf } from './block-of.ts';

export function SectionBlock({ block, subject }: { block: BlockOf<'section'>; subject: string | null }) {
  const { text, fields, accessory, block_id = '' } = block;
  return (
    <div class="section">
      <div class="section-body">
        {text && <Text value={text} />}
        {fields && (
          <div class="section-fields">
            {fields.map((field, index) => (
              <Text key={index} value={field} />
            ))}
          </div>
        )}
      </div>
      {accessory && (
        <div class="section-accessory">
          {accessory.type === 'image' ? (
            <Picture class="accessory-image" src={accessory.image_url} alt={accessory.alt_text} />
          ) : (
            <Element blockId={block_id} element={accessory} subject={subject} />
          )}
        </div>
      )}
    </div>
  );
}
