import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { StoreError } from '../../src/store/database.ts';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { makeOlderDatabase } from './older-database.ts';
import { runSql } from './run-sql.ts';
import { begunAs } from './set-up-audit-log.ts';
import { makeStoreOptions, storeKinds } from './stores.ts';

async function insert(options: StoreOptions, table: string, row: Record<string, string | number>): Promise<void> {
  const values = Object.values(row).map((value) => (typeof value === 'number' ? value : `'${value}'`));
  await runSql(options, `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`);
}

async function open(options: StoreOptions): Promise<Store> {
  const store = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

describe.each(storeKinds)('migrations on %s', (kind) => {
  test('bring a database of before teams up to date, with all that is in it', async () => {
    const options = await makeOlderDatabase(kind, '0003-keep-assignments');
    const change = { kind: 'deleted', items: [{ id: AbilityId.parse(6001), name: 'Weather' }] };
    await insert(options, 'changes', {
      id: '0123456789abcdef',
      team_id: 'T1',
      user_id: 'U1',
      at: 1000,
      document: JSON.stringify(change),
    });
    const migrated = await open({ ...options, keys: madeUpRing('new') });
    expect(await migrated.of('T1').undoLogOf(null).find('0123456789abcdef')).toEqual({
      id: '0123456789abcdef',
      userId: 'U1',
      at: new Date(1000),
      account: null,
      change,
      undoneBy: null,
      shared: null,
    });
    await migrated.of('T1').auditLog.begin(begunAs('0123456789abcdef'));
    await migrated.of('T1').account.save({ apiKey: 'made-up-key', connectedBy: 'U1' });
    await migrated.of('T1').snapshot.save('{}', new Date());
  });

  test('keep shared files, and watch the workspaces that have a channel for it', async () => {
    const options = await makeOlderDatabase(kind, '0014-place-changes');
    const drop = (n: number) => ({ eventId: `Ev${n}`, channelId: 'C1', userId: 'U1', fileId: `F${n}` });
    for (const n of [2, 1]) {
      const { channelId, eventId, fileId, userId } = drop(n);
      await insert(options, 'drops', {
        team_id: 'T1',
        event_id: eventId,
        channel_id: channelId,
        user_id: userId,
        file_id: fileId,
        due_at: Date.now() + 60_000,
        tries: 0,
      });
    }
    const watched = JSON.stringify({ watchChannel: 'C1' });
    const documents = { T1: watched, T2: '{"watchChannel":null}', T3: 'of tomorrow', T4: watched };
    for (const [team_id, document] of Object.entries(documents)) {
      await insert(options, 'workspace_settings', { team_id, saved_at: 0, saved_by: 'U1', document });
    }
    const before = Date.now();
    const migrated = await open(options);
    const after = Date.now();
    const share = await migrated.of('T1').drops.takeShare(drop(1), 60_000);
    expect(share?.files.map(({ fileId }) => fileId)).toEqual(['F2', 'F1']);
    const Rows = z.array(z.object({ team_id: z.string(), due_at: z.coerce.number() }));
    const rows = Rows.parse(await runSql(options, 'select * from watches order by due_at'));
    expect(rows.map(({ team_id }) => team_id).sort()).toEqual(['T1', 'T4']);
    const [first = 0, second = 0] = rows.map(({ due_at }) => due_at);
    expect(first).toBeGreaterThanOrEqual(before);
    expect(first).toBeLessThanOrEqual(after);
    expect(second - first).toBe(150_000);
  });

  test('happen as a whole, or not at all', async () => {
    const options = await makeStoreOptions(kind);
    // The table of a late migration, so that there is something to roll back.
    await runSql(options, 'create table versions (somebody_elses bigint)');
    await expect(openStore(options)).rejects.toThrow(StoreError);
    await runSql(options, 'drop table versions');
    await (await openStore(options)).close();
  });
});
