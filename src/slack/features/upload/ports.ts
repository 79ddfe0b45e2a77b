import type { UploadRecord } from '../../../store/upload-record.ts';
import type { UploadPorts } from '../../../uploads/ports.ts';
import type { MessagePlace } from '../../outbound/outbound.ts';
import { announceChange } from '../../request/announce.ts';
import type { Workspace } from '../../workspace.ts';
import { UploadStates } from '../home/homes.ts';
import { endSentence } from './end.ts';
import { fetchUploadFiles } from './files.ts';
import { isFinal, UploadPlaces } from './place.ts';
import { ProgressEdits } from './progress.ts';
import { uploadProgress } from './progress-message.ts';
import { redrawReceipts } from './receipts.ts';
import { endUpload, keepInUndoLog } from './record.ts';

type PortParts = Pick<
  Workspace,
  | 'auditLog'
  | 'client'
  | 'config'
  | 'context'
  | 'policy'
  | 'seen'
  | 'homes'
  | 'log'
  | 'metrics'
  | 'outbound'
  | 'people'
  | 'store'
  | 'tenantId'
>;

/** Gives uploads access to the files in Slack, and to the one message that shows the progress. */
export function makeUploadPorts(workspace: PortParts): UploadPorts {
  const { log, outbound } = workspace;
  const edits = new ProgressEdits({ clock: workspace.context.clock, log, outbound });
  const states = new UploadStates();
  const places = new UploadPlaces(workspace);
  return {
    fetchFiles: (upload, fetching) => fetchUploadFiles(upload, fetching, workspace),
    showProgress: (record, progress) => {
      edits.show(
        record.id,
        uploadProgress(record, progress, workspace.context.now()),
        async () => ((await isLatest(record, workspace)) ? places.find(record) : null),
        () => announceEndAgain(record, places, workspace),
      );
      // Not for each percent, because redrawing reads the account.
      if (states.hasChanged(record)) workspace.homes.changed();
    },
    announce: async (record) => {
      edits.settle(record.id);
      const place = await places.find(record);
      const change = await keepInUndoLog(record, workspace);
      if (record.end) await endUpload(record, workspace);
      // Separate from the edit of the upload's own message, because a retry of the edit must not announce the change
      // twice. The channel of that message is skipped.
      let announcing = Promise.resolve();
      if (record.end && change)
        announcing = announceChange(endSentence(record, record.end), null, workspace, channelOf(record, place));
      try {
        await places.announceEnd(record, place);
      } finally {
        await announcing;
      }
      workspace.homes.changed();
      if (change) await redrawReceipts(change, workspace);
      if (!record.end) return;
      workspace.metrics.uploadEnded(record.state);
      workspace.log.info(operationLine(record, workspace), 'operation');
      states.forget(record.id);
      places.forget(record.id);
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

/** False if another process may have shown a later state, which must not be overwritten. */
const isLatest = async ({ id, version }: UploadRecord, { store }: PortParts): Promise<boolean> =>
  (await store.uploads.find(id))?.version === version;

/** If the upload has ended or asked in another process during the edit, shows that result or question again. */
async function announceEndAgain(
  { id, version }: UploadRecord,
  places: UploadPlaces,
  { store }: PortParts,
): Promise<void> {
  const now = await store.uploads.find(id);
  if (now?.place && now.version !== version && isFinal(now)) await places.announceEnd(now, now.place);
}

/** If Slack hasn't confirmed the message, only its thread is known. */
const channelOf = ({ thread }: UploadRecord, place: MessagePlace | null): string | null =>
  place?.channel ?? thread?.channel ?? null;
