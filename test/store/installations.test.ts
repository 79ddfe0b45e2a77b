import { AbilityId, AgentId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import { SealError, seal } from '../../src/store/encryption.ts';
import { boundTo, type InstallationRecord } from '../../src/store/sealed.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const keys = madeUpRing('new');

const NORTH: InstallationRecord = {
  tenantId: 'T1',
  teamId: 'T1',
  enterpriseId: 'E1',
  document: { bot: { token: 'xoxb-made-up-north', scopes: ['commands'] }, isEnterpriseInstall: false, tokenType: null },
};
const ORG: InstallationRecord = {
  tenantId: 'E1',
  teamId: null,
  enterpriseId: 'E1',
  document: { bot: { token: 'xoxb-made-up-org' } },
};

describe.each(storeKinds)('installations on %s', (kind) => {
  test('are found as they were saved last, by their own tenant, in all processes', async () => {
    const { reopen, store } = await openTestStore(kind, { keys });
    const [here, there] = [store.installations, (await reopen()).installations];
    expect(await here.find('T1')).toBeNull();
    await here.save({ ...NORTH, document: { bot: { token: 'xoxb-made-up-first' } } });
    await there.save(NORTH);
    await here.save(ORG);
    expect(await here.find('T1')).toEqual(NORTH);
    expect(await there.find('E1')).toEqual(ORG);
    expect(await there.find('T2')).toBeNull();
    expect(await here.tenants()).toEqual(['E1', 'T1']);
  });

  test('are gone when they are removed, and no other is', async () => {
    const { store } = await openTestStore(kind, { keys });
    await store.installations.save(NORTH);
    await store.installations.save(ORG);
    await store.of('T1').forget();
    expect(await store.installations.find('T1')).toBeNull();
    expect(await store.installations.tenants()).toEqual(['E1']);
    expect(await store.installations.find('E1')).toEqual(ORG);
  });

  test('go after all that their workspace has: an interrupted uninstall is found again', async () => {
    const { options, store } = await openTestStore(kind, { keys });
    const [assignments, snapshot] = [store.of('T1').assignments, store.of('T1').snapshot];
    await store.installations.save(NORTH);
    await assignments.save(AgentId.parse(1), [AbilityId.parse(2)]);
    await snapshot.save('{}', new Date(0));
    await runSql(options, 'alter table slack_installations rename to installations_away');
    await expect(store.of('T1').forget()).rejects.toThrow();
    await runSql(options, 'alter table installations_away rename to slack_installations');
    expect(await assignments.all()).toEqual(new Map());
    expect(await snapshot.read()).toBeNull();
  });

  test('that are copied to another tenant do not open there', async () => {
    const { options, store } = await openTestStore(kind, { keys });
    await store.installations.save(NORTH);
    await store.installations.save(ORG);
    await runSql(
      options,
      `update slack_installations set sealed = (select sealed from slack_installations where tenant_id = 'E1')
        where tenant_id = 'T1' returning tenant_id`,
    );
    await expect(store.installations.find('T1')).rejects.toThrow(SealError);
    expect(await store.installations.find('E1')).toEqual(ORG);
  });

  test('open by another key only when that one is there too', async () => {
    const { reopen, store } = await openTestStore(kind, { keys: madeUpRing('old') });
    await store.installations.save(NORTH);
    const both = await reopen({ keys: madeUpRing('new', 'old') });
    expect(await both.installations.find('T1')).toEqual(NORTH);
    const lacking = await reopen({ keys });
    await expect(lacking.installations.find('T1')).rejects.toThrow(
      `encrypted with key ${madeUpRing('old').first.id}, which is missing from ENCRYPTION_KEY`,
    );
  });

  test('are of a tenant that they name', async () => {
    const { store } = await openTestStore(kind, { keys });
    await expect(store.installations.save({ ...NORTH, tenantId: 'T2' })).rejects.toThrow('belongs to another tenant');
    expect(await store.installations.tenants()).toEqual([]);
  });

  test('that this version cannot read are told as that', async () => {
    const { options, store } = await openTestStore(kind, { keys });
    await store.installations.save(NORTH);
    for (const text of ['of tomorrow', '[]', '{"teamId":"T2","enterpriseId":null,"document":{}}']) {
      const sealed = seal(keys, text, boundTo('slack_installations', 'T1'));
      await runSql(options, `update slack_installations set sealed = '${sealed}' returning tenant_id`);
      await expect(store.installations.find('T1')).rejects.toThrow(
        /^This version can't read the stored Slack installation\. It wasn't changed\./,
      );
    }
  });

  test('need keys, but to be removed', async () => {
    const { reopen, store } = await openTestStore(kind, { keys });
    await store.installations.save(NORTH);
    const keyless = await reopen({ keys: null });
    const { installations } = keyless;
    await expect(installations.find('T1')).rejects.toThrow(/^ENCRYPTION_KEY is not set, so the bot .* Nothing changed/);
    await expect(installations.save(ORG)).rejects.toThrow(/^ENCRYPTION_KEY is not set/);
    expect(await installations.tenants()).toEqual(['T1']);
    await keyless.of('T1').forget();
    expect(await installations.tenants()).toEqual([]);
  });
});
