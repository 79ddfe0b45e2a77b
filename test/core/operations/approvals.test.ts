import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import type { TeamApprovals } from '../../../src/core/operation-context.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import { auditResultOf, changeOf } from '../../../src/core/registry.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../../src/store/approval-record.ts';
import { actorAs } from '../actors.ts';
import { type Account, ANA, BEN, useAccounts } from './account.ts';

const openAccount = useAccounts();

const CLEO = actorAs('U0CLEO');
const HOUR = 60 * 60_000;
const DELETE = /delete-capability/;

/** The demo account of a workspace that requires a second admin, unless `more` overrides it. */
async function open(more: Partial<TeamApprovals> = {}) {
  const account = await openAccount();
  const approvals = {
    ...account.context.approvals,
    readChosen: async () => ['delete-enabled', 'replace-enabled'] as const,
    ...more,
  };
  const context = { ...account.context, approvals };
  const run = (command: Command, requester = ANA) => runIfAllowed(command, context, requester);
  const remove = async (names: string[], requester = ANA) => {
    const abilities = await Promise.all(names.map(account.ability));
    const targets = abilities.map(({ id }) => ({ by: 'ability', id }) as const);
    return run({ verb: 'delete', targets, confirmed: true }, requester);
  };
  const approve = (id: string, requester = BEN) => run({ verb: 'approve', id }, requester);
  const decline = (id: string, requester = BEN) => run({ verb: 'decline', id }, requester);
  const names = async () => (await context.service.listAbilities()).map(({ name }) => name);
  return { ...account, context, run, remove, approve, decline, names };
}

function askedIn(outcome: Outcome): ApprovalRecord {
  if (outcome.kind !== 'approval-asked') throw new Error(`${outcome.kind} does not wait for anybody`);
  return outcome.approval;
}

/** The toggles and deletions requested from the service. */
const deletions = ({ calls }: Pick<Account, 'calls'>) => calls().filter((call) => DELETE.test(call));

describe('deleting', () => {
  test('an enabled Ability waits, and nothing is deleted', async () => {
    const account = await open();
    const approval = askedIn(await account.remove(['Timer']));
    const { id } = await account.ability('Timer');
    expect(approval).toMatchObject({
      askedBy: ANA.userId,
      state: 'waiting',
      place: null,
      what: { kind: 'delete', abilities: [{ id, name: 'Timer', enabled: true }] },
      expiresAt: new Date(account.clock.at + HOUR),
    });
    expect(deletions(account)).toEqual([]);
    expect(auditResultOf({ kind: 'approval-asked', approval, announcedIn: null })).toMatchObject({
      outcome: 'unchanged',
      why: 'waiting for approval',
      targets: [{ kind: 'ability', id: String(id), name: 'Timer' }],
    });
  });

  test('one that is disabled, or not installed, is done immediately', async () => {
    const account = await open();
    expect(await account.remove(['Night Watch'])).toMatchObject({ kind: 'deleted' });
    expect(await account.names()).not.toContain('Night Watch');
  });

  test('one that is disabled waits too, if all deletes need a second admin', async () => {
    const account = await open({ readChosen: async () => ['delete'] });
    const { id } = await account.ability('Night Watch');
    const target = { by: 'ability', id } as const;
    const question = await account.run({ verb: 'delete', targets: [target], confirmed: false });
    expect(question).toMatchObject({ kind: 'delete-question', waits: true });
    const { what } = askedIn(await account.remove(['Night Watch']));
    expect(what).toMatchObject({ abilities: [{ name: 'Night Watch', enabled: false }] });
    expect(deletions(account)).toEqual([]);
  });

  test('several wait together when one of them is enabled', async () => {
    const account = await open();
    const { what } = askedIn(await account.remove(['Night Watch', 'Timer']));
    expect(what).toMatchObject({
      abilities: [
        { name: 'Night Watch', enabled: false },
        { name: 'Timer', enabled: true },
      ],
    });
    expect(deletions(account)).toEqual([]);
  });

  test('with the setting off, it is done immediately', async () => {
    const account = await open({ readChosen: async () => [] });
    expect(await account.remove(['Timer'])).toMatchObject({ kind: 'deleted' });
  });

  test.each([
    ['whether it is enabled', {}, { kind: 'trouble', effect: 'none' }],
    [
      'whether a second admin is needed',
      {
        readChosen: async () => {
          throw new Error('made-up: the store is away');
        },
      },
      { kind: 'refused', refusal: { why: 'who-unknown', reason: 'settings' } },
    ],
  ])('while it is unknown %s, nothing is done', async (_what, more, told) => {
    const account = await open(more);
    const { id } = await account.ability('Timer');
    account.faults.add({
      match: { path: /get-installed|installed-capabilities/ },
      fault: { kind: 'status', status: 500 },
    });
    const targets = [{ by: 'ability', id }] as const;
    expect(await account.run({ verb: 'delete', targets: [...targets], confirmed: true })).toMatchObject(told);
    expect(deletions(account)).toEqual([]);
    expect(await account.context.approvals.store.waiting(10)).toEqual([]);
  });

  test('before it is confirmed it only asks', async () => {
    const { run } = await open();
    const outcome = await run({ verb: 'delete', targets: [{ by: 'name', name: 'Timer' }], confirmed: false });
    expect(outcome.kind).toBe('delete-question');
  });
});

