import type { types } from '@slack/bolt';
import type { SharedFile } from '../../button-value.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { button } from '../buttons.ts';
import { sentenceModal } from '../modal-frame.ts';
import { code, countOf, foreign, section } from '../text.ts';

const TITLE = 'Upload an Ability';

/** So many zips of one message are offered at once. */
const MAX_CHOICES = 10;

/** Opened at once, before Slack has told what the files of a message are. */
export const lookingAtFilesModal = (): types.ModalView =>
  sentenceModal(TITLE, 'Looking at the files of this message… Nothing is uploaded yet.');

/** One zip of a message with several; `unreadable` says why it cannot be uploaded. */
export interface ZipChoice {
  file: SharedFile;
  unreadable: string | null;
}

/** Several zips of one message, each with a button that opens its form. */
export function zipChoiceModal(choices: readonly ZipChoice[], images: number, origin: Origin): types.ModalView {
  const shown = choices.slice(0, MAX_CHOICES);
  const more = choices.length - shown.length;
  const notes = [
    ...(more > 0 ? [`${countOf(more, 'more zip')} of this message can be dropped again in another one.`] : []),
    ...(images > 0
      ? ['Images of this message become no icon, since there are several zips: choose one in each form.']
      : []),
  ];
  return {
    ...sentenceModal(TITLE, ''),
    callback_id: 'answer',
    private_metadata: encodeMetadata({ form: 'answer', origin }),
    blocks: [
      section(`This message has ${countOf(choices.length, 'zip')}. Each becomes an Ability of its own.`),
      ...shown.map(choiceRow),
      ...notes.map(section),
    ],
  };
}

function choiceRow({ file, unreadable }: ZipChoice, index: number): types.SectionBlock {
  if (unreadable !== null) return section(`${code(file.name)} cannot be uploaded. ${foreign(unreadable, 400)}`);
  const upload = button('Upload as an Ability…', { do: 'upload', file }, `Upload ${file.name}`);
  // Several buttons of one label: their IDs have to differ within a view.
  return { ...section(code(file.name)), block_id: `zip-${index}`, accessory: upload };
}

/**
 * Shown instead of a form if nothing in the message can become an Ability.
 * @param unreadable why one of its files cannot be read.
 */
export const nothingToUploadModal = (files: number, unreadable: string | null = null): types.ModalView =>
  sentenceModal(
    TITLE,
    `${files === 0 ? 'This message has no files.' : 'None of the files in this message can become an Ability.'}${unreadable === null ? '' : ` ${foreign(unreadable, 400)}`} Nothing was uploaded. Share a zip that contains \`main.py\`, or the loose files, including \`main.py\`.`,
  );

/** In place of a form, for loose files that look like an Ability and cannot be packed. */
export const notPackableModal = (sentence: string): types.ModalView =>
  sentenceModal(
    TITLE,
    `These files cannot be packed into one Ability. ${foreign(sentence, 600)} Nothing was uploaded.`,
  );
