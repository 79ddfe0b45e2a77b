import { formatBytes } from '@abilities-bot/ability-zip';
import type { types } from '@slack/bolt';
import { joinAnd } from '../../../base/join-words.ts';
import type { UploadContents, UploadRecord } from '../../../store/upload-record.ts';
import { bullets, code, countOf, foreign, section } from '../../blocks/kit.ts';

type File = UploadRecord['zip'];

/** Example: `weather.zip` · 3 files, 12 kB. The zip of loose files is the bot's own, so its name is left out. */
export const contentsLine = (
  { folder, name, parts }: Pick<File, 'folder' | 'name' | 'parts'>,
  { bytes, files }: UploadContents,
): string => `${parts ? '' : `${zipWords({ folder, name })} · `}${countOf(files, 'file')}, ${formatBytes(bytes)}`;

/** A zip, or the folder of one of its Abilities. */
export const zipWords = ({ folder, name }: Pick<File, 'folder' | 'name'>): string =>
  folder === undefined ? code(name) : `${code(folder)} in ${code(name)}`;

const LIFTS = { folder: 'move the inner folder to the top', zip: 'upload the inner zip' } as const;

/** Says what will be repaired before the zip is sent, and what won't be sent; empty if it's sent unchanged. */
export function repairsText(
  { flat, leftOut, lift, renames }: UploadContents,
  { folder }: Pick<File, 'folder'>,
): string {
  const layout =
    folder !== undefined
      ? ''
      : lift?.isPart
        ? `upload only ${code(lift.from)}`
        : lift
          ? LIFTS[lift.kind]
          : flat
            ? 'put the files into one folder'
            : '';
  const repairs = [layout, renames ? 'correct the file names' : ''].filter((repair) => repair !== '');
  const sentence = repairs.length === 0 ? '' : `I'll ${joinAnd(repairs)}.`;
  return [sentence, foreign(leftOut ?? '', 400)].filter((text) => text !== '').join(' ');
}

/** One text; empty without warnings. */
export const warningText = ({ warnings }: UploadContents): string[] =>
  warnings.length === 0 ? [] : [`*Warnings:*\n${bullets(warnings, 400, 2400)}`];

/** A zip's summary in a form: its size, the files that aren't sent, and the warnings. The details list its files. */
export const contentsBlocks = (
  file: Pick<File, 'folder' | 'name' | 'parts'>,
  contents: UploadContents,
): types.KnownBlock[] =>
  [
    [contentsLine(file, contents), partText(file, contents), foreign(contents.leftOut ?? '', 400)]
      .filter((line) => line !== '')
      .join('\n'),
    ...warningText(contents),
  ].map(section);

/** Names the folder that is uploaded if the others are left out; empty if the file itself is that folder. */
const partText = ({ folder }: Pick<File, 'folder'>, { lift }: UploadContents): string =>
  lift?.isPart && folder === undefined ? `Only ${code(lift.from)} is uploaded.` : '';

const MAX_NAMED_FILES = 20;

/** The files of a zip with their sizes. */
export function filesText({ files, listed }: UploadContents): string {
  const named = listed.slice(0, MAX_NAMED_FILES).map(({ bytes, path }) => `${code(path)} ${formatBytes(bytes)}`);
  const rest = files - named.length;
  return `${named.join('\n')}${rest > 0 ? `\nand ${rest} more` : ''}`;
}
