import { cut } from '../../blocks/kit.ts';
import type { SharedFile } from '../../button-value.ts';

/** The field's limit. */
export const NAME_MAX = 80;

/** Loose files are named after one of their sources, else after the heading of their README. */
export const suggestNameFor = ({ name, parts }: SharedFile, heading: string | null): string =>
  suggestName(parts && name === 'ability.zip' ? (heading ?? '') : name);

/** `night-watch_v2.zip` -> `Night watch v2`: the service accepts letters, digits and spaces, starting with a letter. */
export function suggestName(fileName: string): string {
  const words = fileName
    .replace(/\.zip$/i, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trimStart()
    // Also drops the rest of a word such as 2nd.
    .replace(/^(?:[^\p{L}\s]\S* )+(?=\p{L})/u, '')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
  const [first = '', ...rest] = words;
  return cut([first.toUpperCase(), ...rest].join(''), NAME_MAX).trim();
}
