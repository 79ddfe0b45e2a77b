import { CATEGORIES, type Category } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { type Clash, findClashes } from '../../../core/clashes.ts';
import type { UploadForm } from '../../../core/features/upload/upload.ts';
import { TheService } from '../../../core/service-name.ts';
import { isWrapOffered, type UploadContents, type UploadRecord } from '../../../store/upload-record.ts';
import type { SuggestedForm } from '../../../uploads/suggest-form.ts';
import { categoryLabel } from '../../blocks/ability.ts';
import { button, withShortName } from '../../blocks/buttons.ts';
import { bold, clip, code, countOf, cut, foreign, plain, section } from '../../blocks/kit.ts';
import { formModal, sentenceModal, whileTyping } from '../../blocks/modals.ts';
import type { SharedFile } from '../../button-value.ts';
import type { Drawings, Inside } from '../../feature.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';
import { clashBlocks } from '../check.ts';
import { triggerWordsInput } from '../triggers.ts';
import { contentsBlocks } from './contents.ts';
import { lookInside, reportRefusedZip } from './look-inside.ts';
import { because, fileWords, moreFolders, moreZips } from './messages.ts';
import { NAME_MAX, suggestNameFor } from './suggest-name.ts';

export const WRAP_FIELD = 'wrap';

/** The service expects one folder with main.py in it. These are other common layouts, with the fix offered for each. */
const OFFERS = {
  flat: {
    label: 'Folder',
    option: 'Put the files into one folder',
    hint: () => `${TheService()} expects one folder; this zip has its files at the top.`,
  },
  folder: {
    label: 'Folder',
    option: 'Move the inner folder to the top',
    hint: () => `${TheService()} expects main.py in the top folder; this zip has it in a subfolder.`,
  },
  zip: {
    label: 'Zip inside the zip',
    option: 'Upload the inner zip',
    hint: () => `${TheService()} expects the Ability itself; this zip only contains another zip.`,
  },
} as const;

/** The preselected option to repack a zip in the expected layout; empty if the zip already has it. */
export function wrapInput(contents: UploadContents | null): types.InputBlock[] {
  if (!contents || !isWrapOffered(contents)) return [];
  const kind = contents.lift?.kind ?? 'flat';
  const { hint, label, option } = OFFERS[kind];
  const choice: types.PlainTextOption = { text: plain(option), value: 'wrap' };
  return [
    {
      type: 'input',
      block_id: WRAP_FIELD,
      optional: true,
      label: plain(label),
      hint: plain(hint()),
      element: { type: 'checkboxes', action_id: WRAP_FIELD, options: [choice], initial_options: [choice] },
    },
  ];
}

const TITLE = 'Upload an Ability';

/** Maximum number of zips offered from one message. */
const MAX_CHOICES = 10;

/** Opened immediately, before the message's files have been read. */
export const lookingAtFilesModal = (): types.ModalView => sentenceModal(TITLE, 'Reading the files…');

/** One zip of a message with several; `unreadable` says why it cannot be uploaded. */
interface ZipChoice {
  file: SharedFile;
  unreadable: string | null;
}

/** The zips of one message, each with a button that opens its form. */
export const zipChoiceModal = (choices: readonly ZipChoice[], images: number, origin: Origin): types.ModalView =>
  choiceModal(
    `This message has ${countOf(choices.length, 'zip')}. Each becomes its own Ability.`,
    choices,
    { images, moreWords: moreZips },
    origin,
  );

/** The Abilities in one zip, each with a button that opens its form. */
export const folderChoiceModal = (file: SharedFile, folders: readonly string[], origin: Origin): types.ModalView =>
  choiceModal(
    `${fileWords(file)} has ${folders.length} Abilities. Upload one at a time.`,
    folders.map((folder) => ({ file: { ...file, folder }, unreadable: null })),
    { images: 0, moreWords: moreFolders },
    origin,
  );

function choiceModal(
  title: string,
  choices: readonly ZipChoice[],
  { images, moreWords }: { images: number; moreWords: (more: number) => string },
  origin: Origin,
): types.ModalView {
  const shown = choices.slice(0, MAX_CHOICES);
  const more = choices.length - shown.length;
  const notes = [
    ...(more > 0 ? [moreWords(more)] : []),
    ...(images > 0 ? ['There are several zips, so choose the icon in each form.'] : []),
  ];
  return {
    ...sentenceModal(TITLE, ''),
    callback_id: 'answer',
    private_metadata: encodeMetadata({ form: 'answer', origin }),
    blocks: [section(title), ...shown.map(choiceRow), ...notes.map(section)],
  };
}

