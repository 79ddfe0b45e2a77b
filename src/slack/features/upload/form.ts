import { isDeepStrictEqual } from 'node:util';
import { isPackageProblem } from '@abilities-bot/ability-zip';
import type { Requester } from '../../../core/access.ts';
import { accountVersionOf, FileUnavailableError } from '../../../uploads/ports.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import type { SharedFile } from '../../button-value.ts';
import { NAMELESS_FILE } from '../../files/file-name.ts';
import { isZipName, readDetails } from '../../files/read.ts';
import { type ModalMetadata, NOWHERE, type Origin } from '../../modal-metadata.ts';
import { isFormOfOldAccount } from '../../outbound/fallback.ts';
import type { MessagePlace, OpenView } from '../../outbound/outbound.ts';
import {
  type Asked,
  errorsAt,
  type FormFile,
  type FormReply,
  type Forms,
  instead,
  type Submitted,
} from '../../payloads/form-values.ts';
import type { SubmissionPayload } from '../../payloads/payloads.ts';
import { guard } from '../../request/audit.ts';
import { PLAIN_REQUEST, type SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';
import { refusedMessage } from '../refused.ts';
import {
  lookingAtFilesModal,
  nothingToUploadModal,
  notPackableModal,
  UPLOAD_FIELDS,
  uploadStartedModal,
  zipChoiceModal,
} from './form-view.ts';
import { isNameTaken } from './known-abilities.ts';
import { uploadRefusals } from './messages.ts';
import { type ShareFile, type SortedShare, sortShare } from './offer.ts';
import { placeOf } from './place-of.ts';
import { readUploadForm, type UploadSubmission } from './read-form.ts';
import { redrawUploadModal } from './redraw-form.ts';
import { showDecision } from './show-decision.ts';

type UploadMetadata = Extract<ModalMetadata, { form: 'upload' }>;

/** Validates the upload form and stores it before the ack, so that the user's input can't be lost after it. */
async function submitUpload(
  payload: SubmissionPayload,
  metadata: UploadMetadata,
  requester: Requester,
  workspace: Workspace,
): Promise<Asked> {
  const { view } = payload;
  const read = readUploadForm(view, workspace.config.uploads);
  if (!read.ok) return errorsAt(read.errors);
  try {
    return metadata.upload === null
      ? { reply: await accept(payload, { ...metadata, requester }, read.value, workspace) }
      : await change({ id: metadata.upload, version: metadata.version }, requester, read.value, workspace);
  } catch (error) {
    const { ref } = requester;
    workspace.log.error({ err: error, ref }, 'upload not saved');
    return fault(ref);
  }
}

const errorAtName = (sentence: string): Submitted => errorsAt({ [UPLOAD_FIELDS.name]: sentence });

const fault = (ref: string): Submitted =>
  errorAtName(`I couldn't save this, so nothing was uploaded. Try again in a minute. (ref ${ref})`);

const insteadOf = (text: string): Submitted => instead(sentenceModal('Upload an Ability', text));

async function accept(
  { user, view }: SubmissionPayload,
  { requester, file, origin, seenSha256 }: UploadMetadata & { requester: Requester },
  { addTo, form, icon, wrap, zip: chosen }: UploadSubmission,
  workspace: Workspace,
): Promise<FormReply | undefined> {
  if (isFormOfOldAccount(view.private_metadata, accountVersionOf(workspace.uploadTools.account))) {
    const text =
      'The workspace was connected to another account after you opened this form, so nothing was uploaded. Close the form, then drop the zip again or use /abilities upload.';
    return { response_action: 'errors', errors: { [UPLOAD_FIELDS.name]: text } };
  }
  const zip = file ?? chosen;
  if (!zip) return { response_action: 'errors', errors: { [UPLOAD_FIELDS.zip]: 'Choose a zip.' } };
  const accepted = await workspace.context.uploads.accept({
    userId: user.id,
    // The hash isn't part of the key, because a redraw changes it and Slack may resend the form after a redraw.
    submissionKey: view.id,
    ref: requester.ref,
    form,
    wrap,
    seenSha256,
    addTo: addTo ?? undefined,
    place: file ? placeOf(origin) : null,
    thread: file ? threadOf(origin) : null,
    zip: file ?? chosenFile(zip, user.id),
    icon: icon ? chosenFile(icon, user.id) : null,
  });
  if ('why' in accepted) {
    const sentence = uploadRefusals[accepted.why].sentence(accepted);
    return { response_action: 'errors', errors: { [UPLOAD_FIELDS.name]: sentence } };
  }
  return accepted.place
    ? undefined
    : { response_action: 'update', view: uploadStartedModal(form, Boolean(accepted.thread)) };
}

const chosenFile = ({ id, name }: FormFile, chosenBy: string) => ({ id, name, chosenBy });

/** The message whose files are uploaded; null if the user clicked one of the bot's messages. */
const threadOf = ({ channelId, message, threadTs }: Origin): MessagePlace | null =>
  channelId && threadTs && !message ? { channel: channelId, ts: threadTs } : null;

/** Changes the form values of an upload that waits for a decision. */
async function change(
  of: { id: string; version: number | undefined },
  requester: Requester,
  { form, icon, wrap }: UploadSubmission,
  workspace: Workspace,
): Promise<Asked> {
  const before = await workspace.context.uploads.find(of.id);
  // If a value has changed, the upload checks the name again, and may ask about another Ability.
  const isSame = before !== null && isDeepStrictEqual(before.form, form) && icon === null;
  if (isSame && before.question?.kind === 'name-taken') {
    if (await isNameTaken(form.name, workspace)) {
      return errorAtName(
        'An Ability with this name already exists. Enter another name, or close this form to update or replace the Ability.',
      );
    }
  }
  const chosen = icon ? chosenFile(icon, requester.userId) : null;
  return {
    command: {
      verb: 'decide-upload',
      upload: of.id,
      version: of.version,
      decision: { kind: 'change', form, icon: chosen, wrap },
    },
    inForm: showDecision({ fault, instead: insteadOf, refuse: errorAtName }, requester),
  };
}

interface MessageOfFiles {
  /** The name is null if Slack does not provide it, as for files of other workspaces. */
  files: { id: string; name: string | null }[];
  channelId: string;
  messageTs: string;
  threadTs: string | null;
  triggerId: string;
  requester: Requester;
}

/** Well above Slack's limit of ten files per message. */
const MAX_FILES = 50;

/**
 * Opens the upload form for a message's files: for its only zip, or for its loose sources packed together. Offers a
 * choice of several zips. Continues like a drop, in the message's thread. Never throws.
 * @param answer the request pipeline.
 */
export async function uploadFromMessage(
  message: MessageOfFiles,
  answer: (request: SlackRequest, workspace: Workspace) => Promise<void>,
  workspace: Workspace,
): Promise<void> {
  const { requester, channelId, files, messageTs, threadTs, triggerId } = message;
  const origin: Origin = { ...NOWHERE, channelId, threadTs: threadTs ?? messageTs };
  const refusal = await guard({ requester, origin, verb: 'upload', line: null, targets: [] }, requester, workspace);
  if (refusal) {
    const destination = { userId: requester.userId, origin, triggerId: null, openedViewId: null };
    await workspace.outbound.deliver(refusedMessage(refusal, requester.ref), destination);
    return;
  }
  const log = workspace.log.child({ ref: requester.ref, user: requester.userId, channel: channelId });
  // A trigger expires after 3 seconds, so the form opens before Slack is asked about the files.
  const opened = await open(triggerId, origin, workspace);
  const known = await Promise.all(files.slice(0, MAX_FILES).map((file) => describe(file, workspace)));
  const share = sortShare(known, workspace.config.uploads);
  log.info({ files: files.length, share: share.kind }, 'message files classified');
  const file = findOnly(share);
  if (file) {
    return answer(
      { ...PLAIN_REQUEST, requester, file, opened, origin, asked: { ok: true, command: { verb: 'upload' } } },
      workspace,
    );
  }
  const view = drawChoice(share, known, origin);
  await workspace.outbound.deliver(
    { surface: 'modal', view },
    { userId: requester.userId, origin, triggerId: null, openedViewId: opened },
  );
}

async function open(triggerId: string, origin: Origin, { log, outbound }: Workspace): Promise<OpenView | null> {
  try {
    return await outbound.openModal(triggerId, lookingAtFilesModal(), origin);
  } catch (error) {
    log.warn({ err: error }, 'modal not opened');
    return null;
  }
}

/** If Slack doesn't provide the details, derives them from the file's name and includes the reason. */
async function describe({ id, name }: MessageOfFiles['files'][number], workspace: Workspace): Promise<ShareFile> {
  const called = name ?? NAMELESS_FILE;
  try {
    return await readDetails({ id, name: called }, workspace);
  } catch (error) {
    if (!isPackageProblem(error) && !(error instanceof FileUnavailableError)) {
      workspace.log.error({ err: error, file: id }, 'details of a file not read');
    }
    const isExplained = isPackageProblem(error) || error instanceof FileUnavailableError;
    const unreadable = isExplained
      ? error.message
      : `I couldn't get the details of ${called} from Slack. Try again in a minute.`;
    return { id, name: called, size: null, isZip: isZipName(called), isImage: false, unreadable };
  }
}

/** The only item that can be uploaded; null if there is none or several. Its problems are reported as for a drop. */
function findOnly(share: SortedShare): SharedFile | null {
  if (share.kind === 'loose') return share.file;
  return share.kind === 'zips' && share.zips.length === 1 ? (share.zips[0]?.file ?? null) : null;
}

function drawChoice(share: SortedShare, files: readonly ShareFile[], origin: Origin) {
  switch (share.kind) {
    case 'zips': {
      const choices = share.zips.map(({ file, from }) => ({ file, unreadable: from.unreadable }));
      return zipChoiceModal(choices, share.images, origin);
    }
    case 'not-packable':
      return notPackableModal(share.sentence);
    case 'loose':
    case 'nothing':
      return nothingToUploadModal(files.length, files.find(({ unreadable }) => unreadable !== null)?.unreadable);
  }
}

export const uploadForms: Forms<'upload'> = {
  upload: {
    verb: 'upload',
    submit: ({ entry, metadata, payload }, workspace) => submitUpload(payload, metadata, entry.requester, workspace),
    redraw: { draw: redrawUploadModal },
    isOfAnyAccount: true,
  },
};
