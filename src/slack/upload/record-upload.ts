import type { AuditResult } from '../../core/audit-result.ts';
import type { UploadRecord } from '../../store/upload-record.ts';
import { currentTrace } from '../../trace.ts';
import type { Workspace } from '../workspace.ts';

type Recorder = Pick<Workspace, 'auditLog'>;

/** An upload is an attempt under its own ID, so that it is written down once, however often it is begun or told. */
export const beginUpload = (record: UploadRecord, { auditLog }: Recorder): Promise<void> =>
  auditLog.begin({
    ...{ id: record.id, ref: record.ref, userId: record.userId, verb: 'upload', line: null },
    channelId: record.place?.channel ?? record.thread?.channel ?? null,
    targets: [{ kind: 'upload', id: record.id, name: record.form.name }],
  });

/** How it ended. @throws what the store throws; it is tried again with the telling. */
export async function endUpload(record: UploadRecord, { auditLog }: Recorder): Promise<void> {
  // A process that was killed between accepting and this has not written it yet.
  await beginUpload(record, { auditLog });
  const ms = Math.max(0, record.changedAt - record.acceptedAt);
  await auditLog.end(record.id, { ...resultOf(record), changeId: null, status: currentTrace()?.status ?? null, ms });
}

function resultOf({ abilityId, end, form, id, kept, plan }: UploadRecord): AuditResult {
  const upload = { kind: 'upload', id, name: form.name } as const;
  const targets =
    abilityId === null ? [upload] : [upload, { kind: 'ability' as const, id: String(abilityId), name: form.name }];
  const before = kept ? `ID ${kept.abilityId}` : plan.kind === 'new' ? 'not there' : null;
  const nothing = { targets, before, after: null };
  switch (end?.kind) {
    case 'uploaded':
      return { outcome: 'done', why: null, targets, before, after: `ID ${end.abilityId}` };
    case 'updated':
      return { outcome: 'done', why: null, targets, before, after: `ID ${end.abilityId} with new code` };
    case 'refused':
      return { ...nothing, outcome: 'refused', why: end.sentence };
    case 'refused-after-delete':
      return {
        ...{ outcome: 'failed', why: end.sentence, targets, before },
        after: end.backAs === null ? 'the old one is deleted' : `the old one is back with ID ${end.backAs}`,
      };
    case 'cancelled':
      return { ...nothing, outcome: 'unchanged', why: end.by === null ? 'nobody answered' : `cancelled by ${end.by}` };
    case 'given-up':
      return { ...nothing, outcome: 'failed', why: `${plan.kind}: ${end.sentence} (effect ${end.effect})` };
    case undefined:
      return { ...nothing, outcome: 'failed', why: 'no end is known' };
  }
}
