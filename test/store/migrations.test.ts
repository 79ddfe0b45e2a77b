import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/store/database.ts';
import { openStore } from '../../src/store/store.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { runSql } from './run-sql.ts';
import { begunAs } from './set-up-audit-log.ts';
import { makeStoreOptions, openTestStore, storeKinds } from './stores.ts';

/** The objects created by the team migration and later ones, newest first. */
const MADE = [
  'drop table drops',
  'drop table refusal_counts',
  'drop index uploads_of_place',
  `create unique index uploads_of_place on uploads (place_channel, place_ts)
    where state not in ('refused', 'failed', 'cancelled')`,
  'drop table connected_accounts',
  'drop table slack_installations',
  'drop table account_snapshots',
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
    const recorded = await store.undoLog.of('T1').record('U1', { ...change, items: [...change.items] });
    await store.close();
    const dropped =
      kind === 'postgresql' ? [...MADE, 'drop function bot_only_count_up', 'drop function bot_refuse_update'] : MADE;
    for (const statement of dropped) await runSql(options, statement);
    await runSql(options, `delete from bot_migrations where name >= '0004' returning name`);
    const migrated = await reopen();
    expect(await migrated.undoLog.of('T1').find(recorded.id)).toEqual(recorded);
    await migrated.auditLog.of('T1').begin(begunAs('0123456789abcdef'));
    await migrated.accounts.of('T1').save({ apiKey: 'made-up-key', connectedBy: 'U1' });
    await migrated.snapshots.of('T1').save('{}', new Date());
  });

  test('happen as a whole, or not at all', async () => {
    const options = await makeStoreOptions(kind);
    // Conflicts with the last table of all.
    await runSql(options, 'create table drops (somebody_elses bigint)');
    await expect(openStore(options)).rejects.toThrow(StoreError);
    await runSql(options, 'drop table drops');
    await (await openStore(options)).close();
  });
});
