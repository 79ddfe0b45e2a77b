import type { SharedFile } from '../button-value.ts';
import { code, countOf } from './text.ts';

/** What an upload is about, as a sentence begins: the file by its name, loose files by their number. */
export const fileWords = (file: Pick<SharedFile, 'name' | 'parts'>): string =>
  file.parts ? `${countOf(file.parts.length, 'file')} of this message` : code(file.name);

/** The label of the button that opens the form. */
export const uploadLabel = (file: Pick<SharedFile, 'parts'>): string =>
  file.parts ? 'Pack and upload…' : 'Upload as an Ability…';

/** What becomes of the images of the same message. Empty when there are none. */
export function iconWords({ icon }: Pick<SharedFile, 'icon'>, images: number): string {
  if (!icon) return '';
  return ` ${code(icon.name)}${images > 1 ? `, the first of ${images} images,` : ''} becomes its icon unless you choose another.`;
}
