import { isPackageProblem } from '@abilities-bot/ability-zip';
import type { Requester } from '../../core/requester.ts';
import { FileUnavailableError } from '../../uploads/upload-tools.ts';
import { refusedMessage } from '../blocks/sentence-message.ts';
import {
  lookingAtFilesModal,
  nothingToUploadModal,
  notPackableModal,
  zipChoiceModal,
} from '../blocks/uploads/upload-choice-modal.ts';
import type { SharedFile } from '../button-value.ts';
import { readDetails } from '../files/fetch-shared-file.ts';
import { isZipName } from '../files/read-shared-file.ts';
import { NOWHERE, type Origin } from '../modal-metadata.ts';
import type { OpenView } from '../outbound/outbound.ts';
import { answerRequest } from '../request/answer-request.ts';
import { guard } from '../request/guard.ts';
import { PLAIN_REQUEST } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import { type ShareFile, type SortedShare, sortShare } from './sort-share.ts';

/** A message whose files somebody wants to upload. */
export interface MessageOfFiles {
  /** The name is empty where Slack does not tell it, as for files of other workspaces. */
  files: { id: string; name: string }[];
  channelId: string;
  messageTs: string;
  threadTs: string | null;
  triggerId: string;
  requester: Requester;
}

/** Slack lets a person share ten files in a message. */
const MAX_FILES = 50;

/**
 * Opens the form of an upload for the files of any message: of its one zip, or of its loose sources packed; of several
 * zips, each is offered. Then all goes as for a drop, told in the thread of the message. Never throws.
 */
export async function uploadFromMessage(message: MessageOfFiles, workspace: Workspace): Promise<void> {
  const { requester, channelId, files, messageTs, threadTs, triggerId } = message;
  const origin: Origin = { ...NOWHERE, channelId, threadTs: threadTs ?? messageTs };
  const refusal = await guard({ requester, origin, verb: 'upload', line: null, targets: [] }, requester, workspace);
  if (refusal) {
    const destination = { userId: requester.userId, origin, triggerId: null, openedViewId: null };
    return workspace.outbound.deliver(refusedMessage(refusal, requester.ref), destination);
  }
  const log = workspace.log.child({ ref: requester.ref, user: requester.userId, channel: channelId });
  // A trigger lives for 3 seconds: Slack is asked about the files afterwards.
  const opened = await open(triggerId, origin, workspace);
  const known = await Promise.all(files.slice(0, MAX_FILES).map((file) => describe(file, workspace)));
  const share = sortShare(known, workspace.config.uploads);
  log.info({ files: files.length, share: share.kind }, 'the files of a message');
  const file = findOnly(share);
  if (file) {
    return answerRequest({ ...PLAIN_REQUEST, requester, file, opened, origin, wanted: { verb: 'upload' } }, workspace);
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
    log.warn({ err: error }, 'a modal could not be opened');
    return null;
  }
}

/** What it cannot be asked about is judged by its name, and told why. */
async function describe({ id, name }: { id: string; name: string }, workspace: Workspace): Promise<ShareFile> {
  const called = name === '' ? 'the file' : name;
  try {
    return await readDetails({ id, name: called }, workspace);
  } catch (error) {
    if (!isPackageProblem(error) && !(error instanceof FileUnavailableError)) {
      workspace.log.error({ err: error, file: id }, 'a file of a message could not be read about');
    }
    const isTold = isPackageProblem(error) || error instanceof FileUnavailableError;
    const unreadable = isTold ? error.message : `I could not ask Slack about ${called}. Try again in a minute.`;
    return { id, name: called, size: null, isZip: isZipName(name), isImage: false, unreadable };
  }
}

/** The one thing that can be uploaded. What is wrong with a single zip is told as for a drop. */
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
