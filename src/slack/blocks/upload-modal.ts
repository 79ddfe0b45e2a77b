import type { types } from '@slack/bolt';
import { CATEGORIES, type Category } from '../../contract/index.ts';
import type { UploadForm } from '../../core/command.ts';
import type { SharedFile } from '../button-value.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { categoryLabel } from './category-label.ts';
import { formModal, sentenceModal } from './modal-frame.ts';
import { bold, code, plain, section } from './text.ts';
import { triggerWordsInput } from './trigger-words-modal.ts';

/** Block IDs, which are also the action IDs; errors are shown at the block they name. */
export const UPLOAD_FIELDS = {
  zip: 'zip',
  name: 'name',
  category: 'category',
  description: 'description',
  icon: 'icon',
} as const;

const NAME_MAX = 80;

const categoryOption = (category: Category): types.PlainTextOption => ({
  text: plain(categoryLabel(category)),
  value: category,
});

/**
 * The form of an upload: for a file that was dropped, or with a field for the file.
 * @param draft what was filled in before, after a failed try.
 */
export function uploadModal(file: SharedFile | null, draft: UploadForm | null, origin: Origin): types.ModalView {
  const name = draft?.name ?? (file ? suggestName(file.name) : '');
  return formModal({
    title: 'Upload an Ability',
    submit: 'Upload',
    callbackId: 'upload',
    metadata: encodeMetadata({ form: 'upload', file, origin }),
    blocks: [
      file
        ? section(`${code(file.name)} becomes a new Ability on the account.`)
        : fileField(UPLOAD_FIELDS.zip, 'Package', 'A zip with one folder that holds main.py.', ['zip']),
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
          ...initialValue(name),
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
          max_length: 300,
          ...initialValue(draft?.description ?? ''),
        },
      },
      triggerWordsInput('the Ability', draft?.triggerWords ?? []),
      { ...fileField(UPLOAD_FIELDS.icon, 'Icon', 'A PNG or JPEG image.', ['png', 'jpg', 'jpeg']), optional: true },
    ],
  });
}

/** In place of the form when no message of a channel can show the progress. */
export const uploadStartedModal = ({ name }: UploadForm): types.ModalView =>
  sentenceModal(
    'Upload an Ability',
    `Uploading ${bold(name)}. How far it is and how it ends stands in your direct messages with me.`,
  );

const initialValue = (value: string) => (value === '' ? {} : { initial_value: value });

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

/** `night-watch_v2.zip` -> `Night watch v2`: the service takes letters, digits and spaces, a letter first. */
export function suggestName(fileName: string): string {
  const words = fileName
    .replace(/\.zip$/i, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
  const [first = '', ...rest] = words;
  return [first.toUpperCase(), ...rest]
    .join('')
    .slice(0, NAME_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
