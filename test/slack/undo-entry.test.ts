import { expect, test } from 'vitest';
import { auditResultOf } from '../../src/core/registry.ts';
import { undoEntry } from '../../src/slack/features/home/change-line.ts';
import { AuditEnd } from '../../src/store/audit-record.ts';
import { OUTCOMES } from './golden-outcomes.ts';

const { assigned, toggled, triggers } = OUTCOMES.undone;
const quiet = { ...toggled, of: OUTCOMES.resumed.whole };

/** The text of the undo's entry, as the audit log has it. */
const textOf = (undone: Parameters<typeof auditResultOf>[0]) =>
  undoEntry('*X*', AuditEnd.parse({ ...auditResultOf(undone), changeId: null, status: null, ms: 1 }));

test.each([
  ['an enabled Ability', toggled, 'enabled *X* again'],
  ['trigger words', triggers, "restored *X*'s previous trigger words"],
  ["an Agent's Abilities", assigned, "restored *X*'s previous Abilities"],
] as const)('an undo is worded by the kind of its change: %s', (_what, undone, text) => {
  expect(textOf(undone)).toBe(text);
});

test("an Agent's only Ability may be called like a state", () => {
  const ended = { ...auditResultOf(assigned), after: 'enabled', changeId: null, status: null, ms: 1 };
  expect(undoEntry('*X*', AuditEnd.parse(ended))).toBe("restored *X*'s previous Abilities");
});

test('the undo of a quiet names what is enabled again, if anything', () => {
  expect(textOf(quiet)).toBe('ended quiet, enabling *X* again');
  const nothing = { ...auditResultOf(quiet), changeId: null, status: null, ms: 1 };
  expect(undoEntry('', AuditEnd.parse(nothing))).toBe('ended quiet');
});
