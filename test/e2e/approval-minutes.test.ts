import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

test('a request expires after the time in the setting', async () => {
  const approvalMs = 26 * 60 * 60_000;
  const admin = { users: ['U0LOCALBEN'], groups: [] };
  const grants = { viewer: { users: [], groups: [] }, editor: { users: [], groups: [] }, admin };
  house = await startHouse({
    mode: 'http',
    policy: { approvals: ['delete-enabled', 'replace-enabled'], grants },
    times: { approvalMs },
  });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const before = Date.now();
  await ana.command('delete Timer', { channel: slack.channels.ops });
  const question = await slack.nextMessage(({ text }) => text.includes('Timer  Enabled'));
  await ana.click(question, { text: 'Ask to delete Timer' });
  await slack.nextMessage(({ text }) => text.includes('wants to delete Timer'));
  const store = await openStore(house.config.store);
  const [request] = await store.of(slack.teamId).approvalsOf(null).waiting(1);
  await store.close();
  expect(request?.expiresAt.getTime()).toBeGreaterThanOrEqual(before + approvalMs);
});
