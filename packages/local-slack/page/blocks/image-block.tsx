import { Picture } from '../elements/picture.tsx';
import type { BlockOf } from './block-of.ts';

export function ImageBlock({ block: { title, image_url, alt_text } }: { block: BlockOf<'image'> }) {
  return (
    <figure class="image-block">
      {title && <figcaption>{title.text}</figcaption>}
      <Picture class="image-block-picture" src={image_url} alt={alt_text} />
    </figure>
  );
}
