import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ability, AbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { useAccounts } from '../core/operations/account.ts';
import { zipOf } from '../e2e/zips.ts';
import { makeFolder } from '../make-folder.ts';
import { ADD, type Bench, LOST, openBench, REFUSAL, SETTINGS } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });
const open = async () => openBench(await openAccount(), 'libsql');

const TEMPLATE = { path: /template-file/ };

/** Somebody else uploads without the bot. */
async function othersUpload(bench: Bench, name: string, description = 'By somebody else.'): Promise<void> {
  const bytes = await zipOf({ 'other/main.py': '# by somebody else\n', 'other/__init__.py': '' });
  const id = `F-other-${name}`;
  await bench.hold(id, bytes);
  const path = bench.held.get(id);
  if (!path) throw new Error('There is no zip.');
  await bench.account.context.service.uploadAbility({
    name,
    description,
    category: 'skill',
    triggerWords: ['other'],
    zip: { path, fileName: 'other.zip' },
    existingIds: new Set(),
  });
}

/** The list as if somebody had renamed the Ability. */
const renamed = (rows: Ability[], id: number, name: string) =>
  rows.map((row) => (row.id === id ? { ...row, name } : row));

test.each(['keeping', 'deleting'] as const)(
  'an old one that got another name before %s is not touched; it is uploaded beside it',
  async (state) => {
    const bench = await open();
    const { service } = bench.account.context;
    const old = await bench.account.ability('Weather');
    const { id } = await bench.replacing('Weather');
    bench.once(state, () =>
      bench.meet({ listAbilities: async () => renamed(await service.listAbilities(), old.id, 'Weather of old') }),
    );
    await bench.turn();
    expect(bench.calls.deletes).toBe(0);
    expect((await service.listAbilities()).some((row) => row.id === old.id)).toBe(true);
    expect((await bench.find(id)).kept).toBeNull();
  },
);

test('an old one that others delete right before the bot does is deleted, and the new one is uploaded', async () => {
  const bench = await open();
  const { service } = bench.account.context;
  const { id } = await bench.replacing('Weather');
  bench.meet({
    deleteAbilities: async (ids) => {
      await service.deleteAbilities(ids);
      // Like a service that reports the error with 400.
      bench.account.faults.add({
        match: { path: /delete-capability/ },
        times: 1,
        fault: { ...REFUSAL, body: { detail: 'Not on this account.' } },
      });
      return service.deleteAbilities(ids);
    },
  });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded', verdict: { kind: 'confirmed' } });
  expect(await bench.named('Weather')).toHaveLength(1);
});

test('an old one that others delete before it is kept: the new one is uploaded, with nothing to restore', async () => {
  const bench = await open();
  const old = await bench.account.ability('Weather');
  const { id } = await bench.replacing('Weather');
  await bench.account.context.service.deleteAbilities([old.id]);
  expect(await bench.finish(id)).toMatchObject({ kept: null, plan: { kind: 'new' }, end: { kind: 'uploaded' } });
});

test('somebody takes the name between the delete and the send: theirs is left, and it is said that the old one is gone', async () => {
  const bench = await open();
  const { service } = bench.account.context;
  const { id } = await bench.replacing('Weather');
  bench.meet({
    uploadAbility: async (upload) => {
      await othersUpload(bench, 'Weather');
      return service.uploadAbility(upload);
    },
  });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'refused-after-delete', backAs: null });
  expect((await bench.named('Weather')).map(({ description }) => description)).toEqual(['By somebody else.']);
});

test('an Agent that is deleted during the replacement is not said to need it', async () => {
  const bench = await open();
  const { service } = bench.account.context;
  const { id } = await bench.replacing('Weather');
  bench.once('restoring', () =>
    bench.meet({ listAgents: async () => (await service.listAgents()).filter(({ name }) => name !== 'Echo') }),
  );
  const { end } = await bench.finish(id);
  expect(end).toMatchObject({ kind: 'uploaded', notRestored: [expect.stringContaining('Echo')] });
  expect(JSON.stringify(end)).not.toContain('assign it again');
});

test('an Agent that the service says it has changed, but shows unchanged, is reported', async () => {
  const bench = await open();
  const { id } = await bench.replacing('Weather');
  bench.account.faults.add({ match: { path: /edit-personality/ }, fault: { kind: 'status', status: 200, body: {} } });
  const { end } = await bench.finish(id);
  expect(end).toMatchObject({
    kind: 'uploaded',
    // The upload itself assigns it to the other one.
    notRestored: [expect.stringContaining('Atlas')],
  });
});

test('what was assigned to an Agent here after the old one was kept is not taken away again', async () => {
  const bench = await openBench(await openAccountWithoutLists(), 'libsql');
  const { assignments, service } = bench.account.context;
  const [weather, other, third] = await Promise.all(['Weather', 'News', 'Timer'].map(bench.account.ability));
  const [echo, nova] = await Promise.all(['Echo', 'Nova'].map(bench.account.agent));
  if (!echo || !nova) throw new Error('The demo has changed.');
  if (!weather || !other || !third) throw new Error('The demo has changed.');
  await assignments.save(echo.id, [weather.id]);
  await assignments.save(nova.id, [weather.id, other.id]);
  const { id } = await bench.replacing('Weather');
  bench.once('restoring', () => assignments.save(nova.id, [other.id, third.id]));
  const sent: number[][] = [];
  bench.meet({
    setAgentAbilities: (agentId, ids) => {
      sent.push([...ids]);
      return service.setAgentAbilities(agentId, ids);
    },
  });
  await bench.finish(id);
  const [fresh] = await bench.named('Weather');
  expect(sent).toEqual([[other.id, third.id, fresh?.id]]);
});
const openAccountWithoutLists = useAccounts();

