import type { Delivery, Message } from '@abilities-bot/local-slack';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startBalancer } from '../../packages/playground/src/balancer.ts';
import { type Bot, startBot } from '../../src/app/start-bot.ts';
import { createLogger } from '../../src/base/logger.ts';
import { HeldClock } from '../held-clock.ts';
import { PATIENT } from '../patient.ts';
import { type ProofHouse, startProofHouse } from '../proof/proof-house.ts';
import { singleService } from '../single-service.ts';
import { makeDatabase } from '../store/databases.ts';
import { runSql } from '../store/run-sql.ts';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';
import { type House, startHouse } from './start-house.ts';
import { goodZip } from './zips.ts';

/** How long a process waits for further files of a share: until the test has sent the last one. */
const GATHER_MS = 11 * 60_000;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const image = (name: string) => ({ name, bytes: PNG });
const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content) });
const zip = async (name: string) => ({ name, bytes: await goodZip() });

const onPostgresql = describe.runIf(storeKinds.includes('postgresql'));

onPostgresql('a share whose events reach three processes in turn', () => {
  let house: House;
  let bots: Bot[] = [];
  /** Of all processes. */
  let clock: HeldClock;
  afterEach(async () => {
    for (const bot of bots) await bot.stop();
    bots = [];
    await house.close();
  });

  async function open(): Promise<void> {
    clock = new HeldClock(GATHER_MS);
    const uploads = { gatherMs: GATHER_MS };
    house = await startHouse({ mode: 'http', clock, databaseUrl: await makeDatabase(), uploadTimes: uploads });
    const { bot, config, slack } = house;
    bots.push(bot);
    const log = createLogger('error', [], { write: () => undefined });
    const options = { clock, config, log, openService: () => singleService(config), deadlines: PATIENT, uploads };
    while (bots.length < 3) bots.push(await startBot(options));
    const balancer = await startBalancer(() => bots.map(({ port }) => port));
    onTestFinished(() => balancer.close());
    slack.useHttp(`${balancer.baseUrl}/slack/events`);
  }

  const replies = (): Message[] =>
    house.slack.transcript.messages.filter(({ userId }) => userId === house.slack.botUserId);

  /** The texts of the replies once no process works any more, in alphabetical order. */
  async function answered(): Promise<string[]> {
    for (const bot of bots) await bot.stop();
    return replies()
      .map((reply) => reply.text)
      .sort();
  }

  /** Sends the events of all files before a process stops waiting for more of them. */
  async function drop(
    { slack }: House,
    files: { name: string; bytes: Buffer }[],
  ): Promise<{ deliveries: readonly Delivery[] }> {
    const shared = await slack.as(slack.people.ana).drop(slack.channels.ops, files);
    await letGo(files.length);
    return shared;
  }

  /** Lets the processes stop waiting, once they wait for as many events. */
  async function letGo(events: number): Promise<void> {
    await until(() => clock.held === events);
    clock.letGo();
  }

  test('a zip with its icon', async () => {
    await open();
    await drop(house, [await zip('tides.zip'), image('a.png')]);
    expect(await answered()).toEqual(['Upload `tides.zip` as an Ability? `a.png` will be the icon.']);
  });

  test('loose sources', async () => {
    await open();
    await drop(house, [
      text('main.py', 'def run(u):\n    return "high"\n'),
      text('tides.py', 'HIGH = "high"\n'),
      text('config.json', '{}'),
    ]);
    const [offer = '', ...others] = await answered();
    expect(others).toEqual([]);
    expect(offer).toMatch(/^Upload 3 files as one Ability\? /);
    for (const name of ['main.py', 'tides.py', 'config.json']) expect(offer).toContain(`\`${name}\``);
  });

  test('seven zips, and redeliveries to the next process', async () => {
    await open();
    const names = [1, 2, 3, 4, 5, 6, 7].map((n) => `z${n}.zip`);
    const { deliveries } = await drop(house, await Promise.all(names.map(zip)));
    await house.slack.nextMessage(({ text: said }) => said.includes('2 more zips'));
    for (const delivery of deliveries) expect(await house.slack.redeliver(delivery)).toMatchObject({ acked: true });
    await letGo(deliveries.length);
    const texts = await answered();
    expect(texts).toHaveLength(6);
    expect(texts[0]).toBe('2 more zips in this message: drop them again separately.');
    const offered = texts.slice(1).map((said) => /^Upload `(z\d\.zip)` as an Ability\?$/.exec(said)?.[1]);
    expect(new Set(offered).size).toBe(5);
    for (const name of offered) expect(names).toContain(name);
  });
});

onPostgresql('a share whose events reach two processes, of which one is killed', () => {
  let house: ProofHouse;
  afterEach(() => house.close());

  // One of them received the last event.
  test.each([0, 1])('is answered whole by the other one, once (%d)', { timeout: 60_000 }, async (killed) => {
    const store = await makeStoreOptions('postgresql');
    const options = { ackTimeoutMs: GATHER_MS, store, times: { gatherMs: 3000 } };
    house = await startProofHouse({ mode: 'http', replicas: 2, ...options });
    const { bots, slack } = house;
    const { deliveries } = await slack
      .as(slack.people.ana)
      .drop(slack.channels.ops, [await zip('tides.zip'), image('a.png')]);
    await bots[killed]?.kill();
    expect(deliveries.map(({ acked }) => acked)).toEqual([true, true]);
    // Both wait for further files. From now on it is due, as if it had been received long ago.
    await runSql(store, 'update drops set due_at = 0 returning due_at');
    const offers = () => slack.transcript.messages.filter(({ text: said }) => said.includes('as an Ability?'));
    const offer = await slack.nextMessage(({ text: said }) => said.includes('as an Ability?'));
    expect(offer.text).toBe('Upload `tides.zip` as an Ability? `a.png` will be the icon.');
    for (const delivery of deliveries) expect(await slack.redeliver(delivery)).toMatchObject({ acked: true });
    await bots[1 - killed]?.stop();
    expect(offers()).toHaveLength(1);
  });
});
