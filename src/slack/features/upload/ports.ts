import { hasEnded, type UploadRecord } from '../../../store/upload-record.ts';
import type { UploadPorts } from '../../../uploads/ports.ts';
import type { MessageAnswer } from '../../blocks/kit.ts';
import type { MessagePlace } from '../../outbound/outbound.ts';
import { isPassingSlackError } from '../../outbound/slack-errors.ts';
import { announceChange } from '../../request/announce.ts';
import type { Workspace } from '../../workspace.ts';
import { UploadStates } from '../home/homes.ts';
import { endSentence, uploadEnd } from './end.ts';
import { fetchUploadFiles } from './files.ts';
import { ProgressEdits } from './progress.ts';
import { uploadProgress, uploadTaken } from './progress-message.ts';
import { uploadQuestion } from './question.ts';
import { redrawReceipts } from './receipts.ts';
import { endUpload, keepInUndoLog } from './record.ts';

type PortParts = Pick<
  Workspace,
  | 'auditLog'
  | 'client'
  | 'config'
  | 'context'
  | 'policy'
  | 'homes'
  | 'log'
  | 'metrics'
  | 'outbound'
  | 'store'
  | 'tenantId'
>;

/** What uploads need from Slack: the shared files, and the one message that shows the progress. */
export function makeUploadPorts(workspace: PortParts): UploadPorts {
  const { log, outbound } = workspace;
  const edits = new ProgressEdits(outbound, log);
  const states = new UploadStates();
  const posting = new Map<string, Promise<MessagePlace>>();
  const findPlace = (record: UploadRecord): Promise<MessagePlace> => {
    if (record.place) return Promise.resolve(record.place);
    const place = posting.get(record.id) ?? makePlace(record, workspace);
    posting.set(record.id, place);
    place.catch(() => posting.delete(record.id));
    return place;
  };
  return {
    fetchFiles: (upload, fetching) => fetchUploadFiles(upload, fetching, workspace),
    showProgress: (record, progress) => {
      edits.show(
        record.id,
        uploadProgress(record, progress, workspace.context.now()),
        async () => ((await isLatest(record, workspace)) ? findPlace(record) : null),
        () => tellFinalAgain(record, workspace),
      );
      // Not for each percent, since redrawing reads the account.
      if (states.hasChanged(record)) workspace.homes.changed();
    },
    tell: async (record) => {
      edits.settle(record.id);
      const place = await findPlace(record);
      const change = await keepInUndoLog(record, workspace);
      if (record.end) await endUpload(record, workspace);
      // Independent of editing the upload's own message, which may be retried: a retry must not announce it twice. The
      // upload's own channel is skipped, since the message is already there.
      let announcing = Promise.resolve();
      if (record.end && change)
        announcing = announceChange(endSentence(record, record.end), null, workspace, place.channel);
      try {
        await tellInPlace(record, place, workspace);
      } finally {
        await announcing;
      }
      workspace.homes.changed();
      if (change) await redrawReceipts(change, workspace);
      if (!record.end) return;
      workspace.metrics.uploadEnded(record.state);
      workspace.log.info(operationLine(record, workspace), 'operation');
      states.forget(record.id);
      posting.delete(record.id);
    },
  };
}

/** The log line of the whole upload; the form submission has its own. */
const operationLine = (
  { acceptedAt, id, state, userId }: UploadRecord,
  { context, tenantId }: Pick<PortParts, 'context' | 'tenantId'>,
) => ({
  team: tenantId,
  user: userId,
  verb: 'upload',
  outcome: state,
  upload: id,
  ms: context.now().getTime() - acceptedAt,
});

/** Another process may have shown a later state, which an older one must not overwrite. */
const isLatest = async ({ id, version }: UploadRecord, { store }: PortParts): Promise<boolean> =>
  (await store.uploads.find(id))?.version === version;

/** The upload may have ended or asked in another process during the edit: then that is shown last. */
async function tellFinalAgain({ id, version }: UploadRecord, workspace: PortParts): Promise<void> {
  const now = await workspace.store.uploads.find(id);
  if (!now?.place || now.version === version) return;
  if (hasEnded(now) || now.state === 'asking') await tellInPlace(now, now.place, workspace);
}

/** Creates a message: in the requested thread, else as a direct message to the user. */
async function makePlace(record: UploadRecord, workspace: PortParts): Promise<MessagePlace> {
  const { outbound, store } = workspace;
  const stored = (await store.uploads.find(record.id))?.place;
  if (stored) return stored;
  const place =
    (await postInThread(record, workspace)) ?? (await outbound.post(record.userId, null, uploadTaken(record)));
  await store.uploads.setPlace(record.id, place);
  return place;
}

/** Null without a thread, or if the bot cannot post there: Slack requires it to be a member. */
async function postInThread(record: UploadRecord, { log, outbound }: PortParts): Promise<MessagePlace | null> {
  if (!record.thread) return null;
  const { channel, ts } = record.thread;
  try {
    return await outbound.post(channel, ts, uploadTaken(record));
  } catch (error) {
    if (isPassingSlackError(error)) throw error;
    log.info({ err: error, upload: record.id }, 'upload thread not writable, sending a direct message');
    return null;
  }
}

function drawFinal(record: UploadRecord): MessageAnswer {
  if (record.end) return uploadEnd(record, record.end);
  return uploadQuestion(record);
}

/**
 * Edits the message; if it is gone, sends a direct message. Throws temporary Slack errors, to be retried; logs
 * permanent ones.
 */
async function tellInPlace(record: UploadRecord, place: MessagePlace, { log, outbound }: PortParts): Promise<void> {
  const answer = drawFinal(record);
  try {
    await outbound.edit(place, answer);
    return;
  } catch (error) {
    if (isPassingSlackError(error)) throw error;
    log.warn({ err: error, upload: record.id }, 'upload message not edited, sending a direct message');
  }
  try {
    await outbound.post(record.userId, null, answer);
  } catch (error) {
    if (isPassingSlackError(error)) throw error;
    log.error({ err: error, upload: record.id, ref: record.ref }, 'end of an upload not delivered');
  }
}
