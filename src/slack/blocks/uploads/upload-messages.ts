import { formatBytes } from '@abilities-bot/ability-zip';
import type { Requester } from '../../../core/requester.ts';
import type { SharedFile } from '../../button-value.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button, dismissButton } from '../buttons.ts';
import { code, countOf, foreign, section, toFallback } from '../text.ts';
import { fileWords, iconWords, type LeftAlone, leftAloneWords, listed, uploadLabel } from './upload-file-words.ts';

const message = (line: string, ...more: MessageAnswer['blocks']): MessageAnswer => ({
  surface: 'message',
  replaces: true,
  text: toFallback(line),
  blocks: [section(line), ...more],
});

const offerButtons = (file: SharedFile) =>
  actions(button(uploadLabel(file), { do: 'upload', file }), dismissButton('Not now', file));

/**
 * The one reply to a dropped zip.
 * @param images how many stand in the same message.
 * @param leftAlone what else stands there; null when another reply tells.
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

/** The reply to a zip that is larger than the setting allows. */
export function uploadTooLarge(file: SharedFile, bytes: number, maxBytes: number): MessageAnswer {
  return message(
    `${code(file.name)} (${formatBytes(bytes)}) is larger than the limit of ${formatBytes(maxBytes)}, so nothing was uploaded. Zip the folder again without \`.venv\`, \`venv\`, \`node_modules\` and \`.git\`, and drop the new zip.`,
  );
}

/** The reply to a zip that the bot cannot read. */
export const zipUnreadable = (file: SharedFile, sentence: string): MessageAnswer =>
  message(`${code(file.name)} cannot become an Ability from here. ${foreign(sentence, 600)} Nothing was uploaded.`);

const MAX_NAMED = 8;

/** The one reply to loose files that can be packed. */
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

/** The reply to loose files that look like an Ability and cannot be packed. */
export const filesNotPackable = (sentence: string): MessageAnswer =>
  message(`These files cannot be packed into one Ability. ${foreign(sentence, 600)} Nothing was uploaded.`);

/** What the offers of several zips do not say; null when that is nothing. */
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

/** In place of the offer, when somebody pressed it and it cannot become an Ability. */
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
