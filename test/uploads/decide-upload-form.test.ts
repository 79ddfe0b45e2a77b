import type { FaultRule } from '@abilities-bot/local-service';
import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { SubmitCommand } from '../../src/core/features/upload/submit.ts';
import { auditLineOf, auditResultOf, findTargets, isAudited, verbOf } from '../../src/core/registry.ts';
import { runIfAllowed } from '../../src/core/run-command.ts';
import type { ApprovalChoice } from '../../src/store/settings-record.ts';
import { actorAs } from '../core/actors.ts';
import { useAccounts } from '../core/operations/account.ts';
import { openAsking } from './asking-upload.ts';
import { FORM } from './upload-bench.ts';

const openAccount = useAccounts();
const ANA = actorAs('U0ANA');

const UPDATE = { kind: 'update' } as const;
const REPLACE = { kind: 'replace', wrap: false } as const;
const CHANGE = { kind: 'change', form: { ...FORM, name: 'Night tides' }, icon: null, wrap: false } as const;

const GONE = { kind: 'status', status: 404 } as const;

/** @param chosen what needs a second admin. @param fault of the service, from the upload on. */
async function open(chosen: readonly ApprovalChoice[] = [], fault: FaultRule | null = null) {
  const asking = await openAsking(async () => {
    const account = await openAccount();
    if (fault) account.faults.add(fault);
    return account;
  });
  const { approvals } = asking.context;
  const context = { ...asking.context, approvals: { ...approvals, readChosen: async () => chosen } };
  const command = (decision: SubmitCommand['decision'], version?: number): SubmitCommand => ({
    verb: 'decide-upload',
    upload: asking.id,
    version,
    decision,
  });
  const decide = (decision: SubmitCommand['decision'], version?: number, by = ANA) =>
    runIfAllowed(command(decision, version), context, by);
  const state = async () => (await asking.bench.find(asking.id)).state;
  return { ...asking, command, context, decide, state };
}

describe('a decision that a form sends', () => {
  test.each([
    ['update', UPDATE, 'Weather'],
    ['replace', REPLACE, 'Weather'],
    ['change', CHANGE, 'Night tides'],
  ] as const)('to %s continues the upload', async (decide, decision, name) => {
    const { decide: send, done, id, state } = await open();
    const outcome = await send(decision);
    expect(outcome).toEqual({ kind: 'upload-decided', decide, uploadId: id, name });
    expect(await state()).toBe('accepted');
    expect(done).toEqual(['wake']);
    expect(auditResultOf(outcome)).toEqual({
      targets: [{ kind: 'upload', id, name }],
      before: null,
      after: `decided: ${decide}`,
      outcome: 'done',
      why: null,
    });
  });

  test('is audited under the verb whose role it needs, with the name of the upload', async () => {
    const { command, context, id } = await open();
    const all = [UPDATE, REPLACE, CHANGE].map((decision) => command(decision));
    expect(all.map(verbOf)).toEqual(['upload', 'replace', 'upload']);
    expect(all.map(auditLineOf)).toEqual(['update', 'form replace', 'change']);
    expect(all.map(isAudited)).toEqual([true, true, true]);
    const targets = await Promise.all(all.map((one) => findTargets(one, context)));
    expect(targets.flat()).toEqual(['Weather', 'Weather', 'Night tides'].map((name) => ({ kind: 'upload', id, name })));
  });

  test('about what the form showed before it changed has no effect', async () => {
    const { decide, done, record, state } = await open();
    for (const decision of [UPDATE, REPLACE, CHANGE]) {
      const outcome = await decide(decision, record.version - 1);
      expect(outcome).toMatchObject({ kind: 'upload-past-choice' });
      expect(auditResultOf(outcome)).toMatchObject({
        outcome: 'unchanged',
        why: 'no longer waiting for a decision',
        after: null,
      });
    }
    expect(await state()).toBe('asking');
    expect(done).toEqual([]);
  });

  test('about an upload that is no longer kept has none either', async () => {
    const { command, context } = await open();
    for (const decision of [UPDATE, CHANGE]) {
      const gone = { ...command(decision), upload: '0123456789abcdef' };
      expect(await runIfAllowed(gone, context, ANA)).toMatchObject({ kind: 'upload-unknown' });
    }
  });
});

