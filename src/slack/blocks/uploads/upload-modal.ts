import { CATEGORIES, type Category } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { UploadForm } from '../../../core/command.ts';
import type { UploadContents } from '../../../store/upload-record.ts';
import type { SharedFile } from '../../button-value.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { categoryLabel } from '../abilities/category-label.ts';
import { withShortName } from '../buttons.ts';
import { formModal, sentenceModal } from '../modal-frame.ts';
import { bold, clip, cut, foreign, plain, section } from '../text.ts';
import { triggerWordsInput } from '../triggers/trigger-words-modal.ts';
import { contentsBlocks } from './upload-contents.ts';
import { fileWords } from './upload-file-words.ts';
import { wrapInput } from './wrap-input.ts';

/** Block IDs, which are also the action IDs; errors are shown at the block they name. */
export const UPLOAD_FIELDS = {
  zip: 'zip',
  name: 'name',
  category: 'category',
  description: 'description',
  icon: 'icon',
} as const;

const NAME_MAX = 80;
const DESCRIPTION_MAX = 300;

const categoryOption = (category: Category): types.PlainTextOption => ({
  text: plain(categoryLabel(category)),
  value: category,
});

/** What a form of an upload is about. */
export interface UploadFormFrame {
  /** The file that was dropped; null for a form with a field for the file. */
  file: SharedFile | null;
  /** What is inside it; null when nobody has looked. */
  contents: UploadContents | null;
  /** What was filled in before, after a failed try. */
  draft: UploadForm | null;
  origin: Origin;
  /** The upload whose words are changed; null for a new one. */
  upload: string | null;
}

export function uploadModal({ contents, draft, file, origin, upload }: UploadFormFrame): types.ModalView {
  const name = draft?.name ?? (file ? suggestNameFor(file) : '');
  const seenSha256 = contents?.sha256 ?? null;
  return formModal({
    title: 'Upload an Ability',
    submit: 'Upload',
    callbackId: 'upload',
    metadata: encodeMetadata({ form: 'upload', file: file && withShortName(file), origin, seenSha256, upload }),
    blocks: [
      ...(file
        ? fileBlocks(file, contents)
        : [fileField(UPLOAD_FIELDS.zip, 'Package', 'A zip with one folder that holds main.py.', ['zip'])]),
      {
        ...field(
          UPLOAD_FIELDS.name,
          'Name',
          'Letters, digits and spaces, starting with a letter. Unique on the account.',
        ),
        element: {
          type: 'plain_text_input',
          action_id: UPLOAD_FIELDS.name,
          max_length: NAME_MAX,
          ...initialValue(name, NAME_MAX),
        },
      },
      {
        ...field(UPLOAD_FIELDS.category, 'Category'),
        element: {
          type: 'static_select',
          action_id: UPLOAD_FIELDS.category,
          options: CATEGORIES.map(categoryOption),
          initial_option: categoryOption(draft?.category ?? 'skill'),
        },
      },
      {
        ...field(UPLOAD_FIELDS.description, 'Description', 'One line.'),
        element: {
          type: 'plain_text_input',
          action_id: UPLOAD_FIELDS.description,
          max_length: DESCRIPTION_MAX,
          ...initialValue(draft?.description ?? '', DESCRIPTION_MAX),
        },
      },
      triggerWordsInput('the Ability', draft?.triggerWords ?? []),
      ...wrapInput(contents),
      { ...fileField(UPLOAD_FIELDS.icon, 'Icon', iconHint(file), ['png', 'jpg', 'jpeg']), optional: true },
    ],
  });
}

/** The icon may be there already: the image of the same message, or the one of an earlier try. */
const iconHint = (file: SharedFile | null): string =>
  file?.icon
    ? `${clip(file.icon.name, 60)} is the icon, unless you choose another PNG or JPEG image here.`
    : 'A PNG or JPEG image.';

const fileBlocks = (file: SharedFile, contents: UploadContents | null): types.KnownBlock[] =>
  contents
    ? contentsBlocks(file.name, contents)
    : [section(`${fileWords(file)} ${isSeveral(file) ? 'become' : 'becomes'} a new Ability on the account.`)];

const isSeveral = ({ parts }: SharedFile): boolean => (parts?.length ?? 1) > 1;

/** In place of the form for a zip that cannot become an Ability: nobody should fill in a form for nothing. */
export const refusedZipModal = (file: SharedFile, sentence: string): types.ModalView =>
  sentenceModal(
    'Upload an Ability',
    `${fileWords(file)} ${isSeveral(file) ? 'were' : 'was'} not uploaded. ${foreign(sentence, 600)} Nothing changed on the account.`,
  );

/**
 * In place of the form when no message of a channel can show the progress yet.
 * @param inThread whether it is told in the thread of a message, where the bot may write there.
 */
export const uploadStartedModal = ({ name }: UploadForm, inThread = false): types.ModalView =>
  sentenceModal(
    'Upload an Ability',
    `Uploading ${bold(name)}. How far it is and how it ends stands ${inThread ? 'in the thread of the message, or, where I am not in the channel, ' : ''}in your direct messages with me.`,
  );

/** Slack refuses a form for a value that is longer than its field; composing what was typed can make it longer. */
const initialValue = (value: string, most: number) => (value === '' ? {} : { initial_value: cut(value, most) });

const field = (id: string, label: string, hint?: string) => ({
  type: 'input' as const,
  block_id: id,
  label: plain(label),
  ...(hint ? { hint: plain(hint) } : {}),
});

const fileField = (id: string, label: string, hint: string, filetypes: string[]): types.InputBlock => ({
  ...field(id, label, hint),
  element: { type: 'file_input', action_id: id, filetypes, max_files: 1 },
});

/** Loose files have a name of their own only when one of their sources has. */
const suggestNameFor = ({ name, parts }: SharedFile): string =>
  parts && name === 'ability.zip' ? '' : suggestName(name);

/** `night-watch_v2.zip` -> `Night watch v2`: the service takes letters, digits and spaces, a letter first. */
export function suggestName(fileName: string): string {
  const words = fileName
    .replace(/\.zip$/i, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trimStart()
    // Drops the rest of a word such as 2nd, too.
    .replace(/^(?:[^\p{L}\s]\S* )+(?=\p{L})/u, '')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
  const [first = '', ...rest] = words;
  return cut([first.toUpperCase(), ...rest].join(''), NAME_MAX).trim();
}
