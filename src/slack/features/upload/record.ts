import { currentTrace, takePosition } from '../../../base/request-context.ts';
import type { AuditResult } from '../../../core/audit-result.ts';
import type { Change } from '../../../store/undo-record.ts';
import { type KeptAbility, rolledBackTo, type UploadEnd, type UploadRecord } from '../../../store/upload-record.ts';
import { shortDigest } from '../../../store/version-record.ts';
import { digestOfSent } from '../../../uploads/packages.ts';
import { bold, foreign } from '../../blocks/kit.ts';
import type { ChangeLines } from '../../feature.ts';
import type { Workspace } from '../../workspace.ts';
import { ROLLED_BACK_TO } from './entry.ts';
import { foundText, openVerdict } from './verdict.ts';

/**
 * Writes an upload to the undo log under the upload's ID, so that repeated calls write it once. Skips uploads that
 * changed nothing.
 * @returns the change if it was written for the first time.
 * @throws store errors; a retry repeats this.
 */
export async function keepInUndoLog(record: UploadRecord, { store }: Pick<Workspace, 'store'>): Promise<Change | null> {
  const change = changeOf(record);
  const undoLog = store.undoLogOf(record.account ?? 0);
  if (!change || (await undoLog.find(record.id))) return null;
  await undoLog.record(record.decidedBy ?? record.userId, change, { id: record.id, position: takePosition() });
  return change;
}

function changeOf(record: UploadRecord): Change | null {
  const { addTo, end, form, kept } = record;
  const version = rolledBackTo(record);
  const rollback = version === undefined ? {} : { rolledBackTo: version };
  switch (end?.kind) {
    case 'uploaded':
      return kept
        ? {
            kind: 'uploaded',
            abilityId: end.abilityId,
            name: form.name,
            how: 'replace',
            replaced: kept.abilityId,
            ...rollback,
          }
        : {
            kind: 'uploaded',
            abilityId: end.abilityId,
            name: form.name,
            how: 'new',
            ...(addTo && end.notRestored.length === 0 ? { addedTo: addTo } : {}),
          };
    case 'updated':
      return {
        kind: 'uploaded',
        abilityId: end.abilityId,
        name: form.name,
        how: 'update',
        ...codeOf(record),
        ...rollback,
      };
    case 'refused-after-delete':
    case 'given-up':
      return kept ? afterDelete(kept, end) : null;
    default:
      return null;
  }
}

/** Digests of the code before and after an update; nothing if the previous code could not be read. */
function codeOf(record: UploadRecord) {
  const { previousCode: before } = record;
  const after = digestOfSent({ ...record, wrap: true });
  return before === undefined || after === null ? {} : { code: { before, after } };
}

/** After the delete, the upload failed: the previous version is back under another ID, or gone. */
function afterDelete({ abilityId, form }: KeptAbility, end: UploadEnd): Change | null {
  const { name } = form;
  if (end.kind === 'refused-after-delete' && end.backAs !== null) {
    return { kind: 'uploaded', abilityId: end.backAs, name, how: 'replace', replaced: abilityId };
  }
  const isDeleted = end.kind === 'refused-after-delete' || (end.kind === 'given-up' && end.effect === 'old-deleted');
  return isDeleted ? { kind: 'deleted', items: [{ id: abilityId, name }] } : null;
}

type Recorder = Pick<Workspace, 'auditLog'>;

/** Refers to the code before and after an update by the start of its digest. */
function codeWords(record: UploadRecord): Pick<AuditResult, 'before' | 'after'> {
  const { code } = codeOf(record);
  const words = (digest: string) => `code ${shortDigest(digest)}`;
  return {
    before: code ? words(code.before) : null,
    after: rollbackWords(record) ?? (code ? words(code.after) : 'new code'),
  };
}

/** Null if the upload wasn't a rollback. */
function rollbackWords(record: UploadRecord): string | null {
  const version = rolledBackTo(record);
  return version === undefined ? null : `${ROLLED_BACK_TO}${shortDigest(version)}`;
}

/** The audit entry has the upload's ID, so that repeated calls write it once. */
export const beginUpload = (record: UploadRecord, { auditLog }: Recorder): Promise<void> =>
  auditLog.begin(
    {
      id: record.id,
      ref: record.ref,
      userId: record.userId,
      verb: 'upload',
      line: null,
      channelId: record.place?.channel ?? record.thread?.channel ?? null,
      targets: [{ kind: 'upload', id: record.id, name: record.form.name }],
    },
    { isResumed: true },
  );

/** @throws store errors; a retry repeats this. */
export async function endUpload(record: UploadRecord, { auditLog }: Recorder): Promise<void> {
  // A process killed right after accepting the upload has not written this yet.
  await beginUpload(record, { auditLog });
  const ms = Math.max(0, record.changedAt - record.acceptedAt);
  await auditLog.end(record.id, { ...resultOf(record), changeId: null, status: currentTrace()?.status ?? null, ms });
}

/** `unconfirmed` if the service reported success but the account doesn't show it. */
function verified(end: UploadEnd): Pick<AuditResult, 'outcome' | 'found'> {
  const verdict = openVerdict(end);
  return verdict ? { outcome: 'unconfirmed', found: foundText(verdict.found) } : { outcome: 'done' };
}

function resultOf(record: UploadRecord): AuditResult {
  const { abilityId, addTo, end, form, id, kept } = record;
  const upload = { kind: 'upload', id, name: form.name } as const;
  const targets =
    abilityId === null ? [upload] : [upload, { kind: 'ability' as const, id: String(abilityId), name: form.name }];
  const before = kept ? 'the previous version' : null;
  const nothing = { targets, before, after: null };
  switch (end?.kind) {
    case 'uploaded':
      return {
        ...verified(end),
        why: null,
        targets,
        before,
        after: kept
          ? (rollbackWords(record) ?? 'replaced')
          : addTo && end.notRestored.length === 0
            ? `created for ${addTo.name}`
            : 'created',
      };
    case 'updated':
      return { ...verified(end), why: null, targets, ...codeWords(record) };
    case 'refused':
      return { ...nothing, outcome: 'refused', why: end.sentence };
    case 'refused-after-delete':
      return {
        outcome: 'failed',
        why: end.sentence,
        targets,
        before,
        found: verified(end).found,
        after: end.backAs === null ? 'the previous version was deleted' : 'the previous version was restored',
      };
    case 'cancelled':
      return {
        ...nothing,
        outcome: 'unchanged',
        why: end.by === null ? 'nobody decided in time' : `cancelled by ${end.by}`,
      };
    case 'given-up':
      return { ...nothing, outcome: 'failed', why: end.sentence };
    case undefined:
      return { ...nothing, outcome: 'failed', why: 'result unknown' };
  }
}

const HOW = { new: 'uploaded', update: 'updated', replace: 'replaced' } as const;

/** `rolled back to version 3f2a91c0b1d2`, as code; null if the change wasn't a rollback. */
const rolledBack = (version: string | undefined): string | null =>
  version === undefined ? null : `rolled back to version \`${foreign(shortDigest(version), 20)}\``;

export const uploadLines: ChangeLines<'uploaded'> = {
  uploaded: {
    line: ({ addedTo, how, name, rolledBackTo: version }) =>
      `${bold(name)} ${rolledBack(version) ?? HOW[how]}${addedTo ? ` and added to ${bold(addedTo.name)}` : ''}`,
    onCard: ({ how, rolledBackTo: version }) => rolledBack(version) ?? (how === 'update' ? 'code updated' : HOW[how]),
  },
};
