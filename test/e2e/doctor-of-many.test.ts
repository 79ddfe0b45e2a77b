import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';

let house: CloudHouse;
beforeAll(async () => {
  house = await startCloudHouse();
  await house.install(house.cloud.workspaces.north.people.ana);
  await house.move('south');
});
afterEach(() => {
  house.service.faults.clear();
  for (const name of ['north', 'south'] as const) house.cloud.workspaces[name].faults.clear();
});
afterAll(() => house.close());

/** The report that Ana of this workspace gets. */
async function examine(name: 'north' | 'south', { cloud, secrets } = house): Promise<string> {
  const slack = cloud.workspaces[name];
  const after = slack.transcript.revision;
  await slack.as(slack.people.ana).command('doctor all');
  const { blocks, text } = await slack.nextMessage(
    (message) => /checks passed\.|problems? found\./.test(message.text),
    { after },
  );
  const said = `${text}\n${JSON.stringify(blocks)}`;
  expect(secrets().filter((secret) => said.includes(secret))).toEqual([]);
  return text;
}

test('in a connected workspace, its own token and key are checked', async () => {
  const told = await examine('south');
  expect(told).toContain('All 13 checks passed.');
  expect(told).toContain('✓ Slack token: Valid, for “South”');
  expect(told).toContain('✓ Mode: HTTP, at /slack/events, for all workspaces that install the app.');
});

test('in an unconnected workspace, the report says how to connect, and the service gets no request', async () => {
  const requests = house.service.requests.length;
  const told = await examine('north');
  expect(told).toContain('1 problem found.');
  expect(told).toContain("Service: Can't be checked without an API key.");
  expect(house.service.requests).toHaveLength(requests);
  expect(told).toMatch(/:warning: Service key: No account is connected\. .*\/abilities connect/);
});

test('the report on a rejected key says how to connect again', async () => {
  house.service.faults.add({ match: {}, fault: { kind: 'status', status: 401 } });
  expect(await examine('south')).toMatch(/:warning: Service key: The service rejects it.*\/abilities connect/);
});

test('the report on a revoked token says how to reinstall, and the other workspace is unaffected', async () => {
  house.cloud.workspaces.north.faults.add({ method: 'auth.test', fault: { error: 'token_revoked' } });
  const told = await examine('north');
  expect(told).toContain(
    ':warning: Slack token: Slack rejects it (token_revoked). Reinstall the app at /slack/install.',
  );
  expect(await examine('south')).toContain('All 13 checks passed.');
});

test('a service key encrypted with another key is reported', async () => {
  // The bot must not have read the account yet: on libsql, nobody tells it what another process writes.
  const fresh = await startCloudHouse();
  onTestFinished(() => fresh.close());
  const { north } = fresh.cloud.workspaces;
  await fresh.install(north.people.ana);
  const store = await openStore({ ...fresh.config.store, keys: madeUpRing('another') });
  await store.of(north.teamId).account.save({ apiKey: 'another-key-made-up', connectedBy: 'U0ANA' });
  await store.close();
  expect(await examine('north', fresh)).toMatch(/:warning: Service key: .*can't be decrypted.* ENCRYPTION_KEY/);
});