function choiceRow({ file, unreadable }: ZipChoice, index: number): types.SectionBlock {
  if (unreadable !== null) return section(because(`${code(file.name)} can't be uploaded`, unreadable, 400));
  const upload = button('Upload…', { do: 'upload', file }, `Upload ${file.folder ?? file.name}`);
  // Several buttons have the same label, and their IDs have to differ within a view.
  return { ...section(code(file.folder ?? file.name)), block_id: `zip-${index}`, accessory: upload };
}

/**
 * Shown instead of a form if nothing in the message can become an Ability.
 * @param unreadable why one of its files cannot be read.
 */
export const nothingToUploadModal = (files: number, unreadable: string | null = null): types.ModalView =>
  sentenceModal(
    TITLE,
    `${files === 0 ? 'This message has no files.' : "None of this message's files can be uploaded as an Ability."}${unreadable === null ? '' : ` ${foreign(unreadable, 400)}`} Share a zip with \`main.py\` in it, or \`main.py\` and the Ability's other files.`,
  );

/** Shown instead of a form for loose files that look like an Ability but cannot be packed. */
export const notPackableModal = (sentence: string): types.ModalView =>
  sentenceModal(TITLE, because("These files can't be uploaded as one Ability", sentence));

/** Both block IDs and action IDs. An error is shown at the block that it names. */
export const UPLOAD_FIELDS = {
  zip: 'zip',
  name: 'name',
  category: 'category',
  description: 'description',
  agent: 'agent',
  icon: 'icon',
} as const;

const DESCRIPTION_MAX = 300;

const categoryOption = (category: Category): types.PlainTextOption => ({
  text: plain(categoryLabel(category)),
  value: category,
});

interface UploadFormFrame {
  /** The dropped file; null for a form with a file field. */
  file: SharedFile | null;
  /** Null if the zip wasn't inspected. */
  contents: UploadContents | null;
  /** Values read from the zip's files; null if the zip wasn't inspected. */
  suggested?: SuggestedForm | null;
  /** Those of the initial trigger words with other Abilities. They don't prevent the upload. */
  clashes?: readonly Clash[];
  /** Values from an earlier, failed attempt. */
  draft: UploadForm | null;
  origin: Origin;
  /** The upload whose form is edited; null for a new one. */
  upload: Pick<UploadRecord, 'id' | 'version'> | null;
}

export function uploadModal(frame: UploadFormFrame): types.ModalView {
  const { clashes = [], contents, draft, file, origin, suggested, upload } = frame;
  const { category, description, name, triggerWords } = presetOf(frame);
  const read = draft ? null : suggested;
  const seenSha256 = contents?.sha256 ?? null;
  const metadata = encodeMetadata({
    form: 'upload',
    file: file && withShortName(file),
    origin,
    seenSha256,
    upload: upload?.id ?? null,
    version: upload?.version,
  });
  return uploadFormOf(metadata, [
    ...(file
      ? fileBlocks(file, contents)
      : [fileField(UPLOAD_FIELDS.zip, 'Zip', 'A zip of one folder with main.py in it.', ['zip'])]),
    whileTyping({
      ...field(UPLOAD_FIELDS.name, 'Name', 'Letters, digits and spaces, starting with a letter.'),
      element: {
        type: 'plain_text_input',
        action_id: UPLOAD_FIELDS.name,
        max_length: NAME_MAX,
        ...initialValue(name, NAME_MAX),
      },
    }),
    {
      ...field(UPLOAD_FIELDS.category, 'Category', read?.categoryFrom ? `Read from ${read.categoryFrom}.` : undefined),
      element: {
        type: 'static_select',
        action_id: UPLOAD_FIELDS.category,
        options: CATEGORIES.map(categoryOption),
        initial_option: categoryOption(category),
      },
    },
    {
      ...field(UPLOAD_FIELDS.description, 'Description'),
      element: {
        type: 'plain_text_input',
        action_id: UPLOAD_FIELDS.description,
        max_length: DESCRIPTION_MAX,
        ...initialValue(description, DESCRIPTION_MAX),
      },
    },
    whileTyping(
      triggerWordsInput('the Ability', triggerWords, {
        source: read && triggerWords.length > 0 ? sourceOf(read) : null,
      }),
    ),
    ...clashBlocks(clashes),
    ...wrapInput(contents),
    ...(upload ? [] : [agentField()]),
    { ...fileField(UPLOAD_FIELDS.icon, 'Icon', iconHint(file), ['png', 'jpg', 'jpeg']), optional: true },
  ]);
}

const sourceOf = ({ wordsFrom }: SuggestedForm): string =>
  wordsFrom ? `Read from ${wordsFrom}.` : "Suggested: the Ability's name.";

