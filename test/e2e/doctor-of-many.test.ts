import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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
async function examine(name: 'north' | 'south'): Promise<string> {
  const slack = house.cloud.workspaces[name];
  const after = slack.transcript.revision;
  await slack.as(slack.people.ana).command('doctor all');
  const { blocks, text } = await slack.nextMessage(
    (message) => /checks passed\.|problems? found\./.test(message.text),
    { after },
  );
  const said = `${text}\n${JSON.stringify(blocks)}`;
  expect(house.secrets().filter((secret) => said.includes(secret))).toEqual([]);
  return text;
}

test('a workspace that is connected has a doctor of its own token and key', async () => {
  const told = await examine('south');
  expect(told).toContain('All 12 checks passed.');
  expect(told).toContain('✓ Slack token: Valid, for “South”');
  expect(told).toContain('✓ Mode: HTTP, at /slack/events, for all workspaces that install the app.');
});

test('one that is not connected is told how to connect, and the service is asked nothing', async () => {
  const requests = house.service.requests.length;
  const told = await examine('north');
  expect(told).toContain('1 problem found.');
  expect(told).toContain("Service: Couldn't be checked without an API key.");
  expect(house.service.requests).toHaveLength(requests);
  expect(told).toMatch(/:warning: Service key: No account is connected\. .*\/abilities connect/);
});

test('a key that the service does not take any more is replaced by connecting again', async () => {
  house.service.faults.add({ match: {}, fault: { kind: 'status', status: 401 } });
  expect(await examine('south')).toMatch(/bad · Service key: The service refuses it.*give it to \/abilities connect/);
});

test('a token that is revoked in one workspace is mended by installing there again, and the other is well', async () => {
  house.cloud.workspaces.north.faults.add({ method: 'auth.test', fault: { error: 'token_revoked' } });
  const told = await examine('north');
  expect(told).toContain(
    ':warning: Slack token: Slack rejects it (token_revoked). Reinstall the app at /slack/install.',
  );
  expect(await examine('south')).toContain('All 12 checks passed.');
});

test('a key that was sealed with another one is told', async () => {
  const { config, cloud } = house;
  const store = await openStore({ ...config.store, keys: madeUpRing('another') });
  try {
    const account = store.accounts.of(cloud.workspaces.north.teamId);
    await account.save({ apiKey: 'another-key-made-up', connectedBy: 'U0ANA' });
    expect(await examine('north')).toMatch(/:warning: Service key: .*can't be decrypted.* ENCRYPTION_KEY/);
    await account.forget();
  } finally {
    await store.close();
  }
});
