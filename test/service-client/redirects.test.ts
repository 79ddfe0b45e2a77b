import { AbilityId, AgentId, InstalledAbility } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServiceClient } from '../../src/service/client.ts';
import { catchServiceError } from './catch-service-error.ts';
import { redirect } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { makeUpload } from './make-upload.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
let elsewhere: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
  elsewhere = await startHostileServer();
});
afterEach(async () => {
  await server.close();
  await elsewhere.close();
});

const id = AbilityId.parse(1);
const row = InstalledAbility.parse({ id: 77, name: 'Weather', trigger_words: ['weather'] });

const calls: [string, (client: ServiceClient) => Promise<unknown>][] = [
  ['listAgents', (client) => client.listAgents()],
  ['setAgentAbilities', (client) => client.setAgentAbilities(AgentId.parse(3), [id])],
  ['uploadAbility', async (client) => client.uploadAbility(await makeUpload())],
  ['getAbility', (client) => client.getAbility(id)],
  ['listAbilities', (client) => client.listAbilities()],
  ['listInstalledAbilities', (client) => client.listInstalledAbilities()],
  ['setInstalledAbility', (client) => client.setInstalledAbility(row, { enabled: true, triggerWords: ['weather'] })],
  ['deleteAbilities', (client) => client.deleteAbilities([id])],
];

test.each(calls)('%s does not follow a redirect and says so', async (_name, call) => {
  for (const status of [301, 307]) {
    server.script(redirect(`${elsewhere.baseUrl}/stolen/`, status));
    const error = await catchServiceError(call(createTestClient(server.baseUrl).client));
    expect(error).toMatchObject({ kind: 'misconfigured-base-url', reason: 'redirect' });
  }
  expect(server.seen).toHaveLength(2);
  expect(elsewhere.seen).toEqual([]);
});
