import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { StoreError } from '../../src/store/database.ts';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import { openStore } from '../../src/store/store.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { runSql } from './run-sql.ts';
import { begunAs } from './set-up-audit-log.ts';
import { makeStoreOptions, openTestStore, storeKinds } from './stores.ts';

/** The objects created by the team migration and later ones, newest first. */
const MADE = [
  'drop index uploads_of_team_by_turn',
  'drop index uploads_by_turn',
  'alter table changes drop column account',
  'alter table uploads drop column turn',
  'drop table write_checks',
  'drop table interruptions',
  'drop table processes',
  'drop table versions',
  'drop table kept_packages',
  'drop table findings',
  'drop table later_looks',
  'drop table watches',
  'drop table home_viewers',
  'alter table changes drop column shared',
  'drop table leases',
  'drop table drops',
  'drop table refusal_counts',
  'drop index uploads_of_place',
  `create unique index uploads_of_place on uploads (place_channel, place_ts)
    where state not in ('refused', 'failed', 'cancelled')`,
  'drop table connected_accounts',
  'drop table slack_installations',
  'drop table account_snapshots',
  'drop table approval_messages',
  'drop table schedules',
  'drop table quiets',
  'drop table approvals',
  'drop table workspace_settings',
  'drop table attempts',
];

describe.each(storeKinds)('migrations on %s', (kind) => {
  test('bring a database of before teams up to date, with all that is in it', async () => {
    const { options, reopen, store } = await openTestStore(kind, {
      ...(await makeStoreOptions(kind)),
      keys: madeUpRing('new'),
    });
    const change = { kind: 'deleted', items: [{ id: AbilityId.parse(6001), name: 'Weather' }] } as const;
    const recorded = await store
      .of('T1')
      .undoLogOf(null)
      .record('U1', { ...change, items: [...change.items] });
    await store.close();
    const dropped =
      kind === 'postgresql' ? [...MADE, 'drop function bot_only_count_up', 'drop function bot_refuse_update'] : MADE;
    for (const statement of dropped) await runSql(options, statement);
    await runSql(options, `delete from bot_migrations where name >= '0004' returning name`);
    const migrated = await reopen();
    expect(await migrated.of('T1').undoLogOf(null).find(recorded.id)).toEqual(recorded);
    await migrated.of('T1').auditLog.begin(begunAs('0123456789abcdef'));
    await migrated.of('T1').account.save({ apiKey: 'made-up-key', connectedBy: 'U1' });
    await migrated.of('T1').snapshot.save('{}', new Date());
  });

  test('keep shared files, and watch the workspaces that have a channel for it', async () => {
    const { options, reopen, store } = await openTestStore(kind, await makeStoreOptions(kind));
    const drop = (n: number) => ({ eventId: `Ev${n}`, channelId: 'C1', userId: 'U1', fileId: `F${n}` });
    for (const n of [2, 1]) await store.of('T1').drops.add(drop(n), 60_000);
    const watched = { ...EMPTY_SETTINGS, watchChannel: 'C1' };
    for (const id of ['T1', 'T2', 'T3', 'T4']) {
      await store.of(id).settings.save(id === 'T2' ? EMPTY_SETTINGS : watched, 'U1');
    }
    await store.close();
    await runSql(
      options,
      "update workspace_settings set document = 'of tomorrow' where team_id = 'T3' returning team_id",
    );
    for (const table of ['schedules', 'quiets', 'versions', 'kept_packages', 'findings', 'later_looks', 'watches'])
      await runSql(options, `drop table ${table}`);
    for (const table of ['write_checks', 'interruptions', 'processes']) await runSql(options, `drop table ${table}`);
    await runSql(options, 'alter table approvals drop column carried_in');
    await runSql(options, 'drop table approval_messages');
    await runSql(options, 'drop index approvals_to_remind');
    await runSql(options, 'alter table approvals drop column remind_at');
    await runSql(options, 'alter table approvals drop column request_id');
    await runSql(options, 'drop index attempts_that_fold');
    await runSql(options, 'alter table attempts drop column folds');
    const turns = ['drop index uploads_of_team_by_turn', 'drop index uploads_by_turn'];
    for (const statement of turns) await runSql(options, statement);
    await runSql(options, 'alter table uploads drop column turn');
    for (const table of ['changes', 'approvals']) await runSql(options, `alter table ${table} drop column account`);
    await runSql(options, 'drop index attempts_of_owner');
    await runSql(options, 'alter table attempts drop column owner');
    if (kind === 'postgresql') await runSql(options, 'alter table drops drop column position');
    await runSql(options, `delete from bot_migrations where name >= '0015' returning name`);
    const before = Date.now();
    const migrated = await reopen();
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
    // Conflicts with the last table of all.
    await runSql(options, 'create table versions (somebody_elses bigint)');
    await expect(openStore(options)).rejects.toThrow(StoreError);
    await runSql(options, 'drop table versions');
    await (await openStore(options)).close();
  });
});