test.each([
  ['answers 404', { kind: 'status', status: 404 }],
  ['answers with a web page', { kind: 'html' }],
] as const)('the old package is not given (%s), the new one is refused: it is said to be gone', async (_, fault) => {
  const bench = await open();
  const { id } = await bench.replacing('Weather');
  bench.account.faults.add({ match: TEMPLATE, fault });
  bench.account.faults.add({ match: ADD, times: 1, fault: REFUSAL });
  const { end, kept } = await bench.finishWithoutBackup(id);
  expect(end).toMatchObject({ kind: 'refused-after-delete', backAs: null });
  expect(kept).toMatchObject({ packageHeld: false });
  expect(await bench.named('Weather')).toEqual([]);
});

test('the old package is a zip that cannot be repacked and the new one is refused: it ends, and is reported as gone', async () => {
  const bench = await open();
  const { id } = await bench.replacing('Weather');
  const twice = await zipOf({ 'main.py': 'one\n', 'main.pi': 'two\n' });
  const body = Buffer.from(twice.toString('latin1').replaceAll('main.pi', 'main.py'), 'latin1');
  bench.account.faults.add({
    match: TEMPLATE,
    fault: { kind: 'status', status: 200, headers: { 'content-type': 'application/zip' }, body },
  });
  bench.account.faults.add({ match: ADD, times: 1, fault: REFUSAL });
  expect((await bench.finishWithoutBackup(id)).end).toMatchObject({
    kind: 'refused-after-delete',
    backAs: null,
    sentence: expect.stringContaining('Forbidden module import: os'),
  });
});

test('the new one that appears late is not taken for the old one, when that could not be put back', async () => {
  const bench = await open();
  const { service } = bench.account.context;
  const old = await bench.account.ability('Weather');
  const words = { description: old.description ?? '', triggerWords: old.triggerWords };
  const { id } = await bench.replacing('Weather', { form: words });
  bench.account.faults.add({ match: TEMPLATE, fault: { kind: 'status', status: 404 } });
  bench.account.faults.add({ match: ADD, times: 1, fault: REFUSAL });
  bench.once('putting-back', () =>
    bench.meet({
      listAbilities: async () => [...(await service.listAbilities()), { ...old, id: AbilityId.parse(old.id + 5000) }],
    }),
  );
  expect((await bench.finishWithoutBackup(id)).end).toMatchObject({ kind: 'uploaded', abilityId: old.id + 5000 });
});

test('putting back is tried as long as any upload, even when the time for the new one was over', async () => {
  const bench = await open();
  const { id } = await bench.replacing('Weather');
  const old = await bench.account.ability('Weather');
  bench.account.faults.add({ match: ADD, times: 1, fault: REFUSAL });
  bench.once('putting-back', () => {
    bench.account.faults.add({ match: { path: /get-all-capabilities/ }, times: 6, fault: LOST });
  });
  bench.clock.at = (await bench.find(id)).giveUpAt;
  const { end } = await bench.finish(id);
  expect(end).toMatchObject({ kind: 'refused-after-delete', backAs: expect.any(Number) });
  expect((await bench.named('Weather')).map(({ description }) => description)).toEqual([old.description]);
});

test('the time is over while nobody knows whether the new one was made: the old one goes back', async () => {
  const bench = await open();
  const old = await bench.account.ability('Weather');
  const { id } = await bench.replacing('Weather', { form: { description: 'New words.' } });
  bench.account.faults.add({ match: ADD, times: 1, fault: LOST });
  bench.once('confirming', () => {
    bench.account.faults.add({ match: { path: /get-all-capabilities/ }, times: 6, fault: LOST });
    bench.clock.at += SETTINGS.giveUpMs;
  });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'refused-after-delete', backAs: expect.any(Number) });
  expect((await bench.named('Weather')).map(({ description }) => description)).toEqual([old.description]);
});

test('the new one was made without an answer and is seen only after the time: it is kept, and gets what the old one had', async () => {
  const bench = await open();
  const { id } = await bench.replacing('Weather', { form: { description: 'New words.' } });
  bench.account.faults.add({ match: ADD, times: 1, afterEffect: true, fault: LOST });
  bench.once('confirming', () => {
    bench.account.faults.add({ match: { path: /get-all-capabilities/ }, times: 6, fault: LOST });
    bench.clock.at += SETTINGS.giveUpMs;
  });
  const { end } = await bench.finish(id);
  const [fresh, ...more] = await bench.named('Weather');
  expect(end).toMatchObject({ kind: 'uploaded', abilityId: fresh?.id, notRestored: [] });
  expect(fresh?.description).toBe('New words.');
  expect(more).toEqual([]);
});

test('an old one that got other code since the question is not deleted; it is asked about again', async () => {
  const bench = await open();
  const { service } = bench.account.context;
  const old = await bench.account.ability('Weather');
  const { id } = await bench.replacing('Weather');
  const release = await service.findRelease(old.id);
  if (!release) throw new Error('It has no release.');
  const path = join(await makeFolder(), 'code.zip');
  await writeFile(path, await zipOf({ 'main.py': '# by somebody else\n', '__init__.py': '' }));
  await service.updateRelease(release.releaseId, { path, fileName: 'code.zip' }, 'Elsewhere');
  const asked = await bench.finish(id);
  expect(asked).toMatchObject({ state: 'asking', kept: null, question: { by: { abilityId: old.id } } });
  expect(bench.calls.deletes).toBe(0);
});
