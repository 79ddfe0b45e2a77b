import { interruptedMessage } from '../../src/slack/features/interrupted.ts';
import { type AuditRecord, interruptedResult } from '../../src/store/audit-record.ts';
import type { Cases } from './name-cases.ts';
import { AT, CATALOG } from './sample-values.ts';

/** A request of a killed process, as it stands in the audit log. */
export const interrupted = (of: Partial<AuditRecord> = {}): AuditRecord => {
  const begun = {
    id: '0123456789abcdef',
    ref: '7f3a21',
    userId: 'U0ANA',
    channelId: 'C0OPS',
    at: AT,
    verb: 'disable',
    line: 'disable Weather',
    targets: [{ kind: 'ability' as const, id: null, name: 'Weather' }],
    ...of,
  };
  const ended = { ...interruptedResult(begun), found: null, changeId: null, status: null, ms: 21_000, at: AT };
  return { ...begun, ended: of.ended ?? ended };
};

const weather = CATALOG.entries.filter(({ name }) => name === 'Weather');
const AGENT = [{ kind: 'agent', id: '301', name: null } as const];

export const INTERRUPTED_CASES: Cases = {
  interrupted: interruptedMessage(interrupted(), weather),
  'interrupted-unread': interruptedMessage(interrupted(), []),
  'interrupted-several': interruptedMessage(interrupted({ line: 'disable all' }), CATALOG.entries),
  'interrupted-words': interruptedMessage(
    interrupted({ verb: 'triggers', line: 'triggers Weather add: rain' }),
    weather,
  ),
  'interrupted-form': interruptedMessage(interrupted({ verb: 'assign', line: null, targets: AGENT }), []),
  'interrupted-settings': interruptedMessage(interrupted({ verb: 'settings', line: null, targets: [] }), []),
  'interrupted-upload': interruptedMessage(
    interrupted({ verb: 'replace', line: 'replace', targets: [{ kind: 'upload', id: '0f', name: 'Tides' }] }),
    [],
  ),
  'interrupted-ended': interruptedMessage(
    interrupted({
      ended: {
        outcome: 'done',
        why: null,
        targets: [],
        before: 'enabled',
        after: 'disabled',
        found: null,
        changeId: null,
        status: 200,
        ms: 120,
        at: AT,
      },
    }),
    weather,
  ),
};
