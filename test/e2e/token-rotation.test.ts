import { expect, onTestFinished, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';
import { startTwoBots } from './start-two-bots.ts';

/** Below a minute, so that each request refreshes the token first. */
const ROTATING = { tokenRotation: true, tokenLifetimeS: 59 };

async function open(app: Parameters<typeof startCloudHouse>[0] & object): Promise<CloudHouse> {
  const house = await startCloudHouse(app);
  onTestFinished(() => house.close());
  await house.move('north');
  return house;
}

async function asks(house: CloudHouse, line = 'list', words = 'Abilities · '): Promise<void> {
  const { north } = house.cloud.workspaces;
  const after = north.transcript.revision;
  await north.as(north.people.ana).command(line);
  await north.nextMessage(({ text }) => text.includes(words), { after });
}

const refreshes = ({ cloud }: CloudHouse) =>
  cloud.wire.filter(
    ({ name, request }) => name === 'oauth.v2.access' && JSON.stringify(request).includes('refresh_token'),
  );

/** Expires the token, with the bot aware of it. */
async function runOut({ cloud, store }: CloudHouse): Promise<void> {
  const record = await store.installations.find('T0NORTH');
  if (!record) throw new Error('It is not installed.');
  const { bot } = record.document;
  const expiresAt = Math.floor(Date.now() / 1000);
  await store.installations.save({
    ...record,
    document: { ...record.document, bot: Object.assign({}, bot, { expiresAt }) },
  });
  cloud.expireTokens('T0NORTH');
}

test('a token that runs out is followed by the next one, which is kept sealed', async () => {
  const house = await open({ app: ROTATING });
  const { north } = house.cloud.workspaces;
  const tokens = new Set([north.botToken]);
  for (let times = 0; times < 2; times += 1) {
    house.cloud.expireTokens('T0NORTH');
    await asks(house);
    tokens.add(north.botToken);
  }
  expect(tokens.size).toBe(3);
  const database = await house.readDatabase();
  const log = house.logLines.join('');
  for (const token of tokens) expect([database.includes(token), log.includes(token)]).toEqual([false, false]);
  expect((await house.store.installations.find('T0NORTH'))?.document).toMatchObject({ bot: { token: north.botToken } });
});

test.runIf(storeKinds.includes('postgresql'))(
  'one of many requests in two processes fetches it, and all of them are answered',
  async () => {
    const { heard, house, use } = await startTwoBots({ app: { tokenRotation: true } });
    const { north } = house.cloud.workspaces;
    const firstHeard = () => house.logLines.filter((line) => line.includes('notice received')).length;
    const heardBefore = firstHeard();
    await runOut(house);
    await heard('installation-changed');
    await until(() => firstHeard() > heardBefore);
    const before = refreshes(house).length;
    const after = north.transcript.revision;
    const asked: Promise<unknown>[] = [];
    for (const bot of ['first', 'other'] as const) {
      use(bot);
      for (const person of [north.people.ana, north.people.ben]) asked.push(north.as(person).command('whoami'));
    }
    await Promise.all(asked);
    await north.waitFor(
      ({ messages }) =>
        messages.filter(({ revision, text }) => revision > after && text.includes('our role is')).length === 4,
    );
    expect(refreshes(house).length - before).toBe(1);
  },
);

test('while Slack does not give the next one, the one before goes on as long as it is good', async () => {
  const house = await open({ app: ROTATING });
  house.cloud.faults.add({ method: 'oauth.v2.access', fault: { error: 'internal_error' } });
  await asks(house);
  await asks(house);
  expect(refreshes(house).length).toBeGreaterThan(0);
});

test('uploads and what nobody asked for go on with the token of now', async () => {
  const house = await open({ app: ROTATING });
  const { north } = house.cloud.workspaces;
  house.cloud.expireTokens('T0NORTH');
  const after = north.transcript.revision;
  await north.as(north.people.ana).openHome();
  await north.nextView(({ type }) => type === 'home', { after });
});

test('while Slack is slow to give the next one, one that is good for an hour is used, and nobody waits', async () => {
  const house = await startCloudHouse({ app: { tokenRotation: true, tokenLifetimeS: 3600 } });
  onTestFinished(() => house.close());
  const { north } = house.cloud.workspaces;
  await house.install(north.people.ana);
  const token = north.botToken;
  const gate = hold();
  house.cloud.faults.add({ method: 'oauth.v2.access', times: 100, fault: { delayUntil: gate.until } });
  await house.connect('north');
  for (let times = 0; times < 4; times += 1) await asks(house);
  expect([refreshes(house), north.botToken]).toEqual([[], token]);
  gate.letGo();
  const kept = async () => (await house.store.installations.find('T0NORTH'))?.document;
  await until(async () => !JSON.stringify(await kept()).includes(token));
  expect(await kept()).toMatchObject({ bot: { token: north.botToken } });
  expect(refreshes(house)).toHaveLength(1);
});
