import type { SuggestedForm } from '../../../uploads/suggest-form.ts';
import { cut } from '../../blocks/kit.ts';
import type { SharedFile } from '../../button-value.ts';

/** Maximum characters of the name field. */
export const NAME_MAX = 80;

/** “Copy” as Finder and Explorer write it, in the languages they are most used in. */
const COPY = 'copy|copie|copia|cópia|kopie|kopia|kopi|копия|コピー|副本|复制|복사본';

/** Additions to a file's name by browsers, systems and services, at the end unless noted otherwise. */
const ADDED: readonly RegExp[] = [
  /\.zip$/iu,
  // Browsers: a repeated download.
  /\s*\(\d{1,3}\)$/u,
  // Google Drive: a timestamp and part numbers.
  /-\d{8}T\d{6}Z(?:-\d{1,3}){1,2}$/u,
  new RegExp(String.raw`(?:\s|^)[\s–—-]*(?:${COPY})(?:\s+\d{1,3})?$`, 'iu'),
  /のコピー(?:\s*\d{1,3})?$/u,
  // Additions at the beginning.
  /^(?:copy of|kopie von|copie de|copia de|copia di|cópia de|kopia)\s+/iu,
  // GitHub: the branch or commit of a repository.
  /[-_](?:main|master|develop|trunk)$/iu,
  /[-_](?=[0-9a-f]*\d)[0-9a-f]{7,40}$/iu,
  // Versions. A number alone may be meant: “Level 2”.
  /[-_\s]+(?:v\d{1,4}(?:\.\d{1,4}){0,3}|\d{1,4}(?:\.\d{1,4}){1,3})$/iu,
];

/** Names that systems and build tools give to any zip. */
const SAYS_NOTHING =
  /^(?:ability|archiv|archive|archivo|build|code|compressed|dist|download|files|main|new compressed zipped folder|new folder|package|source|src|untitled|untitled folder|zip)(?: \d{1,3})?$/iu;

/** The possible names found inside a zip. */
type NameInside = Pick<SuggestedForm, 'folder' | 'heading'>;

/**
 * Names an Ability after its zip, after its folder if the zip has several Abilities, or after one of its loose sources.
 * If that name is generic, uses a name from the zip's contents. If the README's heading is the same name, it decides the
 * case.
 */
export function suggestNameFor({ folder: chosen, name, parts }: SharedFile, { folder, heading }: NameInside): string {
  const named = suggestName(withoutAdditions(chosen?.split('/').at(-2) ?? name));
  if (!SAYS_NOTHING.test(named)) return withCaseOf(suggestName(heading ?? ''), named);
  const inside = [folder === null ? '' : withoutAdditions(folder), heading ?? ''].map(suggestName);
  return inside.find((one) => one !== '' && !SAYS_NOTHING.test(one)) ?? (parts ? '' : named);
}

/** File names are often in lower case: `tide_watch.zip` with the heading “Tide Watch” -> `Tide Watch`. */
const withCaseOf = (model: string, name: string): string => (model.toLowerCase() === name.toLowerCase() ? model : name);

/** `weather-main (1).zip` -> `weather` */
function withoutAdditions(fileName: string): string {
  let name = fileName.normalize('NFC').trim();
  for (;;) {
    const shorter = ADDED.reduce((left, added) => left.replace(added, '').trim() || left, name);
    if (shorter === name) return name;
    name = shorter;
  }
}

/** `night-watch` -> `Night watch`: the service accepts letters, digits and spaces, starting with a letter. */
export function suggestName(text: string): string {
  const words = text
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
