import { createServer } from 'node:http';
import { startLocalService } from '@abilities-bot/local-service';
import { AbilityId, AgentId, ReleaseId } from '@abilities-bot/service-api';
import { expect, onTestFinished, test } from 'vitest';
import { reportAccountChanges } from '../../src/app/open-service.ts';
import { createServiceClient, type ServiceClient } from '../../src/service/client.ts';
import { LocalNotices } from '../../src/store/notices.ts';
import { makeFolder } from '../make-folder.ts';
import { listenOnAnyPort } from './listen-on-any-port.ts';
import { makeUpload } from './make-upload.ts';
import { createTestClient } from './test-client.ts';

const TOLD = { kind: 'account-changed', tenantId: 'T1' };

function listenTo(client: ServiceClient) {
  const notices = new LocalNotices();
  const told: unknown[] = [];
  notices.listen((notice) => void told.push(notice));
  return { told, client: reportAccountChanges(client, notices, 'T1') };
}

test('a change is announced once it was made, and a read is not', async () => {
  const service = await startLocalService({ dataDir: await makeFolder(), seed: 'demo', logger: false });
  onTestFinished(() => service.close());
  const credential = { kind: 'api-key', value: service.apiKey } as const;
  const { client, told } = listenTo(createServiceClient({ baseUrl: service.baseUrl, credential, keepMs: 60_000 }));
  const [row] = await client.listInstalledAbilities({ mayBeCached: true });
  await client.listAbilities();
  await client.listAgents();
  expect(told).toEqual([]);
  if (!row) throw new Error('Nothing is installed.');
  await client.setInstalledAbility(row, { enabled: !row.enabled, triggerWords: row.triggerWords });
  expect(told).toEqual([TOLD]);
});

const id = AbilityId.parse(1);

test.each<[string, (client: ServiceClient) => Promise<unknown>]>([
  [
    'switching',
    async (client) => {
      const row = { id: 1, abilityId: 1, name: 'News', enabled: true, triggerWords: [] };
      await client.setInstalledAbility(Object(row), { enabled: false, triggerWords: [] });
    },
  ],
  ['assigning', (client) => client.setAgentAbilities(AgentId.parse(1), [id])],
  ['uploading', (client) => makeUpload().then(client.uploadAbility)],
  ['deleting', (client) => client.deleteAbilities([id])],
  ['updating', (client) => makeUpload().then(({ zip }) => client.updateRelease(ReleaseId.parse(1), zip, 'Update'))],
  ['enabling a release', (client) => client.enableRelease(ReleaseId.parse(1))],
])('%s without an answer is told of, since it may have arrived', async (_, change) => {
  const { baseUrl, close } = await listenOnAnyPort(createServer((request) => request.socket.destroy()));
  onTestFinished(close);
  const { client, told } = listenTo(createTestClient(baseUrl).client);
  await change(client).catch(() => undefined);
  expect(told).toEqual([TOLD]);
});
