import { formatBytes } from '@abilities-bot/ability-zip';
import { joinAnd } from '../../../base/join-words.ts';
import type { Requester } from '../../../core/access.ts';
import { stateUnread } from '../../../core/features/upload/submit.ts';
import { hasEnded, type UploadContents, type UploadRecord } from '../../../store/upload-record.ts';
import { actions, button, dismissButton, updateOfferButton } from '../../blocks/buttons.ts';
import { bold, code, context, countOf, foreign, type MessageAnswer, section, toFallback } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { sentenceMessage } from '../../blocks/sentences.ts';
import type { SharedFile } from '../../button-value.ts';
import type { RefusalTexts } from '../../feature.ts';
import { NAMELESS_FILE, startWithName } from '../../files/file-name.ts';
import { repairsText, zipWords } from './contents.ts';

/**
 * Continues a sentence with a reason. A reason that contains a colon, such as a quotation from the service, becomes a
 * separate sentence.
 */
export function because(start: string, reason: string, max = 600): string {
  const isSecond = /^[^.]*: /.test(reason);
  const text = foreign(reason, max);
  return isSecond ? `${start}. ${text}` : `${start}: ${asEnd(text)}`;
}

/** Changes only these words to lower case, so that a name at the beginning, such as Slack, stays capitalized. */
const asEnd = (sentence: string): string =>
  sentence.replace(/^(?:The|These|This|It|An?|There|Something|Two|They|Together)\b/, (first) => first.toLowerCase());

export const uploadRefusals: RefusalTexts<'too-many-uploads'> = {
  'too-many-uploads': {
    sentence: ({ max, of }) =>
      of === 'person'
        ? `You have ${countOf(max, 'unfinished upload')}. Wait until one finishes, or cancel one, and try again.`
        : `This workspace has ${countOf(max, 'unfinished upload')}. Wait until one finishes, and try again.`,
  },
};

/** The subject of a sentence: a file's name, or the number of loose files. */
export const fileWords = ({ folder, name, parts }: Pick<SharedFile, 'folder' | 'name' | 'parts'>): string => {
  if (parts) return countOf(parts.length, 'file');
  return name === NAMELESS_FILE ? startWithName(name) : zipWords({ folder, name });
};

/** Names the image of the same message that becomes the icon; empty if there is none. */
function iconWords({ icon }: Pick<SharedFile, 'icon'>, images: number): string {
  if (!icon) return '';
  return `${code(icon.name)}${images > 1 ? `, the first of ${images} images,` : ''} will be the icon.`;
}

/** Names of the files shared along with zips that aren't used, by reason. */
export interface LeftAlone {
  largeImages: readonly string[];
  otherImages: readonly string[];
  others: readonly string[];
  maxIconBytes: number;
}

/** Says which files of the message aren't used and why; empty if there are none. */
function ignoredWords({ largeImages, maxIconBytes, otherImages, others }: LeftAlone): string {
  const parts = [
    { names: largeImages, why: `over the icon limit of ${formatBytes(maxIconBytes)}` },
    { names: otherImages, why: 'icons must be PNG or JPEG' },
    { names: others, why: 'not in a zip' },
  ].flatMap(({ names, why }) => (names.length === 0 ? [] : [`${listed(names, MAX_IGNORED)} (${why})`]));
  return parts.length === 0 ? '' : `Ignored: ${parts.join('; ')}.`;
}

const MAX_IGNORED = 3;

/** The first `max` names, and the number of the others. */
function listed(names: readonly string[], max: number): string {
  const first = names.slice(0, max).map(code).join(', ');
  return names.length > max ? `${first} and ${names.length - max} more` : first;
}

const joined = (...sentences: string[]) => sentences.filter((sentence) => sentence !== '').join(' ');

const message = (line: string, ...more: MessageAnswer['blocks']): MessageAnswer => ({
  surface: 'message',
  replaces: true,
  text: toFallback(line),
  blocks: [section(line), ...more],
});

const uploadOf = (file: SharedFile) => button('Upload…', { do: 'upload', file }, `Upload ${file.folder ?? file.name}`);

