import { describe, expect, test } from 'vitest';
import { changeOf } from '../../../src/core/registry.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { ANA, BEN, useAccounts } from './account.ts';
import { cannotUndo, change, keep, toggle, undo, undoneBy } from './take-back-steps.ts';

const PUT = /edit-installed-capability/;

describe('a switch', () => {
  const openAccount = useAccounts();

  test('is taken back, and its words stay', async () => {
    const account = await openAccount();
    const before = await account.installed('News');
    const id = await change(account, toggle('disable', 'News'));
    expect(await undo(account, id)).toEqual({
      kind: 'undone',
      changeId: id,
      isRedo: false,
      of: {
        kind: 'toggled',
        id: before.id,
        name: 'News',
        enabled: true,
        triggerWords: 'kept',
        words: before.triggerWords,
      },
      shared: null,
    });
    const { lastUpdated: _then, ...kept } = before;
    expect(await account.installed('News')).toMatchObject(kept);
    expect(await undoneBy(account, id)).toBe(ANA.userId);
  });

  test('that somebody switched since is not', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'));
    await runIfAllowed(toggle('enable', 'News'), account.context, BEN);
    const sent = account.changes().length;
    expect(await undo(account, id)).toEqual(cannotUndo('moved-on', 'News'));
    expect(account.changes()).toHaveLength(sent);
    expect(await undoneBy(account, id)).toBeNull();
  });

  test('of an Ability that is gone is reported as such, and can be tried again', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News'));
    await account.context.service.deleteAbilities([(await account.ability('News')).id]);
    expect(await undo(account, id)).toMatchObject({ kind: 'refused', refusal: { why: 'no-such-ability' } });
    expect(await undoneBy(account, id)).toBeNull();
  });
});

describe('several switches', () => {
  const openAccount = useAccounts();

  test('are all taken back', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News', 'Weather'));
    expect(await undo(account, id)).toMatchObject({
      kind: 'undone',
      changeId: id,
      of: {
        kind: 'toggled-several',
        enabled: true,
        results: [
          { kind: 'toggled', name: 'News' },
          { kind: 'toggled', name: 'Weather' },
        ],
      },
    });
    expect((await account.installed('News')).enabled).toBe(true);
  });

  test('are taken back, also if somebody switched one back since', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News', 'Weather'));
    await runIfAllowed(toggle('enable', 'News'), account.context, BEN);
    const outcome = await undo(account, id);
    expect(outcome).toMatchObject({
      kind: 'undone',
      of: {
        results: [
          { kind: 'unchanged', name: 'News' },
          { kind: 'toggled', name: 'Weather' },
        ],
      },
    });
    expect(changeOf(outcome)).toMatchObject({ items: [{ name: 'Weather', enabled: true }] });
  });

  test('that somebody switched back one and all are not', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News', 'Weather'));
    await runIfAllowed(toggle('enable', 'News', 'Weather'), account.context, BEN);
    expect(await undo(account, id)).toEqual(cannotUndo('moved-on', '2 Abilities'));
    expect(await undoneBy(account, id)).toBeNull();
  });

  test('are taken back, and a redo that comes too late says that it was one', async () => {
    const account = await openAccount();
    const undone = await undo(account, await change(account, toggle('disable', 'News', 'Weather')));
    const id = await keep(undone, account.context, ANA);
    await runIfAllowed(toggle('disable', 'News', 'Weather'), account.context, BEN);
    expect(await undo(account, id)).toEqual({
      kind: 'refused',
      refusal: { why: 'cannot-undo', reason: 'moved-on', what: '2 Abilities', isRedo: true },
    });
    account.clock.at += 11 * 60_000;
    expect(await undo(account, id)).toMatchObject({ refusal: { reason: 'too-late', isRedo: true } });
  });

  test('with which the service makes trouble can be tried again', async () => {
    const account = await openAccount();
    const id = await change(account, toggle('disable', 'News', 'Weather'));
    account.faults.add({ match: { path: PUT }, fault: { kind: 'status', status: 401 } });
    expect(await undo(account, id)).toMatchObject({ kind: 'toggled-several', results: [{ kind: 'trouble' }, {}] });
    expect(await undoneBy(account, id)).toBeNull();
    account.faults.clear();
    expect(await undo(account, id)).toMatchObject({ kind: 'undone' });
  });
});
