import { renderText } from '@abilities-bot/local-slack/block-kit';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { UploadState } from '../../src/store/upload-record.ts';
import { runSql } from '../store/run-sql.ts';
import { storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';
import { commitWeather } from './commit-weather.ts';
import { installedRow, otherCaller } from './reading.ts';
import { startTwoBots, type TwoBots } from './two-bots.ts';
import { saying, startUpload } from './upload-job.ts';
import { zipOf } from './zips.ts';

const LONG_MS = 60_000;
const HOUR = 60 * 60_000;

/** The replacement gets the Agents of the old one, and so is installed. */
const SHOWS_LISTS = { service: { agentRowsCarryAbilities: true } };

async function idOf(house: TwoBots, name: string) {
  const ability = (await otherCaller(house).listAbilities()).find((one) => one.name === name);
  if (!ability) throw new Error(`${name} is not on the account`);
  return ability.id;
}

/** Ana replaces an Ability by a zip. Does not wait for the result. */
async function replace(house: TwoBots, name: string): Promise<void> {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const zip = await zipOf({ 'new/main.py': 'def run(u):\n    return "new"\n', 'new/__init__.py': '' });
  const offer = await startUpload(house, zip, { values: { Name: name } });
  await ana.click(await saying(house, offer, `${name} already exists`), { text: 'Replace…' });
  await ana.submit(await slack.nextView(({ callbackId }) => callbackId === 'replace'), { typed_name: name });
}

const isIn = async ({ slack, store }: TwoBots, state: UploadState) =>
  (await store.of(slack.teamId).uploads.listUntold(9)).some((upload) => upload.state === state);

/** The lease of another process on a thing, for as long as the test wants. */
const leasesOf = ({ slack, store }: TwoBots) => store.of(slack.teamId).newLeaseHolder();

/** Somebody adds a trigger word at another process, which holds the lease. */
async function addWord(house: TwoBots, name: string): Promise<string[]> {
  const row = await installedRow(house, name);
  const triggerWords = [...row.triggerWords, 'from the other bot'];
  await otherCaller(house).setInstalledAbility(row, { enabled: true, triggerWords });
  return triggerWords;
}

describe.runIf(storeKinds.includes('postgresql'))('two bots on one PostgreSQL', () => {
  test('change the trigger words of an Ability that is about to be deleted for its replacement: it gets them too', {
    timeout: LONG_MS,
  }, async () => {
    const house = await startTwoBots(SHOWS_LISTS);
    const lease = leasesOf(house);
    const thing = `ability:${await idOf(house, 'Weather')}`;
    await lease.take(thing, HOUR);
    await replace(house, 'Weather');
    // Its state is stored, and the deletion waits.
    await until(() => isIn(house, 'deleting'));
    const words = await addWord(house, 'Weather');
    await lease.release(thing);
    await house.slack.nextMessage(({ text }) => text.includes('Weather replaced by'));
    expect((await installedRow(house, 'Weather')).triggerWords).toEqual(words);
  });

  test('change the trigger words of a replacement that is about to get its old state: they stay', {
    timeout: LONG_MS,
  }, async () => {
    const house = await startTwoBots(SHOWS_LISTS);
    const lease = leasesOf(house);
    const caller = otherCaller(house);
    const [agent] = await caller.listAgents();
    if (!agent) throw new Error('There is no Agent');
    await caller.setAgentAbilities(agent.id, [...(agent.abilityIds ?? []), await idOf(house, 'Radio')]);
    const ids = (await caller.listInstalledAbilities()).map(({ id }) => id);
    // The service counts upwards, with gaps.
    const things = Array.from({ length: 20 }, (_, more) => `installed:${Math.max(...ids) + 1 + more}`);
    for (const thing of things) await lease.take(thing, HOUR);
    // It has no trigger words, so the new one keeps its own.
    await replace(house, 'Radio');
    /** One before it is given to its Agents, and one before its state is restored. */
    const readsAfterUpload = () => {
      const sent = house.service.requests.findLastIndex(({ path }) => path.includes('add-capability'));
      const after = sent === -1 ? [] : house.service.requests.slice(sent);
      return after.filter(({ path }) => path.includes('get-installed-capabilities')).length;
    };
    await until(async () => (await isIn(house, 'restoring')) && readsAfterUpload() >= 2);
    const words = await addWord(house, 'Radio');
    for (const thing of things) await lease.release(thing);
    await house.slack.nextMessage(({ text }) => text.includes('Radio replaced by'));
    expect((await installedRow(house, 'Radio')).triggerWords).toEqual(words);
  });

  test('do not send code between a release that is enabled and the note that it was chosen', {
    timeout: LONG_MS,
  }, async () => {
    const house = await startTwoBots(SHOWS_LISTS);
    const { config, service, slack } = house;
    const ana = slack.as(slack.people.ana);
    for (const says of ['snow', 'hail']) await commitWeather(house, says);
    await ana.command('versions Weather');
    const list = await slack.nextMessage((message) => renderText(message).includes('Releases in the voice service'));
    await ana.click(list, { text: 'Enable v1 of Weather' });
    const question = await slack.nextMessage(({ text }) => text.startsWith('Enable release v1'));
    const blocking = new Client({ connectionString: config.store.databaseUrl ?? '' });
    await blocking.connect();
    onTestFinished(() => blocking.end());
    await blocking.query('begin');
    await blocking.query('lock table versions');
    await ana.click(question, { text: 'Enable' });
    await until(() => service.requests.some(({ path }) => path.includes('enable/release')));
    // The note waits for the table.
    const waiting = "select pid from pg_locks where not granted and relation = 'versions'::regclass";
    await until(async () => (await runSql(config.store, waiting)).length > 0);
    const thing = `ability:${await idOf(house, 'Weather')}`;
    expect(await leasesOf(house).take(thing, HOUR)).toBeNull();
    await blocking.query('rollback');
    await slack.nextMessage(({ text }) => text.includes('Release v1 of Weather enabled by'));
    expect(await leasesOf(house).take(thing, HOUR)).not.toBeNull();
  });
});
