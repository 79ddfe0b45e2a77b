import { formatBytes } from '@abilities-bot/ability-zip';
import type { types } from '@slack/bolt';
import type { Requester } from '../../../core/access.ts';
import { hasEnded, type UploadContents, type UploadRecord } from '../../../store/upload-record.ts';
import { actions, button, dismissButton } from '../../blocks/buttons.ts';
import {
  bold,
  bullets,
  code,
  context,
  countOf,
  foreign,
  type MessageAnswer,
  section,
  toFallback,
} from '../../blocks/kit.ts';
import { sentenceMessage } from '../../blocks/sentences.ts';
import type { SharedFile } from '../../button-value.ts';
import { MAX_NAMED_FILES } from '../starter.ts';

/** The contents of a zip before upload: files with sizes, SHA-256 and warnings. */
export const contentsBlocks = (fileName: string, contents: UploadContents): types.KnownBlock[] => [
  section(filesLines(fileName, contents)),
  ...leftOutText(contents).map(context),
  context(`SHA-256 \`${contents.sha256}\``),
  ...warningText(contents).map(section),
];

/**
 * The same as one text, for notifications and screen readers. Omits the checksum, which would be read out digit by
 * digit.
 */
export const spokenContents = (fileName: string, contents: UploadContents): string =>
  [filesLines(fileName, contents), ...leftOutText(contents), ...warningText(contents)].join('\n');

/** Example: `weather.zip (12 kB) · 3 files, 24 kB unpacked`. */
export const contentsLine = (fileName: string, { bytes, files, unpackedBytes }: UploadContents): string =>
  `${code(fileName)} (${formatBytes(bytes)}) · ${countOf(files, 'file')}, ${formatBytes(unpackedBytes)} unpacked`;

function filesLines(fileName: string, contents: UploadContents): string {
  const { files, listed } = contents;
  const named = listed.slice(0, MAX_NAMED_FILES).map(({ bytes, path }) => `${code(path)} ${formatBytes(bytes)}`);
  const rest = files - named.length;
  const names = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `${contentsLine(fileName, contents)}\n${names}`;
}

/** The excluded files: one text, or none. */
export const leftOutText = ({ leftOut }: Pick<UploadContents, 'leftOut'>): string[] =>
  [foreign(leftOut ?? '', 400)].filter((text) => text !== '');

/** One text, or none. */
const warningText = ({ warnings }: UploadContents): string[] =>
  warnings.length === 0 ? [] : [`*Look at this before you upload:*\n${bullets(warnings, 400, 2400)}`];

/** The subject of a sentence: a file by its name, loose files by their number. */
export const fileWords = (file: Pick<SharedFile, 'name' | 'parts'>): string =>
  file.parts ? `${countOf(file.parts.length, 'file')} of this message` : code(file.name);

const uploadLabel = (file: Pick<SharedFile, 'parts'>): string =>
  file.parts ? 'Pack and upload…' : 'Upload as an Ability…';

/** What happens to the images of the same message. Empty if there are none. */
function iconWords({ icon }: Pick<SharedFile, 'icon'>, images: number): string {
  if (!icon) return '';
  return ` ${code(icon.name)}${images > 1 ? `, the first of ${images} images,` : ''} becomes its icon unless you choose another.`;
}

/** Names of the files next to zips that are not used, by reason. */
export interface LeftAlone {
  largeImages: readonly string[];
  otherImages: readonly string[];
  others: readonly string[];
  maxIconBytes: number;
}

/** Which files of the message are not used and why. Empty if there are none. */
function leftAloneWords({ largeImages, maxIconBytes, otherImages, others }: LeftAlone): string {
  const parts = [
    { names: largeImages, why: `larger than the ${formatBytes(maxIconBytes)} that an icon may have` },
    { names: otherImages, why: 'not PNG or JPEG, as an icon has to be' },
    { names: others, why: 'not in a zip, and only zips are uploaded here' },
  ].flatMap(({ names, why }) => (names.length === 0 ? [] : [`${listed(names, MAX_LEFT)} (${why})`]));
  return parts.length === 0 ? '' : ` Left alone: ${parts.join('; ')}.`;
}

const MAX_LEFT = 3;

/** The first `most` names, and the number of the others. */
function listed(names: readonly string[], most: number): string {
  const first = names.slice(0, most).map(code).join(', ');
  return names.length > most ? `${first} and ${names.length - most} more` : first;
}

const message = (line: string, ...more: MessageAnswer['blocks']): MessageAnswer => ({
  surface: 'message',
  replaces: true,
  text: toFallback(line),
  blocks: [section(line), ...more],
});

const offerButtons = (file: SharedFile) =>
  actions(button(uploadLabel(file), { do: 'upload', file }), dismissButton('Not now', file));

/**
 * The reply to a dropped zip.
 * @param images number of images in the same message.
 * @param leftAlone other files in the message; null if another reply covers them.
 */