/** Only for a new upload. Uploading for an Agent adds the Ability and keeps the Agent's others. */
const agentField = (): types.InputBlock => ({
  ...field(UPLOAD_FIELDS.agent, 'Add to Agent', 'The Agent keeps its other Abilities.'),
  optional: true,
  element: {
    type: 'external_select',
    action_id: UPLOAD_FIELDS.agent,
    min_query_length: 0,
    placeholder: plain('None'),
  },
});

export const uploadFormOf = (metadata: string, blocks: types.KnownBlock[]): types.ModalView =>
  formModal({ title: TITLE, submit: 'Upload', callbackId: 'upload', metadata, blocks });

/** The form's initial values. Values entered earlier take precedence over those suggested by the files. */
function presetOf({ draft, file, suggested }: Pick<UploadFormFrame, 'draft' | 'file' | 'suggested'>): UploadForm {
  const name = draft?.name || (file ? suggestNameFor(file, suggested ?? { folder: null, heading: null }) : '');
  const words = suggested?.triggerWords.length ? suggested.triggerWords : [name.toLowerCase()];
  return {
    name,
    category: draft?.category ?? suggested?.category ?? 'skill',
    description: draft?.description || (suggested ? (suggested.description ?? suggested.heading ?? name) : ''),
    triggerWords: draft?.triggerWords.length ? draft.triggerWords : words.filter((word) => suggested && word !== ''),
  };
}

/** The icon may already be set, by an image in the same message or by an earlier attempt. */
const iconHint = (file: SharedFile | null): string =>
  file?.icon ? `PNG or JPEG. If you choose none, I'll use ${clip(file.icon.name, 60)}.` : 'PNG or JPEG.';

const fileBlocks = (file: SharedFile, contents: UploadContents | null): types.KnownBlock[] =>
  contents ? contentsBlocks(file, contents) : [section(fileWords(file))];

/** Shown instead of the form for a zip that cannot become an Ability, before the user fills in anything. */
export const refusedZipModal = (file: SharedFile, sentence: string): types.ModalView =>
  sentenceModal(TITLE, because(`${fileWords(file)} can't be uploaded`, sentence));

/**
 * Shown instead of the form if there is no message in a channel yet to show the progress.
 * @param inThread true if progress is posted in a message's thread, provided that the bot can post there.
 */
export const uploadStartedModal = ({ name }: UploadForm, inThread = false): types.ModalView =>
  sentenceModal(
    TITLE,
    `Uploading ${bold(name)}. Follow it in ${inThread ? "the message's thread, or in a direct message if I can't post there" : 'your direct messages with me'}.`,
  );

/** Slack rejects an initial value that is longer than its field, and normalization can lengthen a value. */
const initialValue = (value: string, max: number) => (value === '' ? {} : { initial_value: cut(value, max) });

const field = (id: string, label: string, hint?: string) => ({
  type: 'input' as const,
  block_id: id,
  label: plain(label),
  hint: hint ? plain(hint) : undefined,
});

const fileField = (id: string, label: string, hint: string, filetypes: string[]): types.InputBlock => ({
  ...field(id, label, hint),
  element: { type: 'file_input', action_id: id, filetypes, max_files: 1 },
});

/** The contents of the zip, and the clashes of the form's initial trigger words. */
async function prepareInside(
  { draft, file }: Pick<SlackRequest, 'draft' | 'file'>,
  workspace: Workspace,
): Promise<Inside | null> {
  if (!file) return null;
  const inside = await lookInside(file, workspace);
  if (!inside.ok) return inside;
  return {
    ...inside,
    clashes: await findFormClashes(presetOf({ draft, file, suggested: inside.suggested }), workspace),
  };
}

const findFormClashes = (
  { name, triggerWords }: Pick<UploadForm, 'name' | 'triggerWords'>,
  { context }: Pick<Workspace, 'context'>,
): Promise<Clash[]> => findClashes({ words: triggerWords, ownId: null, ownName: name }, context);

export const uploadDrawings: Drawings<'upload-form'> = {
  'upload-form': {
    form: (_, { draft, file, inside, origin }) =>
      file && inside && !inside.ok
        ? inside.folders
          ? folderChoiceModal(file, inside.folders, origin)
          : refusedZipModal(file, inside.sentence)
        : uploadModal({
            file,
            draft,
            origin,
            upload: null,
            contents: inside?.ok ? inside.contents : null,
            ...(inside?.ok ? { suggested: inside.suggested ?? null, clashes: inside.clashes } : {}),
          }),
    prepare: async (_, request, workspace) => ({ inside: await prepareInside(request, workspace) }),
    announce: async (_, { inside, request }, workspace) => {
      const { file, origin, requester } = request;
      if (!file || !inside || inside.ok || !inside.final || inside.folders) return undefined;
      await reportRefusedZip({ requester, origin, file, sentence: inside.sentence }, workspace);
      return undefined;
    },
  },
};
