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
import { uploadProgress, uploadQuestion, uploadTaken } from './progress-message.ts';
import { endUpload, keepInUndoLog } from './record.ts';

type PortParts = Pick<
  Workspace,
  'auditLog' | 'client' | 'config' | 'policy' | 'homes' | 'log' | 'metrics' | 'outbound' | 'store' | 'tenantId'
>;

/** What an upload needs of Slack: the files that were shared, and the one message that tells how it goes. */
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
        uploadProgress(record, progress),
        async () => ((await isLatest(record, workspace)) ? findPlace(record) : null),
        () => tellFinalAgain(record, workspace),
      );
      // Not at each percent: the account is read for it.
      if (states.hasChanged(record)) workspace.homes.changed();
    },
    tell: async (record) => {
      edits.settle(record.id);
      const place = await findPlace(record);
      const isNewInHistory = await keepInUndoLog(record, workspace);
      if (record.end) await endUpload(record, workspace);
      // Whatever becomes of its own message: that may have to be edited again, and is no news the second time. Where the
      // upload itself is told, everybody reads it there.
      let announcing = Promise.resolve();
      if (record.end && isNewInHistory)
        announcing = announceChange(endSentence(record, record.end), null, workspace, place.channel);
      try {
        await tellInPlace(record, place, workspace);
      } finally {
        await announcing;
      }
      workspace.homes.changed();
      if (!record.end) return;
      workspace.metrics.uploadEnded(record.state);
      workspace.log.info(operationLine(record, workspace.tenantId), 'operation');
      states.forget(record.id);
      posting.delete(record.id);
    },
  };
}

/** The line of an upload as a whole: what the form was answered has a line of its own. */
const operationLine = ({ acceptedAt, id, state, userId }: UploadRecord, team: string) => ({
  ...{ team, user: userId, verb: 'upload', outcome: state, upload: id },
  ms: Date.now() - acceptedAt,
});

/** Another process may have told more by now: an older line must not come after it. */
const isLatest = async ({ id, version }: UploadRecord, { store }: PortParts): Promise<boolean> =>
  (await store.uploads.find(id))?.version === version;

/** It may have ended or asked elsewhere while the edit was on its way: then that comes last after all. */
async function tellFinalAgain({ id, version }: UploadRecord, workspace: PortParts): Promise<void> {
  const now = await workspace.store.uploads.find(id);
  if (!now?.place || now.version === version) return;
  if (hasEnded(now) || now.state === 'asking') await tellInPlace(now, now.place, workspace);
}

/** A message of its own: in the thread that was asked for, else sent directly to the person. */
async function makePlace(record: UploadRecord, workspace: PortParts): Promise<MessagePlace> {
  const { outbound, store } = workspace;
  const stored = (await store.uploads.find(record.id))?.place;
  if (stored) return stored;
  const place =
    (await postInThread(record, workspace)) ?? (await outbound.post(record.userId, null, uploadTaken(record)));
  await store.uploads.setPlace(record.id, place);
  return place;
}

/** Null without a thread, and where the bot may not write: Slack asks for a member there. */
async function postInThread(record: UploadRecord, { log, outbound }: PortParts): Promise<MessagePlace | null> {
  if (!record.thread) return null;
  const { channel, ts } = record.thread;
  try {
    return await outbound.post(channel, ts, uploadTaken(record));
  } catch (error) {
    if (isPassingSlackError(error)) throw error;
    log.info({ err: error, upload: record.id }, 'an upload is not told in its thread; telling it directly');
    return null;
  }
}

function drawFinal(record: UploadRecord): MessageAnswer {
  if (record.end) return uploadEnd(record, record.end);
  return uploadQuestion(record);
}

/**
 * Edits the message; where it is gone, the person is told directly. Slack being away is thrown, to be tried again; what
 * Slack refuses for good is logged, since trying again would change nothing.
 */
async function tellInPlace(record: UploadRecord, place: MessagePlace, { log, outbound }: PortParts): Promise<void> {
  const answer = drawFinal(record);
  try {
    await outbound.edit(place, answer);
    return;
  } catch (error) {
    if (isPassingSlackError(error)) throw error;
    log.warn({ err: error, upload: record.id }, 'the message of an upload cannot be changed; telling it directly');
  }
  try {
    await outbound.post(record.userId, null, answer);
  } catch (error) {
    if (isPassingSlackError(error)) throw error;
    log.error({ err: error, upload: record.id, ref: record.ref }, 'how an upload ended cannot be told');
  }
}