const offerButtons = (file: SharedFile, { namesake }: KnownAbilities) =>
  actions(
    namesake?.canUpdate ? updateOfferButton(file, namesake.name) : null,
    uploadOf(file),
    dismissButton('Skip', file),
  );

/** The account's Abilities that match an offered one. */
export interface KnownAbilities {
  /** The Ability with the suggested name; null if there is none. `canUpdate`: its code differs and can be updated. */
  namesake: { name: string; canUpdate: boolean } | null;
  /** Abilities whose current code is known to be the same. */
  sameCode: readonly string[];
}

export const NOTHING_KNOWN: KnownAbilities = { namesake: null, sameCode: [] };

const MAX_SAME = 3;

function knownWords({ namesake, sameCode }: KnownAbilities): string {
  const isSame = namesake !== null && sameCode.includes(namesake.name);
  const others = sameCode.filter((name) => name !== namesake?.name);
  const more = others.length > MAX_SAME ? [`${others.length - MAX_SAME} more`] : [];
  const shown = joinAnd([...others.slice(0, MAX_SAME).map((name) => bold(name)), ...more]);
  return joined(
    namesake ? `The account already has ${bold(namesake.name)}${isSame ? ', with the same code' : ''}.` : '',
    others.length === 0 ? '' : `${shown} ${others.length === 1 ? 'has' : 'have'} the same code.`,
  );
}

const warningWords = ({ warnings }: UploadContents): string => {
  if (warnings.length === 0) return '';
  return warnings.length === 1 ? 'The form shows 1 warning.' : `The form shows ${warnings.length} warnings.`;
};

/**
 * The reply to a dropped zip.
 * @param contents null if it could not be inspected yet.
 * @param images number of images in the same message.
 * @param leftAlone other files in the message; null if another reply covers them.
 * @param known Abilities with this name or code.
 */
export function uploadOffer(
  file: SharedFile,
  contents: UploadContents | null,
  images = 0,
  leftAlone: LeftAlone | null = null,
  known = NOTHING_KNOWN,
): MessageAnswer {
  const line = joined(
    `Upload ${file.name === NAMELESS_FILE ? file.name : zipWords(file)} as an Ability?`,
    knownWords(known),
    contents ? repairsText(contents, file) : '',
    contents ? warningWords(contents) : '',
    iconWords(file, images),
    leftAlone ? ignoredWords(leftAlone) : '',
  );
  return message(line, ...offerButtons(file, known));
}

/** Adds a note to an offer if the person who shared the files may not upload them. */
export function offerToOthers(offer: MessageAnswer, userId: string): MessageAnswer {
  const line = `${person(userId)} can't upload Abilities. An editor or admin can, with these buttons.`;
  return { ...offer, text: `${offer.text}\n${toFallback(line)}`, blocks: [...offer.blocks, context(line)] };
}

export const uploadTooLarge = (file: SharedFile, bytes: number, maxBytes: number): MessageAnswer =>
  message(
    `${fileWords(file)} can't be uploaded: it's ${formatBytes(bytes)}, and the limit is ${formatBytes(maxBytes)}. Zip the folder again without \`.venv\`, \`venv\`, \`node_modules\` and \`.git\`.`,
  );

/** The reply to a zip that cannot become an Ability. */
export const zipRefused = (file: Pick<SharedFile, 'folder' | 'name' | 'parts'>, sentence: string): MessageAnswer =>
  message(because(`${fileWords(file)} can't be uploaded`, sentence));

/** Shown only to the person who shared the zip, because the zip may not be meant for the bot. */
export const unrelatedZipRefused = (file: Pick<SharedFile, 'folder' | 'name' | 'parts'>, sentence: string) =>
  message(
    `${because(`${fileWords(file)} can't be uploaded`, sentence)} For the next 24 hours, I won't message you about zips like this in this channel, but \`/abilities upload\` always shows what's wrong.`,
  );

const MAX_NAMED = 8;

