import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src/store/undo-record.ts';
import { actorAs } from '../actors.ts';
import { ANA, BEN, useAccounts } from './account.ts';
import { cannotUndo, change, keep, toggle, undo, undoneBy } from './take-back-steps.ts';

const PUT = /edit-installed-capability/;
const MINUTE = 60_000;

describe('who and when', () => {
  const openAccount = useAccounts();

  test('anybody with access can undo what another did', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'), BEN);
    expect(await undo(account, id, ANA)).toMatchObject({ kind: 'undone' });
    expect(await undoneBy(account, id)).toBe(ANA.userId);
  });

  test('without an ID it is the latest of the one who asks', async () => {
    const account = await openAccount();
    await change(account, toggle('disable', 'Weather'), ANA);
    account.clock.move(1);
    const id = await change(account, toggle('disable', 'News'), ANA);
    account.clock.move(1);
    await change(account, toggle('disable', 'Timer'), BEN);
    expect(await undo(account, null, ANA)).toMatchObject({ kind: 'undone', changeId: id, of: { name: 'News' } });
    expect(await undo(account, null, actorAs('U0GUS'))).toEqual(cannotUndo('none', null));
  });

  test('without an ID, a second undo reverts the change before, and not the first undo', async () => {
    const account = await openAccount();
    const first = await change(account, toggle('disable', 'Weather'), ANA);
    account.clock.move(1);
    const second = await change(account, toggle('disable', 'News'), ANA);
    account.clock.move(1);
    const command = { verb: 'undo', changeId: null } as const;
    const back = await change(account, command, ANA);
    account.clock.move(1);
    expect(await account.context.undoLog.find(second)).toMatchObject({ undoneBy: ANA.userId });
    expect(await undo(account, null, ANA)).toMatchObject({ kind: 'undone', changeId: first, of: { name: 'Weather' } });
    // The undo itself can be undone by its ID.
    expect(await undo(account, back, ANA)).toMatchObject({
      kind: 'undone',
      isRedo: true,
      of: { name: 'News', enabled: false },
    });
  });

  test('without an ID, an undo by a button is skipped, and its redo is the latest change again', async () => {
    const account = await openAccount();
    const first = await change(account, toggle('disable', 'Weather'));
    account.clock.move(1);
    const second = await change(account, toggle('disable', 'News'));
    account.clock.move(1);
    const undone = await change(account, { verb: 'undo', changeId: second });
    account.clock.move(1);
    const redone = await change(account, { verb: 'undo', changeId: undone });
    account.clock.move(1);
    expect(await undo(account, null)).toMatchObject({
      kind: 'undone',
      isRedo: false,
      changeId: redone,
      of: { name: 'News', enabled: true },
    });
    account.clock.move(1);
    expect(await undo(account, null)).toMatchObject({ kind: 'undone', changeId: first, of: { name: 'Weather' } });
  });

  test('without an ID, what cannot be taken back is passed over', async () => {
    const account = await openAccount();
    const [weather, echo] = [await account.ability('Weather'), await account.agent('Echo')];
    const id = await change(account, toggle('disable', 'News'));
    const others: Change[] = [
      { kind: 'deleted', items: [{ id: AbilityId.parse(1), name: 'Timer' }] },
      { kind: 'uploaded', abilityId: weather.id, name: 'Weather', how: 'update' },
      { kind: 'assigned', agentId: echo.id, agentName: 'Echo', before: null, after: [weather.id] },
    ];
    for (const made of others) {
      account.clock.move(1);
      await account.context.undoLog.record(ANA.userId, made);
    }
    expect(await undo(account, null, ANA)).toMatchObject({ kind: 'undone', changeId: id, of: { name: 'News' } });
  });

  test('without an ID, what another has taken back already is passed over', async () => {
    const account = await openAccount();
    const first = await change(account, toggle('disable', 'News'));
    account.clock.move(1);
    const second = await change(account, toggle('disable', 'Timer'));
    await undo(account, second, BEN);
    expect(await undo(account, null, ANA)).toMatchObject({ kind: 'undone', changeId: first });
  });

  test('an ID that nobody knows', async () => {
    const account = await openAccount();
    expect(await undo(account, '0123456789abcdef')).toEqual(cannotUndo('unknown', null));
  });

  test('ten minutes it can be taken back, and not a moment longer', async () => {
    const account = await openAccount();
    const [first, second] = [
      await change(account, toggle('disable', 'News')),
      await change(account, toggle('disable', 'Timer')),
    ];
    account.clock.move(10 * MINUTE);
    expect(await undo(account, first)).toMatchObject({ kind: 'undone' });
    account.clock.move(1);
    const calls = account.calls().length;
    expect(await undo(account, second)).toEqual(cannotUndo('too-late', 'Timer'));
    expect(account.calls()).toHaveLength(calls);
  });

  test('only once', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'));
    await undo(account, id);
    expect(await undo(account, id, BEN)).toEqual(cannotUndo('undone-already', 'News'));
  });

  test('of two concurrent clicks one undoes it', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'));
    const outcomes = await Promise.all([undo(account, id, ANA), undo(account, id, BEN)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['refused', 'undone']);
    expect(outcomes).toContainEqual(cannotUndo('undone-already', 'News'));
  });

  test('what was changed in another account is left alone', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'));
    const keyStore = {
      present: async () => null,
      check: async () => ({ ok: true }) as const,
      connect: async () => undefined,
      disconnect: async () => undefined,
    };
    // The clock was set back meanwhile.
    const since = new Date(account.clock.at - 1);
    const connection = { kind: 'own', state: 'connected', keyStore, since, version: 2 } as const;
    const context = { ...account.context, connection };
    expect(await undo({ ...account, context }, id)).toEqual(cannotUndo('other-account', 'News'));
    const earlier = { ...connection, since: new Date(account.clock.at + 1), version: 1 };
    expect(await undo({ ...account, context: { ...context, connection: earlier } }, id)).toMatchObject({
      kind: 'undone',
    });
  });

  test('what was taken back can be taken back', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'));
    const again = await keep(await undo(account, id), account.context, ANA);
    expect(await undo(account, again)).toMatchObject({ kind: 'undone', changeId: again, of: { enabled: false } });
    expect((await account.installed('News')).enabled).toBe(false);
  });

  test.each<[Change, string]>([
    [{ kind: 'deleted', items: [{ id: AbilityId.parse(1), name: 'Weather' }] }, 'Weather'],
    [{ kind: 'deleted', items: [1, 2].map((id) => ({ id: AbilityId.parse(id), name: `A${id}` })) }, '2 Abilities'],
    [{ kind: 'uploaded', abilityId: AbilityId.parse(1), name: 'Night Tides', how: 'new' }, 'Night Tides'],
  ])('%j stays', async (made, what) => {
    const account = await openAccount();
    const { id } = await account.context.undoLog.record(ANA.userId, made);
    expect(await undo(account, id)).toEqual(cannotUndo('not-undoable', what));
    expect(account.calls()).toEqual([]);
  });

  test.each([
    ['refuses', { kind: 'status', status: 401 }, 'none'],
    ['loses its answer', { kind: 'reset' }, 'unknown'],
  ] as const)('when the service %s it can be tried again', async (_what, fault, effect) => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'));
    account.faults.add({ match: { path: PUT }, fault });
    expect(await undo(account, id)).toMatchObject({ kind: 'trouble', effect });
    expect(await undoneBy(account, id)).toBeNull();
    account.faults.clear();
    expect(await undo(account, id)).toMatchObject({ kind: 'undone' });
  });

  test('when the service cannot be read it can be tried again', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'));
    account.faults.add({ match: {}, fault: { kind: 'status', status: 500 } });
    expect(await undo(account, id)).toMatchObject({ kind: 'trouble', effect: 'none' });
    expect(await undoneBy(account, id)).toBeNull();
  });
});
