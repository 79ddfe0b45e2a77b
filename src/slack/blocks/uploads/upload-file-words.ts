import { formatBytes } from '@abilities-bot/ability-zip';
import type { SharedFile } from '../../button-value.ts';
import { code, countOf } from '../text.ts';

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

/** Names of the files beside zips from which nothing becomes, by why. */
export interface LeftAlone {
  largeImages: readonly string[];
  otherImages: readonly string[];
  others: readonly string[];
  maxIconBytes: number;
}

/** Which files of the message are left alone and why, in a sentence. Empty when there are none. */
export function leftAloneWords({ largeImages, maxIconBytes, otherImages, others }: LeftAlone): string {
  const parts = [
    { names: largeImages, why: `larger than the ${formatBytes(maxIconBytes)} that an icon may have` },
    { names: otherImages, why: 'not PNG or JPEG, as an icon has to be' },
    { names: others, why: 'not in a zip, and only zips are uploaded here' },
  ].flatMap(({ names, why }) => (names.length === 0 ? [] : [`${listed(names, MAX_LEFT)} (${why})`]));
  return parts.length === 0 ? '' : ` Left alone: ${parts.join('; ')}.`;
}

const MAX_LEFT = 3;

/** The first `most` names, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const first = names.slice(0, most).map(code).join(', ');
  return names.length > most ? `${first} and ${names.length - most} more` : first;
}
