import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withTimeBudget } from '../../../src/base/request-context.ts';
import type { Command } from '../../../src/core/command.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import { auditResultOf } from '../../../src/core/registry.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { EMPTY_SETTINGS } from '../../../src/store/settings-record.ts';
import { type Account, ANA, BEN, useAccounts } from './account.ts';
import { change, toggle, undoneBy } from './take-back-steps.ts';

const open = useAccounts();
const HOUR = 60 * 60_000;
const BUSY = { kind: 'refused', refusal: { why: 'busy' } };

/** Runs a command while the clock moves, so that it waits for a lease as long as it may. */
async function run({ clock, context }: Account, command: Command, requester = ANA): Promise<Outcome> {
  let isSettled = false;
  const outcome = runIfAllowed(command, context, requester).finally(() => {
    isSettled = true;
  });
  while (!isSettled) {
    await setImmediate();
    clock.move(100);
  }
  return outcome;
}

test('what another process changes all the time is not changed, and the audit log says that it was refused', async () => {
  const account = await open();
  const { id } = await account.installed('News');
  await account.othersLeases.take(`installed:${id}`, HOUR);
  const outcome = await run(account, toggle('disable', 'News'));
  expect(outcome).toEqual(BUSY);
  expect(auditResultOf(outcome)).toMatchObject({ outcome: 'refused', why: 'busy', before: null, after: null });
  const words: Command = {
    verb: 'change-triggers',
    target: { by: 'installed', id },
    change: { kind: 'replace', words: ['x'] },
  };
  expect(await run(account, words)).toEqual(BUSY);
  expect(account.changes()).toEqual([]);
});

test('of several, the others are changed', async () => {
  const account = await open();
  const [news, weather] = [await account.installed('News'), await account.installed('Weather')];
  await account.othersLeases.take(`installed:${news.id}`, HOUR);
  expect(await run(account, toggle('disable', 'News', 'Weather'))).toEqual({
    kind: 'toggled-several',
    enabled: false,
    results: [
      { kind: 'refused', asked: 'News', refusal: { why: 'busy', name: 'News' } },
      { kind: 'toggled', id: weather.id, name: 'Weather', words: weather.triggerWords },
    ],
  });
  expect((await account.installed('News')).enabled).toBe(true);
});

test('an undo that finds it busy can be tried again', async () => {
  const account = await open();
  const id = await change(account, toggle('disable', 'News'));
  const thing = `installed:${(await account.installed('News')).id}`;
  await account.othersLeases.take(thing, HOUR);
  expect(await run(account, { verb: 'undo', changeId: id })).toEqual(BUSY);
  expect(await undoneBy(account, id)).toBeNull();
  await account.othersLeases.release(thing);
  expect(await run(account, { verb: 'undo', changeId: id })).toMatchObject({ kind: 'undone' });
});

test('an approval that finds it busy stays pending', async () => {
  const account = await open();
  const { id, name } = await account.ability('Timer');
  const { approvals } = account.context;
  const subject = { kind: 'delete', abilities: [{ id, name }] } as const;
  const asked = await approvals.store.open({ ...subject, abilities: [...subject.abilities] }, ANA.userId, HOUR);
  await account.othersLeases.take(`ability:${id}`, HOUR);
  expect(await run(account, { verb: 'approve', id: asked.id }, BEN)).toEqual(BUSY);
  expect((await approvals.store.waiting(9)).map((waiting) => waiting.id)).toEqual([asked.id]);
  expect(account.changes()).toEqual([]);
});

test('settings that somebody else saves are not saved', async () => {
  const account = await open();
  await account.othersLeases.take('settings', HOUR);
  const settings = { ...EMPTY_SETTINGS, memberRole: 'viewer' } as const;
  expect(await run(account, { verb: 'save-settings', settings, base: null })).toEqual(BUSY);
  expect(await account.context.settings.store.read()).toEqual(EMPTY_SETTINGS);
});

test('without time left, a change does not wait at all', async () => {
  const account = await open();
  await account.othersLeases.take('settings', HOUR);
  const command = { verb: 'save-settings', settings: { ...EMPTY_SETTINGS, memberRole: 'viewer' }, base: null } as const;
  expect(await withTimeBudget(0, () => runIfAllowed(command, account.context, ANA))).toEqual(BUSY);
});
