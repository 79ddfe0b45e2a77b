import type { AuditRecord } from '../store/audit-record.ts';
import type { AccountTable } from './account-table.ts';

/** Every attempt that is kept, oldest first, with what was before and after. */
export const historyTable = (auditLog: readonly AuditRecord[]): AccountTable => ({
  name: 'history',
  columns: [
    ...['at', 'endedAt', 'userId', 'channelId', 'verb', 'line', 'targetIds', 'targetNames', 'outcome', 'why'],
    ...['before', 'after', 'status', 'ms', 'changeId', 'ref', 'id'],
    ...['times', 'lastTimeAt', 'sameEachTime'],
  ],
  rows: auditLog.map(({ at, channelId, ended, id, line, ref, repeats, targets, userId, verb }) => {
    const named = ended && ended.targets.length > 0 ? ended.targets : targets;
    return {
      ...{ id, ref, userId, channelId, verb, line, at: at.toISOString(), endedAt: ended?.at.toISOString() ?? null },
      targetIds: named.map((target) => `${target.kind}:${target.id ?? ''}`),
      targetNames: named.map(({ name }) => name ?? ''),
      ...{ outcome: ended?.outcome ?? 'no end', why: ended?.why ?? null, changeId: ended?.changeId ?? null },
      ...{ before: ended?.before ?? null, after: ended?.after ?? null },
      ...{ times: 1 + (repeats?.count ?? 0), lastTimeAt: repeats?.lastAt.toISOString() ?? null },
      sameEachTime: repeats?.same ?? null,
      ...{ status: ended?.status ?? null, ms: ended === null ? null : Math.round(ended.ms) },
    };
  }),
});
