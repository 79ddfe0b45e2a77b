import type { Change } from '../../store/change-record.ts';
import type { UploadRecord } from '../../store/upload-record.ts';
import type { Parts } from '../parts.ts';

/**
 * Writes down that an Ability was uploaded, once however often its end is told: under the ID of the upload. An end that
 * changed nothing leaves no trace.
 * @returns whether it is written down for the first time.
 * @throws what the store throws; it is tried again with the telling.
 */
export async function keepInHistory(
  record: UploadRecord,
  { store, teamId }: Pick<Parts, 'store' | 'teamId'>,
): Promise<boolean> {
  const change = changeOf(record);
  const history = store.changes.of(teamId);
  if (!change || (await history.find(record.id))) return false;
  await history.record(record.userId, change, record.id);
  return true;
}

function changeOf({ end, form, kept }: UploadRecord): Change | null {
  switch (end?.kind) {
    case 'uploaded':
      return { kind: 'uploaded', abilityId: end.abilityId, name: form.name, how: kept ? 'replace' : 'new' };
    case 'updated':
      return { kind: 'uploaded', abilityId: end.abilityId, name: form.name, how: 'update' };
    default:
      return null;
  }
}