describe('a second admin', () => {
  test.each([
    ['update', UPDATE, ['update']],
    ['replace', REPLACE, ['replace']],
    ['replace what is enabled', REPLACE, ['replace-enabled']],
  ] as const)('is asked to %s, while the upload keeps asking', async (_what, decision, chosen) => {
    const { context, decide, done, id, state } = await open(chosen);
    const outcome = await decide(decision);
    if (outcome.kind !== 'approval-asked') throw new Error(`It is ${outcome.kind}.`);
    expect(outcome.approval.what).toMatchObject({ kind: decision.kind, uploadId: id, name: 'Weather' });
    expect(auditResultOf(outcome)).toMatchObject({ outcome: 'unchanged', why: 'waiting for approval' });
    expect(await state()).toBe('asking');
    expect(done).toEqual([]);
    // Nobody is asked twice for the same.
    const again = await decide(decision, undefined, actorAs('U0BEN'));
    expect(again).toEqual({ kind: 'upload-waits', approval: outcome.approval });
    expect(auditResultOf(again)).toEqual(auditResultOf(outcome));
    expect(await context.approvals.store.waiting(10)).toHaveLength(1);
  });

  test.each([
    ['an update, if only replacing needs one', UPDATE, ['replace']],
    ['an update that names nothing new', UPDATE, ['update-grown']],
    ['a replacement that names nothing new', REPLACE, ['update-grown']],
    ['other values', CHANGE, ['update', 'replace']],
  ] as const)('is not asked about %s', async (_what, decision, chosen) => {
    const { decide, state } = await open(chosen);
    expect(await decide(decision)).toMatchObject({ kind: 'upload-decided' });
    expect(await state()).toBe('accepted');
  });

  test.each([UPDATE, REPLACE])(
    'is asked to $kind code that cannot be compared with the current code',
    async (decision) => {
      const { context, decide } = await open(['update-grown'], { match: { path: /template-file/ }, fault: GONE });
      expect(await decide(decision)).toMatchObject({
        kind: 'approval-asked',
        approval: { what: { kind: decision.kind, code: null } },
      });
      expect(await context.approvals.store.waiting(10)).toHaveLength(1);
    },
  );

  test('is not asked about a disabled Ability, if only enabled ones need one', async () => {
    const { account, context, decide } = await open(['replace-enabled']);
    const weather = await account.installed('Weather');
    await context.service.setInstalledAbility(weather, { enabled: false, triggerWords: weather.triggerWords });
    expect(await decide(REPLACE)).toMatchObject({ kind: 'upload-decided' });
  });

  test('is not asked, and nothing decided, while it is unknown whether it is enabled', async () => {
    const { account, context, decide, state } = await open(['replace-enabled']);
    account.faults.add({ match: { method: 'GET' }, times: 20, fault: { kind: 'status', status: 503 } });
    const outcome = await decide(REPLACE);
    expect(outcome).toMatchObject({ kind: 'upload-state-unread', name: 'Weather' });
    expect(auditResultOf(outcome)).toMatchObject({ outcome: 'failed', targets: [{ kind: 'upload', name: 'Weather' }] });
    expect(await state()).toBe('asking');
    expect(await context.approvals.store.waiting(10)).toEqual([]);
  });

  test('is not asked about another Ability than the form showed', async () => {
    const { context, decide } = await open(['update']);
    const other = { kind: 'update', abilityId: AbilityId.parse(999_999) } as const;
    expect(await decide(other)).toMatchObject({ kind: 'upload-past-choice' });
    expect(await context.approvals.store.waiting(10)).toEqual([]);
  });
});
