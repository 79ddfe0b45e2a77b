import { currentTrace } from '../../../base/request-context.ts';
import type { AuditResult } from '../../../core/audit-result.ts';
import type { Change } from '../../../store/undo-record.ts';
import type { KeptAbility, UploadEnd, UploadRecord } from '../../../store/upload-record.ts';
import type { ChangeLines } from '../../blocks/drawing.ts';
import { bold } from '../../blocks/kit.ts';
import type { Workspace } from '../../workspace.ts';

/**
 * Writes down that an Ability was uploaded, once however often its end is told: under the ID of the upload. An end that
 * changed nothing leaves no trace.
 * @returns whether it is written down for the first time.
 * @throws what the store throws; it is tried again with the telling.
 */
export async function keepInUndoLog(
  record: UploadRecord,
  { store, tenantId }: Pick<Workspace, 'store' | 'tenantId'>,
): Promise<boolean> {
  const change = changeOf(record);
  const undoLog = store.undoLog.of(tenantId);
  if (!change || (await undoLog.find(record.id))) return false;
  await undoLog.record(record.decidedBy ?? record.userId, change, record.id);
  return true;
}

function changeOf({ end, form, kept }: UploadRecord): Change | null {
  switch (end?.kind) {
    case 'uploaded':
      return kept
        ? { kind: 'uploaded', abilityId: end.abilityId, name: form.name, how: 'replace', replaced: kept.abilityId }
        : { kind: 'uploaded', abilityId: end.abilityId, name: form.name, how: 'new' };
    case 'updated':
      return { kind: 'uploaded', abilityId: end.abilityId, name: form.name, how: 'update' };
    case 'refused-after-delete':
    case 'given-up':
      return kept ? afterDelete(kept, end) : null;
    default:
      return null;
  }
}

/** The old one was deleted, and the new one is not there: it is back under another ID, or gone. */
function afterDelete({ abilityId, form }: KeptAbility, end: UploadEnd): Change | null {
  const { name } = form;
  if (end.kind === 'refused-after-delete' && end.backAs !== null) {
    return { kind: 'uploaded', abilityId: end.backAs, name, how: 'replace', replaced: abilityId };
  }
  const isDeleted = end.kind === 'refused-after-delete' || (end.kind === 'given-up' && end.effect === 'old-deleted');
  return isDeleted ? { kind: 'deleted', items: [{ id: abilityId, name }] } : null;
}

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

const HOW = { new: 'uploaded', update: 'updated in place', replace: 'replaced' } as const;

export const uploadLines: ChangeLines<'uploaded'> = { uploaded: ({ how, name }) => `${bold(name)} ${HOW[how]}` };
