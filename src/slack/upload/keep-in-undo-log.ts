import type { Change } from '../../store/undo-record.ts';
import type { KeptAbility, UploadEnd, UploadRecord } from '../../store/upload-record.ts';
import type { Workspace } from '../workspace.ts';

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
