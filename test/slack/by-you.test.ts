import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/core/outcome.ts';
import { noticeOf, ownNoticeOf } from '../../src/slack/pipeline/draw.ts';
import { APPROVAL_OUTCOMES } from './golden-approvals.ts';
import { ASKED, AT, installed } from './sample-values.ts';

const { id } = installed(90_001, 'Radio');
const { userId } = ASKED;

const CASES: [string, Outcome, own: string, everyone: string][] = [
  [
    'an Ability that was switched before',
    { kind: 'unchanged', id, name: 'Radio', enabled: true, since: { userId, at: AT } },
    'enabled by you · ',
    `enabled by <@${userId}> · `,
  ],
  [
    'a plan that is over',
    { kind: 'plan-over', past: { at: AT, hasChanged: true, names: ['Radio'], userId, wasDue: true, what: 'enable' } },
    'as planned by you · ',
    `as planned by <@${userId}> · `,
  ],
  ['a request for approval', APPROVAL_OUTCOMES['approval-asked'].here, 'You asked to ', `<@${userId}> asked to `],
];

describe.each(CASES)('the person who did it: %s', (_what, outcome, own, everyone) => {
  test('is “you” in a private answer, and only there', () => {
    expect(ownNoticeOf(outcome, ASKED)).toContain(own);
    expect(noticeOf(outcome, ASKED)).toContain(everyone);
  });

  test('is named in the result of something planned, which may be posted in a channel', () => {
    const planned = { ...ASKED, planned: { id: '0123456789abcdef', for: AT } };
    expect(ownNoticeOf(outcome, planned)).toContain(everyone);
  });
});
