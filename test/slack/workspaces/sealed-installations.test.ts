import type { Installation } from '@slack/bolt';
import { expect, test } from 'vitest';
import { SealedInstallations } from '../../../src/app/multi/installations.ts';
import { EMPTY_SETTINGS } from '../../../src/store/settings-record.ts';
import { madeUpRing } from '../../secrets/made-up-keys.ts';
import { openTestStore, storeKinds } from '../../store/stores.ts';

const BOT = { id: 'B1', userId: 'U0BOT', token: 'xoxb-made-up', scopes: ['commands'] };
const ofTeam = (id: string, more: object = {}): Installation => ({
  team: { id, name: 'North' },
  enterprise: undefined,
  isEnterpriseInstall: false,
  authVersion: 'v2',
  appId: 'A1',
  user: { id: 'U1', token: undefined, scopes: undefined },
  bot: { ...BOT, token: `xoxb-made-up-${id}` },
  ...more,
});
const ofOrganization = (id: string): Installation =>
  ofTeam('', { team: undefined, enterprise: { id, name: 'Both' }, isEnterpriseInstall: true });
const source = (teamId?: string, enterpriseId?: string, isEnterpriseInstall = false) => ({
  teamId,
  enterpriseId,
  isEnterpriseInstall,
});

async function open(kind: (typeof storeKinds)[number] = 'libsql') {
  const { store } = await openTestStore(kind, { keys: madeUpRing('first') });
  return { store, installations: new SealedInstallations(store) };
}

test.each(storeKinds)('what Bolt keeps it finds again, on %s', async (kind) => {
  const { installations } = await open(kind);
  await installations.storeInstallation(ofTeam('T1'));
  expect(await installations.fetchInstallation(source('T1'))).toMatchObject({
    team: { id: 'T1' },
    bot: { token: 'xoxb-made-up-T1' },
    authVersion: 'v2',
    isEnterpriseInstall: false,
  });
  await expect(installations.fetchInstallation(source('T2'))).rejects.toThrow('not installed');
});

test('tokens of people and addresses of webhooks are not kept', async () => {
  const { installations, store } = await open();
  await installations.storeInstallation(
    ofTeam('T1', {
      user: { id: 'U1', token: 'xoxp-made-up', scopes: ['chat:write'] },
      incomingWebhook: { url: 'https://hooks.slack.com/services/made-up' },
    }),
  );
  expect(JSON.stringify(await store.installations.find('T1'))).not.toMatch(/xoxp|hooks/);
});

test('an installation without a bot is none', async () => {
  const { installations, store } = await open();
  await expect(installations.storeInstallation(ofTeam('T1', { bot: undefined }))).rejects.toThrow();
  expect(await store.installations.tenants()).toEqual([]);
});

test('an installation of a workspace comes before that of its organization, which covers all its workspaces', async () => {
  const { installations } = await open();
  await installations.storeInstallation(ofOrganization('E1'));
  await installations.storeInstallation(ofTeam('T1', { enterprise: { id: 'E1' } }));
  const found = async (...of: Parameters<typeof source>) => (await installations.find(source(...of)))?.bot.token;
  expect(await found('T1', 'E1')).toBe('xoxb-made-up-T1');
  expect(await found('T2', 'E1')).toBe('xoxb-made-up-');
  expect(await found('T1', 'E1', true)).toBe('xoxb-made-up-');
  expect(await found('T2')).toBeUndefined();
  expect(await found(undefined, 'E2', true)).toBeUndefined();
});

test('installed again, a workspace is watched as its settings say', async () => {
  const { installations, store } = await open();
  await installations.storeInstallation(ofTeam('T1'));
  await store.of('T1').settings.save({ ...EMPTY_SETTINGS, watchChannel: 'C1' }, 'U1');
  await installations.deleteInstallation(source('T1'));
  expect(await store.watches.nextDueAt('T1')).toBeNull();
  await installations.storeInstallation(ofTeam('T1'));
  expect(await store.watches.nextDueAt('T1')).not.toBeNull();
});

test('removed, its account is forgotten with it, and that of nobody else', async () => {
  const { installations, store } = await open();
  for (const id of ['T1', 'T2']) {
    await installations.storeInstallation(ofTeam(id));
    await store.of(id).account.save({ apiKey: `key-made-up-${id}`, connectedBy: 'U1' });
  }
  await installations.deleteInstallation(source('T1'));
  expect(await store.installations.tenants()).toEqual(['T2']);
  expect([await store.of('T1').account.find(), (await store.of('T2').account.find())?.apiKey]).toEqual([
    null,
    'key-made-up-T2',
  ]);
});
