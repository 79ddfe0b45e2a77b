import { afterEach, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';

const LATE = [60_000, 60_000, 60_000];

let house: CloudHouse;
afterEach(() => house.close());

test('a change of an account that is no longer connected is not looked for in the next one', async () => {
  house = await startCloudHouse({ bot: { uploads: { recheckMs: LATE } } });
  const { accounts, cloud, service, store } = house;
  await house.move('north');
  const slack = cloud.workspaces.north;
  const ana = slack.as(slack.people.ana);
  service.lies.tell('switch-nothing');
  await ana.command('disable News');
  await slack.nextMessage(({ text }) => text.includes('Not confirmed yet: News is still enabled.'));
  const auditLog = store.of(slack.teamId).auditLog;
  const [attempt] = (await auditLog.list({ name: 'News', page: 1, perPage: 1 })).records;
  const apiKey = await accounts.south.anotherKey();
  await store.of(slack.teamId).account.save({ apiKey, connectedBy: slack.people.ana.id });
  await store.of(slack.teamId).rechecks.again({ id: attempt?.id ?? '', looks: 0 }, 0);
  await house.startAnotherBot();
  await until(async () => (await store.rechecks.nextDueAt(null)) === null);
  const told = slack.transcript.messages.filter(({ text }) => /Not what you asked for|Confirmed/.test(text));
  expect(told).toEqual([]);
});
