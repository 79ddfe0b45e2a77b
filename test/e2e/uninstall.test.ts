import { expect, onTestFinished, test } from 'vitest';
import { until } from '../until.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';

async function open(): Promise<CloudHouse> {
  const house = await startCloudHouse();
  onTestFinished(() => house.close());
  await house.move('north');
  return house;
}

/** The usable data kept for the workspace. */
async function keptOf({ store }: CloudHouse) {
  return {
    installation: (await store.installations.find('T0NORTH')) !== null,
    account: (await store.of('T0NORTH').account.find()) !== null,
    assignments: (await store.of('T0NORTH').assignments.all()).size,
  };
}
const NOTHING = { installation: false, account: false, assignments: 0 };

const says = (house: CloudHouse, words: string) => house.logLines.some((line) => line.includes(words));

test('removed: the tokens, the key and what was known of the account are forgotten, and the history stays', async () => {
  const house = await open();
  const { north, south } = house.cloud.workspaces;
  await house.move('south');
  const ana = north.as(north.people.ana);
  const asked = await ana.command('assign Echo');
  await ana.submit(await north.nextView(({ callbackId }) => callbackId === 'assign'), { Abilities: ['Radio'] });
  await north.nextMessage(({ text }) => text.includes("Echo's Abilities set by you"));
  expect(await keptOf(house)).toEqual({ installation: true, account: true, assignments: 1 });

  const told = await north.uninstall();
  expect(told.map(({ acked }) => acked)).toEqual([true, true]);
  await until(() => says(house, 'bot uninstalled'));
  expect(await keptOf(house)).toEqual(NOTHING);
  const { records } = await house.store.of('T0NORTH').auditLog.list({ page: 1, perPage: 10 });
  expect(records.map(({ verb }) => verb)).toEqual(['assign', 'connect']);

  // A request in flight has no effect but is acked.
  expect(await north.redeliver(asked)).toMatchObject({ acked: true });
  // The other workspace is unaffected.
  await south.as(south.people.ana).command('list');
  await south.nextMessage(({ text }) => text.includes('Abilities · '));
});

test('reinstalled, it starts over, and a late event from the previous uninstall does no harm', async () => {
  const house = await open();
  const { north } = house.cloud.workspaces;
  const ana = north.as(north.people.ana);
  const told = await north.uninstall();
  await until(() => says(house, 'bot uninstalled'));
  await house.install(north.people.ana);
  await ana.command('list');
  await north.nextMessage(({ text }) => text.includes("isn't connected to an account"));
  await house.connect('north');
  for (const delivery of told) await north.redeliver(delivery);
  await until(() => says(house, 'Slack did not reject the stored token'));
  expect(await keptOf(house)).toEqual({ installation: true, account: true, assignments: 0 });
  await ana.command('list');
  await north.nextMessage(({ text }) => text.includes('Abilities · '));
});

test('reinstalled, it remembers nothing about its people', async () => {
  const house = await startCloudHouse();
  onTestFinished(() => house.close());
  const { north } = house.cloud.workspaces;
  const { ana, ben } = north.people;
  const lookups = () =>
    north.wire.filter(({ name, request }) => name === 'users.info' && JSON.stringify(request).includes(ben.id)).length;
  const ask = async () => {
    const after = north.transcript.revision;
    await north.as(ben).command('whoami');
    await north.nextMessage(({ text }) => text.includes('our role is'), { after });
  };
  await house.install(ana);
  await ask();
  const before = lookups();
  await north.uninstall();
  await until(() => says(house, 'bot uninstalled'));
  await house.install(ana);
  await ask();
  expect(lookups()).toBe(before + 1);
});

test('tokens of people are none of the bot', async () => {
  const house = await open();
  const { north } = house.cloud.workspaces;
  const [event] = await north.uninstall();
  await until(() => says(house, 'bot uninstalled'));
  await house.install(north.people.ana);
  await house.connect('north');
  const removed = house.logLines.filter((line) => line.includes('bot uninstalled')).length;
  if (!event) throw new Error('Nothing was told.');
  const revoked = { type: 'tokens_revoked', tokens: { oauth: ['U0NORTHANA'], bot: [] } };
  const late = await north.redeliver({ ...event, payload: { ...event.payload, event: revoked } });
  expect(late.acked).toBe(true);
  await house.bot.stop();
  expect(house.logLines.filter((line) => line.includes('bot uninstalled'))).toHaveLength(removed);
  expect(says(house, 'there is a newer one')).toBe(false);
});
