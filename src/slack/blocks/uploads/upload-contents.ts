import { formatBytes } from '@abilities-bot/ability-zip';
import type { types } from '@slack/bolt';
import type { UploadContents } from '../../../store/upload-record.ts';
import { bullets, code, context, countOf, foreign, section } from '../text.ts';

const MAX_NAMED_FILES = 10;

/** What is inside a zip, before anything is sent: files with their sizes, the zip's SHA-256, and what is odd about it. */
export const contentsBlocks = (fileName: string, contents: UploadContents): types.KnownBlock[] => [
  section(filesLines(fileName, contents)),
  ...leftOutText(contents).map(context),
  context(`SHA-256 \`${contents.sha256}\``),
  ...warningText(contents).map(section),
];

/** The same as one text, for notifications and screen readers. The checksum would be read out digit by digit. */
export const spokenContents = (fileName: string, contents: UploadContents): string =>
  [filesLines(fileName, contents), ...leftOutText(contents), ...warningText(contents)].join('\n');

/** `weather.zip (12 kB) · 3 files, 24 kB unpacked`. */
export const contentsLine = (fileName: string, { bytes, files, unpackedBytes }: UploadContents): string =>
  `${code(fileName)} (${formatBytes(bytes)}) · ${countOf(files, 'file')}, ${formatBytes(unpackedBytes)} unpacked`;

function filesLines(fileName: string, contents: UploadContents): string {
  const { files, listed } = contents;
  const named = listed.slice(0, MAX_NAMED_FILES).map(({ bytes, path }) => `${code(path)} ${formatBytes(bytes)}`);
  const rest = files - named.length;
  const names = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `${contentsLine(fileName, contents)}\n${names}`;
}

/** What of the zip is not sent: one text, or none. */
export const leftOutText = ({ leftOut }: Pick<UploadContents, 'leftOut'>): string[] =>
  [foreign(leftOut ?? '', 400)].filter((text) => text !== '');

/** One text, or none. */
const warningText = ({ warnings }: UploadContents): string[] =>
  warnings.length === 0 ? [] : [`*Look at this before you upload:*\n${bullets(warnings, 400, 2400)}`];
