import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AbilityId, AgentId } from '@abilities-bot/service-api';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import { makeFolder } from '../make-folder.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { newUpload } from './new-upload.ts';
import { begunAs } from './set-up-audit-log.ts';
import { openTestStore, storeKinds } from './stores.ts';

const AUDIT_ID = '0123456789abcdef';

describe.each(storeKinds)('what one workspace has is out of reach for another on %s', (kind) => {
  test('an upload is not found, decided or moved', async () => {
    const { store } = await openTestStore(kind);
    const [mine, theirs] = [store.of('T1').uploads, store.of('T2').uploads];
    const { record } = await mine.add(newUpload('u1'));
    expect(await theirs.find('u1')).toBeNull();
    expect(await theirs.decide('u1', null, ['accepted'], () => ({ state: 'cancelled' }))).toBeNull();
    await theirs.setPlace('u1', { channel: 'C1', ts: '1.1' });
    expect([await theirs.isSubmitted('u1'), await theirs.countOpen()]).toEqual([false, { asking: 0, running: 0 }]);
    expect([await theirs.listOpen(9), await theirs.listUntold(9), await theirs.listReceipts(9)]).toEqual([[], [], []]);
    expect(await mine.find('u1')).toEqual(record);
    expect(await mine.countOpen()).toEqual({ asking: 0, running: 1 });
  });

  test("an upload's files are not read, written or deleted", async () => {
    const { store } = await openTestStore(kind);
    const [mine, theirs] = [store.of('T1').packages, store.of('T2').packages];
    const folder = await makeFolder();
    await writeFile(join(folder, 'in'), 'code');
    await store.of('T1').uploads.add(newUpload('u1'));
    await mine.put('u1', 'new', join(folder, 'in'));
    expect(await theirs.take('u1', 'new', join(folder, 'out'))).toBe(false);
    await expect(theirs.put('u1', 'new', join(folder, 'in'))).rejects.toThrow('no longer stored');
    await theirs.delete('u1');
    expect(await mine.take('u1', 'new', join(folder, 'out'))).toBe(true);
  });

  test('a change to check again is not claimed for longer, put off or deleted', async () => {
    const { store } = await openTestStore(kind, { now: () => 1000 });
    const [mine, theirs] = [store.of('T1').rechecks, store.of('T2').rechecks];
    const change = { kind: 'deleted' as const, items: [{ id: AbilityId.parse(6001), name: 'Weather' }] };
    const asked = { changeId: null, account: 0, userId: 'U1', ref: 'r1', origin: null, redraw: null };
    await mine.plan({ id: 'a1', looks: 0, change, ...asked }, 500);
    expect(await theirs.isPlanned()).toBe(false);
    await theirs.hold({ id: 'a1', looks: 0 }, 60_000);
    await theirs.again({ id: 'a1', looks: 0 }, 60_000);
    await theirs.delete('a1');
    await theirs.forget();
    expect(await store.rechecks.nextDueAt(null)).toBe(500);
  });

  test('is forgotten with it alone, except its settings and its history', async () => {
    const { store } = await openTestStore(kind, { keys: madeUpRing('first') });
    const tenants = ['T1', 'T2'] as const;
    for (const id of tenants) {
      const own = store.of(id);
      await store.installations.save({ tenantId: id, teamId: id, enterpriseId: null, document: {} });
      await own.account.save({ apiKey: 'made-up-key', connectedBy: 'U1' });
      await own.assignments.save(AgentId.parse(1), [AbilityId.parse(6001)]);
      await own.homeViewers.remember('U1', null);
      await own.snapshot.save('{}', new Date(0));
      await own.settings.save(EMPTY_SETTINGS, 'U1');
      await own.watch.add();
      await own.uploads.add(newUpload(`of-${id}`, { submissionKey: id }));
      await own.undoLogOf(null).record('U1', { kind: 'deleted', items: [] });
      await own.auditLog.begin(begunAs(AUDIT_ID));
    }
    const readAll = async (id: string) => {
      const own = store.of(id);
      return {
        gone: [
          await store.installations.find(id),
          await own.account.find(),
          (await own.assignments.all()).get(AgentId.parse(1)) ?? null,
          await own.homeViewers.find('U1'),
          await own.snapshot.read(),
          await store.watches.nextDueAt(id),
        ].map((one) => one !== null),
        kept: [
          (await own.settings.readSaved()).savedBy,
          (await own.uploads.find(`of-${id}`))?.userId,
          (await own.undoLogOf(null).recent(9)).length,
          (await own.auditLog.read(AUDIT_ID))?.userId,
        ],
      };
    };
    const kept = ['U1', 'U1', 1, 'U1'];
    const all = { gone: [true, true, true, true, true, true], kept };
    expect([await readAll('T1'), await readAll('T2')]).toEqual([all, all]);
    await store.of('T1').forget();
    const none = { gone: [false, false, false, false, false, false], kept };
    expect([await readAll('T1'), await readAll('T2')]).toEqual([none, all]);
  });
});

/** What stays after the app was removed: it expires, or applies again after an installation. */
const KEPT = [
  'approval_messages',
  'approvals',
  'attempts',
  'changes',
  'findings',
  'refusal_counts',
  'uploads',
  'workspace_settings',
];

const Table = z.object({ name: z.string() });
const Column = z.object({ name: z.string(), type: z.string(), notnull: z.number(), pk: z.number() });

test('every table with rows of a workspace is emptied when it is forgotten, except those that are kept', async () => {
  const { options, store } = await openTestStore('libsql', { keys: madeUpRing('first') });
  const file = new Database(join(options.dataDir, 'bot.sqlite'));
  onTestFinished(() => void file.close());
  // The rows are only counted.
  file.exec('pragma ignore_check_constraints = on');
  const read = <T extends z.ZodType>(row: T, statement: string) => z.array(row).parse(file.prepare(statement).all([]));
  const tables = read(
    Table,
    "select t.name from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and c.name = 'team_id' order by t.name",
  ).map(({ name }) => name);
  for (const table of tables) {
    const columns = read(Column, `select name, type, "notnull", pk from pragma_table_info('${table}')`).filter(
      ({ name, notnull, pk }) => notnull === 1 || pk > 0 || name === 'team_id',
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    for (const [number, tenantId] of ['T1', 'T2'].entries()) {
      const values = columns.map(({ type }) => (/int|real/i.test(type) ? number : `'${tenantId}'`));
      file.exec(`insert into ${table} (${names}) values (${values.join(', ')})`);
    }
  }
  const filledFor = (tenantId: string) =>
    tables.filter((name) => read(z.unknown(), `select 1 from ${name} where team_id = '${tenantId}'`).length > 0);
  expect([filledFor('T1'), filledFor('T2')]).toEqual([tables, tables]);
  await store.of('T1').forget();
  expect([filledFor('T1'), filledFor('T2')]).toEqual([KEPT, tables]);
});

test('docs/privacy.md says to delete the rest', async () => {
  const page = await readFile(new URL('../../docs/privacy.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split("## Delete a workspace's data");
  const named = [...section.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(([, name]) => name);
  expect(named.filter((name) => name !== 'team_id').toSorted(), 'Name in that section what KEPT lists').toEqual(KEPT);
});
