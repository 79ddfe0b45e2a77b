import { KnownAssignments } from '../../core/known-assignments.ts';
import { Locks } from '../../core/locks.ts';
import type { UploadTools } from '../../uploads/upload-tools.ts';
import type { Shared } from '../start/make-workspace.ts';
import { uploadSettings } from '../start/upload-times.ts';
import { endUpload } from '../upload/record-upload.ts';
import { NOT_CONNECTED_SERVICE } from './not-connected-service.ts';

/** For the uploads of a workspace that has removed the bot: they end, and nobody is called. The history is told. */
export function makeGoneTools(teamId: string, { config, log, metrics, spool, store, uploads }: Shared): UploadTools {
  const auditLog = store.auditLog.of(teamId);
  return {
    ...{ teamId, log, spool, store },
    account: { kind: 'gone' },
    service: NOT_CONNECTED_SERVICE,
    assignments: new KnownAssignments(store.assignments.of(teamId), (err) =>
      log.error({ err }, 'what was last saved for an Agent could not be read or kept'),
    ),
    locks: new Locks(),
    settings: uploadSettings(config, uploads),
    now: Date.now,
    ports: {
      fetchFiles: () => Promise.reject(new Error('There is no Slack to fetch from.')),
      showProgress: () => undefined,
      tell: async (record) => {
        if (!record.end) return;
        await endUpload(record, { auditLog });
        metrics.uploadEnded(record.state);
      },
    },
  };
}
