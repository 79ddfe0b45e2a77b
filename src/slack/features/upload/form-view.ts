import { CATEGORIES, type Category } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { UploadForm } from '../../../core/features/upload.ts';
import type { UploadContents } from '../../../store/upload-record.ts';
import { categoryLabel } from '../../blocks/ability.ts';
import { button, withShortName } from '../../blocks/buttons.ts';
import type { Drawings } from '../../blocks/drawing.ts';
import { bold, clip, code, countOf, cut, foreign, plain, section } from '../../blocks/kit.ts';
import { formModal, sentenceModal } from '../../blocks/modals.ts';
import type { SharedFile } from '../../button-value.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { triggerWordsInput } from '../triggers.ts';
import { lookInside, tellRefusedZip } from './look-inside.ts';
import { contentsBlocks, fileWords } from './messages.ts';

export const WRAP_FIELD = 'wrap';

/** The service expects one folder with main.py in it. Common other layouts, and the fix offered for each. */
const OFFERS = {
  flat: {
    label: 'Folder',
    option: 'Put the files into one folder',
    hint: 'The service wants a zip with one folder in it; this one has its files at the root.',
  },
  folder: {
    label: 'Folder',
    option: 'Move the inner folder to the top',
    hint: 'The service wants main.py in the top folder; this zip has it in a folder below.',
  },
  zip: {
    label: 'Zip in the zip',
    option: 'Upload the zip inside',
    hint: 'The service wants the Ability itself; this zip holds another zip.',
  },
} as const;

/** The preselected option to repack a zip in the expected layout; none if it already has it. */
export function wrapInput(contents: UploadContents | null): types.InputBlock[] {
  const kind = contents?.lift?.kind ?? (contents?.flat ? 'flat' : null);
  if (kind === null) return [];
  const { hint, label, option } = OFFERS[kind];
  const choice: types.PlainTextOption = { text: plain(option), value: 'wrap' };
  return [
    {
      type: 'input',
      block_id: WRAP_FIELD,
      optional: true,
      label: plain(label),
      hint: plain(hint),
      element: { type: 'checkboxes', action_id: WRAP_FIELD, options: [choice], initial_options: [choice] },
    },
  ];
}

const TITLE = 'Upload an Ability';

/** Maximum number of zips offered from one message. */
const MAX_CHOICES = 10;

/** Opened immediately, before the message's files have been read. */
export const lookingAtFilesModal = (): types.ModalView =>
  sentenceModal(TITLE, 'Looking at the files of this message… Nothing is uploaded yet.');

/** One zip of a message with several; `unreadable` says why it cannot be uploaded. */
interface ZipChoice {
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

/** Shown instead of a form for loose files that look like an Ability but cannot be packed. */
export const notPackableModal = (sentence: string): types.ModalView =>
  sentenceModal(
    TITLE,
    `These files cannot be packed into one Ability. ${foreign(sentence, 600)} Nothing was uploaded.`,
  );

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

interface UploadFormFrame {
  /** The dropped file; null for a form with a file field. */
  file: SharedFile | null;
  /** Null if it was not inspected. */
  contents: UploadContents | null;
  /** Values from an earlier, failed attempt. */
  draft: UploadForm | null;
  origin: Origin;
  /** The upload whose form is edited; null for a new one. */
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

/** The icon may already be set, by an image in the same message or by an earlier attempt. */
const iconHint = (file: SharedFile | null): string =>
  file?.icon
    ? `${clip(file.icon.name, 60)} is the icon, unless you choose another PNG or JPEG image here.`
    : 'A PNG or JPEG image.';

const fileBlocks = (file: SharedFile, contents: UploadContents | null): types.KnownBlock[] =>
  contents
    ? contentsBlocks(file.name, contents)
    : [section(`${fileWords(file)} ${isSeveral(file) ? 'become' : 'becomes'} a new Ability on the account.`)];

const isSeveral = ({ parts }: SharedFile): boolean => (parts?.length ?? 1) > 1;

/** Shown instead of the form for a zip that cannot become an Ability, before the user fills in anything. */
export const refusedZipModal = (file: SharedFile, sentence: string): types.ModalView =>
  sentenceModal(
    'Upload an Ability',
    `${fileWords(file)} ${isSeveral(file) ? 'were' : 'was'} not uploaded. ${foreign(sentence, 600)} Nothing changed on the account.`,
  );

/**
 * Shown instead of the form if there is no message in a channel yet to show the progress.
 * @param inThread whether progress is posted in a message's thread, if the bot can post there.
 */
export const uploadStartedModal = ({ name }: UploadForm, inThread = false): types.ModalView =>
  sentenceModal(
    'Upload an Ability',
    `Uploading ${bold(name)}. How far it is and how it ends stands ${inThread ? 'in the thread of the message, or, where I am not in the channel, ' : ''}in your direct messages with me.`,
  );

/** Slack rejects an initial value that is longer than its field; normalization can lengthen it. */
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

/** Loose files have a name only if one of their sources has one. */
const suggestNameFor = ({ name, parts }: SharedFile): string =>
  parts && name === 'ability.zip' ? '' : suggestName(name);

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

export const uploadDrawings: Drawings<'upload-form'> = {
  'upload-form': {
    form: (_, { draft, file, inside, origin }) =>
      file && inside && !inside.ok
        ? refusedZipModal(file, inside.sentence)
        : uploadModal({ file, draft, origin, contents: inside?.ok ? inside.contents : null, upload: null }),
    prepare: async (_, { file }, workspace) => ({ inside: file ? await lookInside(file, workspace) : null }),
    announce: async (_, { inside, request }, workspace) => {
      const { file, origin, requester } = request;
      if (!file || !inside || inside.ok || !inside.final) return undefined;
      await tellRefusedZip({ requester, origin, file, sentence: inside.sentence }, workspace);
      return undefined;
    },
  },
};
