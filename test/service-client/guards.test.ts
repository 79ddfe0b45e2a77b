import { AbilityId, InstalledAbility } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withGuard } from '../../src/base/request-context.ts';
import { json, reset } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

class LeaseLost extends Error {}
const row = InstalledAbility.parse({ id: 77, name: 'Weather', trigger_words: ['weather'] });
const change = { enabled: true, triggerWords: ['weather'] };
const never = () => {
  throw new LeaseLost();
};

test('a change whose lease was lost is not sent; a read is', async () => {
  server.script(json(200, []));
  const { client } = createTestClient(server.baseUrl);
  await expect(withGuard(never, () => client.setInstalledAbility(row, change))).rejects.toThrow(LeaseLost);
  await expect(withGuard(never, () => client.deleteAbilities([AbilityId.parse(6001)]))).rejects.toThrow(LeaseLost);
  expect(await withGuard(never, () => client.listAbilities())).toEqual([]);
  expect(server.seen).toHaveLength(1);
});

test('a change is not repeated without its lease, and the first try is told as what it was', async () => {
  server.script(reset, json(200, {}));
  const { client } = createTestClient(server.baseUrl);
  let calls = 0;
  const once = () => {
    calls += 1;
    if (calls > 1) throw new LeaseLost();
  };
  await expect(withGuard(once, () => client.setInstalledAbility(row, change))).rejects.toMatchObject({
    kind: 'unavailable',
    mayHaveArrived: true,
  });
  expect(server.seen).toHaveLength(1);
});