export function uploadOffer(
  file: SharedFile,
  bytes: number | null,
  images = 0,
  leftAlone: LeftAlone | null = null,
): MessageAnswer {
  const size = bytes === null ? '' : ` (${formatBytes(bytes)})`;
  const left = leftAlone ? leftAloneWords(leftAlone) : '';
  return message(
    `${code(file.name)}${size} can become an Ability.${iconWords(file, images)}${left}`,
    ...offerButtons(file),
  );
}

export function uploadTooLarge(file: SharedFile, bytes: number, maxBytes: number): MessageAnswer {
  return message(
    `${code(file.name)} (${formatBytes(bytes)}) is larger than the limit of ${formatBytes(maxBytes)}, so nothing was uploaded. Zip the folder again without \`.venv\`, \`venv\`, \`node_modules\` and \`.git\`, and drop the new zip.`,
  );
}

export const zipUnreadable = (file: SharedFile, sentence: string): MessageAnswer =>
  message(`${code(file.name)} cannot become an Ability from here. ${foreign(sentence, 600)} Nothing was uploaded.`);

const MAX_NAMED = 8;

/** The reply to loose files that can be packed. */
export function packOffer(share: {
  file: SharedFile;
  names: string[];
  leftOut: string[];
  images: number;
}): MessageAnswer {
  const { file, images, leftOut, names } = share;
  const what =
    names.length === 1
      ? '1 file can be packed into an Ability'
      : `${names.length} files can be packed into one Ability`;
  const init = names.includes('__init__.py')
    ? ''
    : ' An empty `__init__.py` is added, since Slack takes no empty files.';
  const left = leftOut.length === 0 ? '' : ` Left out: ${listed(leftOut, MAX_NAMED)}, which no Ability needs.`;
  return message(
    `${what}: ${listed(names, MAX_NAMED)}.${init}${left}${iconWords(file, images)}`,
    ...offerButtons(file),
  );
}

/** The reply to loose files that look like an Ability but cannot be packed. */
export const filesNotPackable = (sentence: string): MessageAnswer =>
  message(`These files cannot be packed into one Ability. ${foreign(sentence, 600)} Nothing was uploaded.`);

/** Covers what the offers of several zips do not; null if there is nothing to add. */
export function shareNote({
  images,
  leftAlone = null,
  more,
  zips,
}: {
  zips: number;
  more: number;
  images: number;
  leftAlone?: LeftAlone | null;
}): MessageAnswer | null {
  const lines = [
    ...(more > 0
      ? [
          `${countOf(more, 'more zip')} ${more === 1 ? 'is' : 'are'} in this message. Drop ${more === 1 ? 'it' : 'them'} again in another one.`,
        ]
      : []),
    ...(images > 0 && zips > 1
      ? [
          `The ${images === 1 ? 'image' : 'images'} of this message ${images === 1 ? 'becomes' : 'become'} no icon, since there are several zips: choose one in each form.`,
        ]
      : []),
    ...(leftAlone ? [leftAloneWords(leftAlone).trim()].filter((words) => words !== '') : []),
  ];
  return lines.length === 0 ? null : message(lines.join(' '));
}

/** Replaces an offer whose zip turned out to be unusable. */
export function zipRefused(file: SharedFile, sentence: string, requester: Requester): MessageAnswer {
  const next = file.parts ? 'Drop corrected files.' : 'Drop a corrected zip.';
  return message(
    `${fileWords(file)} cannot become an Ability. ${foreign(sentence, 600)} Nothing was uploaded. ${next} (tried by <@${requester.userId}>)`,
  );
}

export function uploadDismissed(file: SharedFile, requester: Requester): MessageAnswer {
  const were = (file.parts?.length ?? 1) === 1 ? 'was' : 'were';
  return message(
    `${fileWords(file)} ${were} left alone by <@${requester.userId}>.`,
    ...actions(button(uploadLabel(file), { do: 'upload', file })),
  );
}

/** For a button whose action the upload no longer accepts. */
export const uploadPastChoice = ({ form, state }: Pick<UploadRecord, 'form' | 'state'>) =>
  sentenceMessage(
    hasEnded({ state })
      ? `The upload of ${bold(form.name)} has ended already; its message says how. This click changed nothing.`
      : `The upload of ${bold(form.name)} goes on as it was decided already. Its message shows how far it is; this click added nothing.`,
  );

export const uploadUnknown = () =>
  sentenceMessage(
    'I do not know this upload any more. Nothing changed. Drop the zip again, or use `/abilities upload`.',
  );

/** For the user whose drop could not be answered. */
export const offerNotMade = (ref: string) =>
  sentenceMessage(
    `You shared a file, and Slack did not let me look at it. Nothing was uploaded. If it is an Ability, drop it again, or use \`/abilities upload\`. (ref ${ref})`,
  );

export const uploadNotDismissed = (file: SharedFile) =>
  sentenceMessage(
    `${code(file.name)} is being uploaded by somebody, or is uploaded already. Nothing changed. Its message tells how it goes.`,
  );
