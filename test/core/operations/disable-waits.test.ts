import { setImmediate as nextTurn } from 'node:timers/promises';
import { InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import { askOnce } from '../../../src/core/features/approvals/ask-once.ts';
import type { TeamApprovals } from '../../../src/core/operation-context.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import type { AbilityRef } from '../../../src/core/references.ts';
import { auditResultOf, changeOf } from '../../../src/core/registry.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import type { ApprovalRecord } from '../../../src/store/approval-record.ts';
import { actorAs } from '../actors.ts';
import { ANA, BEN, useAccounts } from './account.ts';

const openAccount = useAccounts();

const OPERATOR = actorAs('U0OPERATOR', 'editor');
const OTHER_OPERATOR = actorAs('U0OTHER', 'editor');

/** The demo account of a workspace in which disabling needs a second admin. */
async function open(readChosen: TeamApprovals['readChosen'] = async () => ['disable']) {
  const account = await openAccount();
  const { store } = account.context.approvals;
  // Two simultaneous requests would both have read before either writes.
  const waiting = async (max: number) => {
    const found = await store.waiting(max);
    await nextTurn();
    return found;
  };
  const approvals = { ...account.context.approvals, readChosen, store: { ...store, waiting } };
  const context = { ...account.context, approvals };
  const run = (command: Command, requester = OPERATOR) => runIfAllowed(command, context, requester);
  const toggle = (verb: 'enable' | 'disable', names: readonly string[], requester = OPERATOR) =>
    run({ verb, targets: names.map((name): AbilityRef => ({ by: 'name', name })) }, requester);
  const approve = (id: string) => run({ verb: 'approve', id }, BEN);
  const isEnabled = async (name: string) => (await account.installed(name)).enabled;
  return { ...account, context, run, toggle, approve, isEnabled };
}

function askedIn(outcome: Outcome): ApprovalRecord {
  if (outcome.kind !== 'approval-asked') throw new Error(`${outcome.kind} does not wait for anybody`);
  return outcome.approval;
}

describe('disabling', () => {
  test('waits for an admin, who disables it with the words that it has', async () => {
    const account = await open();
    const approval = askedIn(await account.toggle('disable', ['Timer']));
    const { id, triggerWords: words } = await account.installed('Timer');
    expect(approval).toMatchObject({ askedBy: OPERATOR.userId, what: { kind: 'disable', rows: [{ id, words }] } });
    expect(account.changes()).toEqual([]);
    const outcome = await account.approve(approval.id);
    expect(outcome).toMatchObject({ kind: 'approved', of: { kind: 'toggled', enabled: false }, waitsAgain: false });
    expect(changeOf(outcome)).toMatchObject({ kind: 'toggled', items: [{ name: 'Timer', enabled: false }] });
    expect(auditResultOf(outcome)).toMatchObject({
      outcome: 'done',
      before: 'enabled',
      after: 'disabled',
      request: { askedBy: OPERATOR.userId, verb: 'disable' },
    });
    expect(await account.isEnabled('Timer')).toBe(false);
    expect((await account.installed('Timer')).triggerWords).toEqual(words);
  });

  test('of several is one request, without those that need none; their results are told at once', async () => {
    const account = await open();
    const outcome = await account.toggle('disable', ['Timer', 'Night Watch', 'News', 'Tmier']);
    expect(outcome).toMatchObject({
      kind: 'approval-asked',
      others: { results: [{ kind: 'unchanged', name: 'Night Watch' }, { kind: 'refused' }] },
    });
    const { id, what } = askedIn(outcome);
    expect(what).toMatchObject({ kind: 'disable', rows: [{ name: 'Timer' }, { name: 'News' }] });
    expect(account.changes()).toEqual([]);
    expect(await account.approve(id)).toMatchObject({
      of: { kind: 'toggled-several', results: [{ kind: 'toggled' }, { kind: 'toggled' }] },
    });
    expect(await account.isEnabled('News')).toBe(false);
  });

  test('is asked for once, however often and by whomever', async () => {
    const account = await open();
    const { id } = askedIn(await account.toggle('disable', ['Timer', 'News']));
    for (const requester of [OPERATOR, OTHER_OPERATOR, ANA]) {
      const again = await account.toggle('disable', ['News'], requester);
      expect(again).toMatchObject({ kind: 'approval-asked', isEarlier: true, approval: { id } });
      expect(auditResultOf(again)).toMatchObject({ outcome: 'unchanged', why: 'already waiting for approval' });
    }
  });

  test('is asked for once by two people at the same moment', async () => {
    const { context } = await open();
    const rows = [{ id: InstalledAbilityId.parse(90_100), name: 'Made up', words: ['made up'] }];
    const ask = (requester: typeof OPERATOR) =>
      askOnce({ kind: 'disable', rows }, ({ kind }) => kind === 'disable', { attemptId: null, context, requester });
    const both = await Promise.all([ask(OPERATOR), ask(OTHER_OPERATOR)]);
    expect(new Set(both.map((outcome) => askedIn(outcome).id)).size).toBe(1);
    expect(await context.approvals.store.waiting(10)).toHaveLength(1);
  });

  test('is refused to a person with twenty open requests, and to nobody else', async () => {
    const account = await open();
    for (let number = 0; number < 20; number += 1) {
      const rows = [{ id: InstalledAbilityId.parse(90_100 + number), name: 'Made up', words: ['made up'] }];
      await account.context.approvals.store.open({ kind: 'disable', rows }, OPERATOR.userId, 60 * 60_000);
    }
    expect(await account.toggle('disable', ['Timer'])).toMatchObject({
      kind: 'refused',
      refusal: { why: 'too-many', what: 'pending approval requests', max: 20 },
    });
    expect(await account.toggle('disable', ['Timer'], OTHER_OPERATOR)).toMatchObject({ kind: 'approval-asked' });
  });

  test.each([
    ['only deleting needs an approval', async () => ['delete'] as const],
    ['nothing does', async () => []],
  ])('is done at once if %s', async (_when, readChosen) => {
    const account = await open(readChosen);
    expect(await account.toggle('disable', ['Timer'])).toMatchObject({ kind: 'toggled' });
  });

  test('is refused while nobody knows whether it needs one, and enabling is not', async () => {
    const account = await open(async () => {
      throw new Error('made-up: the store is away');
    });
    const refused = { kind: 'refused', refusal: { why: 'who-unknown', reason: 'settings' } };
    expect(await account.toggle('disable', ['Timer'])).toEqual(refused);
    expect(await account.toggle('disable', ['Timer', 'News'])).toMatchObject({
      results: [{ kind: 'refused' }, { kind: 'refused' }],
    });
    expect(account.changes()).toEqual([]);
    expect(await account.toggle('enable', ['Night Watch'])).toMatchObject({ kind: 'toggled' });
  });

  test.each([['Night Watch'], ['Night Watch, Café Finder']])('is not got around by undoing: %s', async (listed) => {
    const names = listed.split(', ');
    const choice = { isChosen: false };
    const account = await open(async () => (choice.isChosen ? ['disable'] : []));
    await account.toggle('disable', names);
    const enabled = changeOf(await account.toggle('enable', names));
    if (!enabled) throw new Error('nothing was enabled');
    const { id: changeId } = await account.context.undoLog.record(OPERATOR.userId, enabled);
    choice.isChosen = true;
    const outcome = await account.run({ verb: 'undo', changeId });
    expect(askedIn(outcome).what).toMatchObject({ kind: 'disable', rows: names.map((name) => ({ name })) });
    for (const name of names) expect(await account.isEnabled(name)).toBe(true);
    await account.approve(askedIn(outcome).id);
    for (const name of names) expect(await account.isEnabled(name)).toBe(false);
  });
});

describe('an approved request', () => {
  test.each([
    ['one', ['Timer']],
    ['several', ['Timer', 'News']],
  ])('of %s that the service rejects waits again', async (_what, names) => {
    const account = await open();
    const { id } = askedIn(await account.toggle('disable', names));
    account.faults.add({
      match: { path: /installed-capability/, method: 'PUT' },
      fault: { kind: 'status', status: 401 },
    });
    expect(await account.approve(id)).toMatchObject({ kind: 'approved', waitsAgain: true });
    expect(await account.isEnabled('Timer')).toBe(true);
  });

  test('finds it disabled already: nothing is claimed', async () => {
    const account = await open();
    const { id } = askedIn(await account.toggle('disable', ['Timer']));
    const row = await account.installed('Timer');
    await account.context.service.setInstalledAbility(row, { enabled: false, triggerWords: row.triggerWords });
    const outcome = await account.approve(id);
    expect(outcome).toMatchObject({ of: { kind: 'unchanged' }, waitsAgain: false });
    expect(changeOf(outcome)).toBeNull();
  });

  test.each([
    ['one', ['Timer'], { kind: 'toggled', enabled: false }],
    ['several', ['Timer', 'News'], { results: [{ kind: 'toggled' }, { kind: 'toggled' }] }],
  ])('of %s whose process was killed after the change is told as done', async (_what, names, of) => {
    const account = await open();
    const { id } = askedIn(await account.toggle('disable', names));
    await account.context.approvals.store.decide(id, BEN.userId, 'in-progress', 'attempt');
    for (const name of names) {
      const row = await account.installed(name);
      await account.context.service.setInstalledAbility(row, { enabled: false, triggerWords: row.triggerWords });
    }
    expect(await account.run({ verb: 'approve', id }, ANA)).toMatchObject({ kind: 'approved', of });
  });
});

describe('a request of an editor', () => {
  test('is withdrawn by them, and declined by admins only', async () => {
    const account = await open();
    const { id } = askedIn(await account.toggle('disable', ['Timer']));
    expect(await account.run({ verb: 'decline', id }, OTHER_OPERATOR)).toMatchObject({
      kind: 'refused',
      refusal: { why: 'role-missing', verb: 'decline', needed: 'admin' },
    });
    expect(await account.run({ verb: 'approve', id }, OPERATOR)).toMatchObject({ kind: 'refused' });
    expect(await account.run({ verb: 'approvals', wanted: 'decline' })).toMatchObject({ waiting: [{ id }] });
    expect(await account.run({ verb: 'decline', id })).toMatchObject({ kind: 'declined' });
    expect(await account.approve(id)).toMatchObject({ kind: 'approval-over' });
    expect(account.changes()).toEqual([]);
  });
});