describe('approving', () => {
  test('carries out exactly what was asked for', async () => {
    const account = await open();
    const before = await account.names();
    const { id: timerId } = await account.ability('Timer');
    const { id } = askedIn(await account.remove(['Timer']));
    const outcome = await account.approve(id);
    expect(outcome).toMatchObject({
      kind: 'approved',
      waitsAgain: false,
      of: { kind: 'deleted', name: 'Timer' },
      approval: { askedBy: ANA.userId, decidedBy: BEN.userId, state: 'approved' },
    });
    expect(await account.names()).toEqual(before.filter((name) => name !== 'Timer'));
    expect(changeOf(outcome)).toEqual({
      kind: 'deleted',
      items: [{ id: timerId, name: 'Timer', installedIds: [expect.any(Number)] }],
    });
    expect(auditResultOf(outcome)).toEqual({
      outcome: 'done',
      why: null,
      before: 'on the account',
      after: 'deleted',
      request: { askedBy: ANA.userId, verb: 'delete' },
      folds: null,
      targets: [{ kind: 'ability', id: String(timerId), name: 'Timer' }],
    });
  });

  test('several together', async () => {
    const account = await open();
    const { id } = askedIn(await account.remove(['Night Watch', 'Timer']));
    expect(await account.approve(id)).toMatchObject({ kind: 'approved', of: { kind: 'deleted-several' } });
    expect(await account.names()).not.toEqual(expect.arrayContaining(['Timer']));
    expect(await account.names()).not.toEqual(expect.arrayContaining(['Night Watch']));
  });

  test('is not for the one who asked', async () => {
    const account = await open();
    const { id } = askedIn(await account.remove(['Timer']));
    expect(await account.approve(id, ANA)).toEqual({ kind: 'refused', refusal: { why: 'own-approval', id } });
    expect(deletions(account)).toEqual([]);
    expect(await account.approve(id)).toMatchObject({ kind: 'approved' });
  });

  test.each(['none', 'viewer', 'editor'] as const)('is not for somebody with the role %s', async (role) => {
    const account = await open();
    const { id } = askedIn(await account.remove(['Timer']));
    for (const decide of [account.approve, account.decline]) {
      const refused = { kind: 'refused', refusal: { why: 'role-missing', has: role } };
      expect(await decide(id, actorAs('U0DAN', role))).toMatchObject(refused);
    }
    expect(await account.run({ verb: 'approvals' }, actorAs('U0DAN', role))).toMatchObject({ kind: 'refused' });
    expect(deletions(account)).toEqual([]);
    expect(await account.approve(id)).toMatchObject({ kind: 'approved' });
  });

  test('of two concurrent ones, one succeeds', async () => {
    const account = await open();
    const { id } = askedIn(await account.remove(['Timer']));
    const outcomes = await Promise.all([account.approve(id, BEN), account.approve(id, CLEO)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['approval-over', 'approved']);
    expect(deletions(account)).toHaveLength(1);
    expect(await account.approve(id, CLEO)).toMatchObject({ kind: 'approval-over', approval: { state: 'approved' } });
    expect(deletions(account)).toHaveLength(1);
  });

  test('comes too late once it has expired', async () => {
    const account = await open();
    const { id } = askedIn(await account.remove(['Timer']));
    account.clock.move(HOUR);
    for (const decide of [account.approve, account.decline]) {
      const outcome = await decide(id);
      expect(outcome).toMatchObject({ kind: 'approval-over', approval: { state: 'waiting' } });
      expect(auditResultOf(outcome)).toMatchObject({ outcome: 'unchanged', why: 'expired' });
    }
    expect(deletions(account)).toEqual([]);
  });

  test('finds it gone already', async () => {
    const account = await open();
    const { id: timerId } = await account.ability('Timer');
    const { id } = askedIn(await account.remove(['Timer']));
    await account.context.service.deleteAbilities([timerId]);
    const outcome = await account.approve(id);
    expect(outcome).toMatchObject({ kind: 'approved', of: { kind: 'gone-already' }, waitsAgain: false });
    expect(changeOf(outcome)).toBeNull();
    expect(auditResultOf(outcome)).toMatchObject({ outcome: 'unchanged' });
  });

  test.each([
    ['refuses', { kind: 'status', status: 401 }, 'trouble'],
    ['says done and still lists it', { kind: 'wrong-shape', body: {} }, 'still-there'],
  ] as const)('a service that %s: it waits again, and can be approved again', async (_what, fault, kind) => {
    const account = await open();
    const { id } = askedIn(await account.remove(['Timer']));
    account.faults.add({ match: { path: DELETE }, times: 1, fault });
    const outcome = await account.approve(id);
    expect(outcome).toMatchObject({ kind: 'approved', of: { kind }, waitsAgain: true });
    expect(auditResultOf(outcome)).toMatchObject({ outcome: 'failed' });
    expect(await account.approve(id, ANA)).toMatchObject({ kind: 'refused' });
    expect(await account.approve(id, CLEO)).toMatchObject({ of: { kind: 'deleted' }, waitsAgain: false });
  });

  test('when nobody knows what came of it, it does not wait again', async () => {
    const account = await open();
    const { id } = askedIn(await account.remove(['Timer']));
    account.faults.add({ match: { path: DELETE }, times: 1, fault: { kind: 'status', status: 500 } });
    expect(await account.approve(id)).toMatchObject({ of: { kind: 'maybe-deleted' }, waitsAgain: false });
    expect(await account.approve(id, CLEO)).toMatchObject({ kind: 'approval-over' });
  });

  test('works as well when the setting is off by now, and needs another admin all the same', async () => {
    const settings = { on: true };
    const account = await open({ readChosen: async () => (settings.on ? ['delete-enabled'] : []) });
    const { id } = askedIn(await account.remove(['Timer']));
    settings.on = false;
    expect(await account.approve(id, ANA)).toMatchObject({ kind: 'refused', refusal: { why: 'own-approval' } });
    expect(await account.approve(id)).toMatchObject({ kind: 'approved' });
  });

  test('knows nothing of what another workspace asked for', async () => {
    const [here, there] = [await open(), await open()];
    const { id } = askedIn(await here.remove(['Timer']));
    for (const decide of [there.approve, there.decline]) {
      expect(await decide(id)).toEqual({ kind: 'refused', refusal: { why: 'no-such-approval', id } });
    }
    expect(await here.approve(id)).toMatchObject({ kind: 'approved' });
  });
});

describe('declining', () => {
  test.each([
    ['another admin', BEN, 'declined'],
    ['the one who asked', ANA, 'withdrawn'],
  ])('by %s ends it', async (_who, requester, after) => {
    const account = await open();
    const { id } = askedIn(await account.remove(['Timer']));
    const outcome = await account.decline(id, requester);
    expect(outcome).toMatchObject({ kind: 'declined', approval: { decidedBy: requester.userId } });
    expect(auditResultOf(outcome)).toMatchObject({ outcome: 'done', after, targets: [{ name: 'Timer' }] });
    expect(await account.approve(id)).toMatchObject({ kind: 'approval-over', approval: { state: 'declined' } });
    expect(await account.names()).toContain('Timer');
  });
});

describe('replacing', () => {
  const what: ApprovalSubject = { kind: 'replace', uploadId: 'made-up', abilityId: null, name: 'Weather', wrap: true };

  test.each([
    ['takes it', true, 'replacing', 'done'],
    ['is past that', false, 'upload-past', 'unchanged'],
  ] as const)('passes the decision to the upload, and reports that it %s', async (_what, taken, kind, ended) => {
    const given: ApprovalSubject[] = [];
    const account = await open({
      decide: async (subject) => {
        given.push(subject);
        return taken;
      },
    });
    const { id } = await account.context.approvals.store.open(what, ANA.userId, HOUR);
    expect(await account.approve(id, ANA)).toMatchObject({ kind: 'refused' });
    expect(given).toEqual([]);
    const outcome = await account.approve(id);
    expect(outcome).toMatchObject({ kind: 'approved', of: { kind }, waitsAgain: false });
    expect(auditResultOf(outcome)).toMatchObject({ outcome: ended, targets: [{ kind: 'upload', id: 'made-up' }] });
    expect(given).toEqual([what]);
  });
});

test('what waits is listed, without what was decided', async () => {
  const account = await open();
  const [declined, waiting] = [askedIn(await account.remove(['Timer'])), askedIn(await account.remove(['News'], BEN))];
  await account.decline(declined.id);
  expect(await account.run({ verb: 'approvals' })).toEqual({ kind: 'approvals', waiting: [waiting] });
});
