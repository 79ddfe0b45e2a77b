import { AbilityId } from '@abilities-bot/service-api';
import { FRESH_POLICY } from '../../packages/playground/src/fresh-policy.ts';
import type { Access, GrantList } from '../../src/core/access.ts';
import type { HistoryEntry } from '../../src/core/features/history.ts';
import { ALL_HISTORY } from '../../src/core/history-query.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { AuditOutcome } from '../../src/store/audit-record.ts';

const AT = new Date('2025-01-01T12:00:00Z');
const CHANGE_ID = '0123456789abcdef';

const idsOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_one, index) => `${letter}0${String(index).padStart(9, 'A')}`);

const viewerOnly = (admins: GrantList): Access => ({
  known: true,
  role: 'viewer',
  admins,
  onlyIn: idsOf('C', 100),
  because: { by: 'group', groupId: 'S0VIEWERS' },
});

/** The audit log and settings of a large team that uses this text for names. */
export function hostileTeam(text: string): Outcome[] {
  const targets = Array.from({ length: 50 }, (_one, index) => ({
    kind: 'ability' as const,
    id: String(index),
    name: text,
  }));
  const entry = (outcome: AuditOutcome, undo: string | null): HistoryEntry => ({
    record: {
      id: CHANGE_ID,
      ref: '0a1b2c',
      userId: 'U0ANA',
      channelId: 'C0OPS',
      verb: 'triggers',
      line: text,
      targets,
      at: AT,
      ended: {
        outcome,
        targets,
        changeId: CHANGE_ID,
        status: 200,
        ms: 12.5,
        at: AT,
        why: text.repeat(4),
        before: text.repeat(8),
        after: text.repeat(8),
        found: text.repeat(8),
      },
    },
    undo,
    undoneBy: 'U0BEN',
    isRedo: true,
  });
  const entries = (['done', 'refused', 'failed', 'unchanged'] as const).flatMap((outcome) => [
    entry(outcome, CHANGE_ID),
    entry(outcome, null),
  ]);
  const all = [...entries, ...entries].slice(0, 10);
  const listed = { users: idsOf('U', 100), groups: idsOf('S', 25) };
  const grants = { viewer: listed, editor: listed, admin: listed };
  return [
    { kind: 'history', query: { ...ALL_HISTORY, page: 99_999 }, entries: all, total: 999_999, pages: 100_000 },
    {
      kind: 'history',
      entries: all,
      total: 10,
      pages: 1,
      query: {
        name: text.slice(0, 50),
        userId: 'U0BEN',
        since: '9999w',
        outcome: 'unchanged',
        ref: '0123456789abcdef',
        page: 1,
      },
    },
    {
      kind: 'examined',
      findings: Array.from({ length: 15 }, () => ({ subject: 'Service key', state: 'bad', found: text, fix: text })),
    },
    {
      kind: 'status',
      status: {
        service: {
          answers: true,
          ms: 123_456,
          agents: 5000,
          abilities: { onAccount: 5000, installed: 5000, enabled: 1, orphans: 0 },
        },
        latest: {
          id: '0123456789abcdef',
          userId: 'U0BEN',
          account: null,
          at: AT,
          undoneBy: 'U0ANA',
          shared: null,
          change: {
            kind: 'deleted',
            items: Array.from({ length: 50 }, () => ({ id: AbilityId.parse(6001), name: text })),
          },
        },
        approvals: 100,
        uploads: { waiting: 100, running: 100 },
      },
    },
    { kind: 'whoami', access: viewerOnly(listed) },
    {
      kind: 'settings-form',
      stored: {
        roles: grants,
        memberRole: 'none',
        channels: idsOf('C', 100),
        approvals: ['delete-enabled', 'replace-enabled'],
        auditChannel: 'C0AUDIT',
        watchChannel: 'C0WATCH',
      },
      fixed: { ...FRESH_POLICY, grants, channels: idsOf('C', 100), auditChannel: 'C0AUDIT', watchChannel: 'C0WATCH' },
    },
  ];
}
