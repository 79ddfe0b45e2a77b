import { expect, test } from 'vitest';
import type { Outcome } from '../../../src/core/outcome.ts';
import { auditResultOf } from '../../../src/core/registry.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { ANA, NOW, useAccounts } from './account.ts';

const openAccount = useAccounts();
const PLAN = '0123456789abcdef';

// What made the plan was too long ago to be found.
test.each([
  ['nothing follows', null, null, { kind: 'plan-over', past: { what: 'disable', names: ['News'], userId: 'U0BEN' } }],
  ['it goes on', { wanted: 'enable', at: NOW }, null, { kind: 'refused', refusal: { why: 'no-such-schedule' } }],
  ['some of it is left', null, NOW, { kind: 'refused', refusal: { why: 'no-such-schedule' } }],
] as const)(
  'a change of a plan that was made by hand is its end only if nothing follows: %s',
  async (_what, next, leftFor, answer) => {
    const { context, installed } = await openAccount();
    const { id: installedId, name } = await installed('News');
    const of: Outcome = { kind: 'toggled', id: installedId, name, enabled: false, triggerWords: 'kept' };
    const id = context.auditLog.newId();
    const who = { ref: 'abc123', userId: 'U0BEN', channelId: null, channelName: null };
    await context.auditLog.begin({
      id,
      ...who,
      verb: 'disable',
      line: `disable plan:${PLAN}`,
      targets: [],
      plan: PLAN,
    });
    const ended = auditResultOf({ kind: 'timed-now', id: PLAN, of, items: 1, next, leftFor });
    await context.auditLog.end(id, { ...ended, changeId: null, status: null, ms: 1 });
    expect(await runIfAllowed({ verb: 'cancel', id: PLAN }, context, ANA)).toMatchObject(answer);
  },
);