/** The reply to loose files that can be packed. */
export function packOffer(
  share: { file: SharedFile; names: string[]; leftOut: string[]; images: number },
  contents: UploadContents | null = null,
  known = NOTHING_KNOWN,
): MessageAnswer {
  const { file, images, leftOut, names } = share;
  const line = joined(
    names.length === 1
      ? `Upload ${listed(names, MAX_NAMED)} as an Ability?`
      : `Upload ${names.length} files as one Ability? ${listed(names, MAX_NAMED)}.`,
    knownWords(known),
    names.includes('__init__.py') ? '' : "I'll add an empty `__init__.py`.",
    leftOut.length === 0 ? '' : `Not uploaded: ${listed(leftOut, MAX_NAMED)}.`,
    contents ? warningWords(contents) : '',
    iconWords(file, images),
  );
  return message(line, ...offerButtons(file, known));
}

/** The reply to loose files that look like an Ability but cannot be packed. */
export const filesNotPackable = (sentence: string): MessageAnswer =>
  message(because("These files can't be uploaded as one Ability", sentence));

/** The zips of a message beyond those that are offered. */
export const moreZips = (more: number): string =>
  `${countOf(more, 'more zip')} in this message: drop ${more === 1 ? 'it' : 'them'} again separately.`;

/** The Abilities in one zip beyond those that are offered. */
export const moreFolders = (more: number): string =>
  `${more} more ${more === 1 ? 'Ability inside: zip it' : 'Abilities inside: zip each one'} separately to upload it.`;

/** The facts that the individual offers don't mention; null if there is nothing to add. */
export function shareNote({
  images,
  leftAlone = null,
  more,
  moreFolders: hidden = 0,
  zips,
}: {
  zips: number;
  more: number;
  /** Abilities in one zip that got no offer. */
  moreFolders?: number;
  images: number;
  leftAlone?: LeftAlone | null;
}): MessageAnswer | null {
  const line = joined(
    more > 0 ? moreZips(more) : '',
    hidden > 0 ? moreFolders(hidden) : '',
    images > 0 && zips > 1 ? 'There are several zips, so choose the icon in each form.' : '',
    leftAlone ? ignoredWords(leftAlone) : '',
  );
  return line === '' ? null : message(line);
}

export function uploadDismissed(file: SharedFile, requester: Requester): MessageAnswer {
  return message(`${fileWords(file)} skipped by ${person(requester.userId)}.`, ...actions(uploadOf(file)));
}

/** For a button whose action the upload no longer accepts. */
export function pastChoiceSentence({ form, state }: Pick<UploadRecord, 'form' | 'state'>): string {
  const upload = `The upload of ${bold(form.name)}`;
  if (hasEnded({ state })) return `${upload} is already finished. Nothing changed.`;
  return state === 'asking'
    ? `${upload} has changed in the meantime, so nothing was done. Use the buttons in its message.`
    : `${upload} is already in progress. Nothing changed.`;
}

export const uploadPastChoice = (record: Pick<UploadRecord, 'form' | 'state'>) =>
  sentenceMessage(pastChoiceSentence(record));

/** Shown if it's unknown whether an approval is needed. */
export const stateUnreadSentence = (ref: string): string =>
  `${stateUnread()}, so nothing changed. Try again in a minute. (ref ${ref})`;

/** Replaces the other copies of a question that was posted more than once. */
export const uploadDecidedElsewhere = ({ form }: Pick<UploadRecord, 'form'>) =>
  sentenceMessage(`The upload of ${bold(form.name)} was already decided in another message.`);

export const UNKNOWN_UPLOAD =
  'That upload is too old. Nothing changed. Drop the zip again, or use `/abilities upload`.';

export const uploadUnknown = () => sentenceMessage(UNKNOWN_UPLOAD);

/** For the user whose drop could not be answered. */
export const offerNotMade = (ref: string) =>
  sentenceMessage(
    `I couldn't process the file you shared. If it's an Ability, drop it again or use \`/abilities upload\`. (ref ${ref})`,
  );

/** For the user whose drop may have been answered. */
export const offerNotConfirmed = (ref: string) =>
  sentenceMessage(
    `Slack didn't confirm my reply to the file you shared. If you don't see it in the thread, drop the file again or use \`/abilities upload\`. (ref ${ref})`,
  );

export const notDismissedSentence = (file: SharedFile) =>
  `${fileWords(file)} is already being uploaded, so it can't be skipped.`;
