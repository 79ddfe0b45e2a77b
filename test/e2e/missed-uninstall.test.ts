import type { Fault } from '@abilities-bot/local-slack';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { until } from '../until.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';

async function open(): Promise<CloudHouse> {
  const house = await startCloudHouse();
  onTestFinished(() => house.close());
  await house.move('north');
  await house.move('south');
  return house;
}

/** The usable data kept for a workspace. */
async function keptOf({ store }: CloudHouse, id: string) {
  return {
    installation: (await store.installations.find(id)) !== null,
    account: (await store.of(id).account.find()) !== null,
  };
}
const NOTHING = { installation: false, account: false };
const ALL = { installation: true, account: true };

/** Simulates that a day has passed since Slack was asked about all of them. */
const letADayPass = ({ config }: CloudHouse) =>
  runSql(config.store, 'update slack_installations set checked_at = 0 returning tenant_id');

const authTests = ({ cloud: { workspaces } }: CloudHouse) =>
  [...workspaces.north.wire, ...workspaces.south.wire].filter(({ name }) => name === 'auth.test').length;

/** Uninstalls the bot without any event being delivered. */
async function uninstallUnheard({ bot, cloud, useBot }: CloudHouse) {
  cloud.useHttp('http://127.0.0.1:9/slack/events');
  const told = await cloud.workspaces.north.uninstall();
  expect(told.map(({ acked }) => acked)).toEqual([false, false]);
  useBot(bot);
}

test('an uninstall that nobody heard of is found within a day, in one of all processes', async () => {
  const house = await open();
  await uninstallUnheard(house);
  expect(await keptOf(house, 'T0NORTH')).toEqual(ALL);
  await letADayPass(house);
  const before = authTests(house);
  await Promise.all([house.startAnotherBot(), house.startAnotherBot()]);
  await until(async () => (await keptOf(house, 'T0NORTH')).installation === false);
  expect(await keptOf(house, 'T0NORTH')).toEqual(NOTHING);
  await until(() => authTests(house) - before === 2);
  expect(await keptOf(house, 'T0SOUTH')).toEqual(ALL);
  // Both were asked about today.
  const another = await house.startAnotherBot();
  await another.stop();
  expect(authTests(house) - before).toBe(2);
});

describe('a call that Slack refuses', () => {
  const ask = async ({ cloud }: CloudHouse, error: string, ofAuthTest: Fault | null) => {
    const { north } = cloud.workspaces;
    north.faults.add({ method: 'users.info', fault: { error } });
    if (ofAuthTest) north.faults.add({ method: 'auth.test', fault: ofAuthTest, times: 9 });
    expect(await north.as(north.people.ben).command('list')).toMatchObject({ acked: true });
  };

  test.each(['account_inactive', 'token_revoked', 'invalid_auth'])(
    '%s, which auth.test confirms: the tokens and the key are forgotten',
    async (error) => {
      const house = await open();
      await ask(house, error, { error });
      await until(async () => (await keptOf(house, 'T0NORTH')).installation === false);
      expect(await keptOf(house, 'T0NORTH')).toEqual(NOTHING);
      expect(await keptOf(house, 'T0SOUTH')).toEqual(ALL);
    },
  );

  test('invalid_auth for every workspace may mean the address of this machine: nothing is forgotten', async () => {
    const house = await open();
    const before = authTests(house);
    for (const name of ['north', 'south'] as const) {
      house.cloud.workspaces[name].faults.add({ method: 'auth.test', fault: { error: 'invalid_auth' }, times: 99 });
    }
    await ask(house, 'invalid_auth', null);
    // Its own token, and that of the other.
    await until(() => authTests(house) - before === 2);
    await house.bot.stop();
    expect(await keptOf(house, 'T0NORTH')).toEqual(ALL);
  });

  test.each<[string, Fault | null]>([
    ['accepts the token', null],
    ['answers 500', { status: 500 }],
    ['answers 503', { status: 503 }],
    ['asks to wait', { status: 429, retryAfter: 1 }],
    ['says internal_error', { error: 'internal_error' }],
    ['says that the token has expired', { error: 'token_expired' }],
    ['is cut off', 'reset'],
  ])('but auth.test %s: nothing is forgotten', async (_what, fault) => {
    const house = await open();
    const before = authTests(house);
    await ask(house, 'account_inactive', fault);
    await until(() => authTests(house) > before);
    await house.bot.stop();
    expect(await keptOf(house, 'T0NORTH')).toEqual(ALL);
  });
});

test('a Slack that is away at the daily check removes nothing', async () => {
  const house = await open();
  await letADayPass(house);
  const before = authTests(house);
  for (const name of ['north', 'south'] as const) {
    house.cloud.workspaces[name].faults.add({ method: 'auth.test', fault: { status: 503 }, times: 99 });
  }
  const another = await house.startAnotherBot();
  await until(() => authTests(house) > before);
  await another.stop();
  expect(await keptOf(house, 'T0NORTH')).toEqual(ALL);
  expect(await keptOf(house, 'T0SOUTH')).toEqual(ALL);
});
