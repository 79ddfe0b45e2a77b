import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { makeFolder } from '../make-folder.ts';
import { runSql } from '../store/run-sql.ts';
import { until } from '../until.ts';
import { otherCaller } from './reading.ts';
import { sendWeather } from './send-weather.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';
import { zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const OPS = 'C0LOCALOPS';

/** A setup whose bot polls every 100 ms, returned after it has seen the account once. */
async function watch() {
  house = await startHouse({ mode: 'http', policy: { watchChannel: OPS }, times: { watchMs: 100 } });
  await looked(2);
}

/** Waits for this many further polls, each of which reads the Agents. */
async function looked(times: number): Promise<void> {
  const { service } = house;
  const count = () => service.requests.filter(({ path }) => path.includes('get-all-personalities')).length;
  const wanted = count() + times;
  await until(() => count() >= wanted);
}

test('changes made outside Slack are announced in the channel once, and changes made from here are not', async () => {
  await watch();
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await hear(
    house,
    () => ana.command('disable Weather'),
    ({ text }) => text.includes('Weather disabled by'),
  );
  const service = otherCaller(house);
  const news = (await service.listInstalledAbilities()).find(({ name }) => name === 'News');
  if (!news) throw new Error('the demo account has News');
  await service.setInstalledAbility(news, { enabled: false, triggerWords: news.triggerWords });
  const told = await slack.nextMessage(({ channelId, text }) => channelId === OPS && text.includes('outside Slack'));
  expect(told.text).toContain('News');
  expect(told.text).not.toContain('Weather');
  await looked(4);
  const all = slack.transcript.messages.filter(({ text }) => text.includes('outside Slack'));
  expect(all).toHaveLength(1);
  await hear(
    house,
    () => ana.click(told, { text: 'Show News' }),
    ({ ephemeralFor, text }) => ephemeralFor !== null && text.includes('News'),
  );
});

test('an account that another process is still checking is left to it', async () => {
  await watch();
  const { slack } = house;
  const store = await openStore(house.config.store);
  const leases = store.of(slack.teamId).newLeaseHolder();
  await until(async () => (await leases.take('watch', 60_000)) !== null);
  const service = otherCaller(house);
  const news = (await service.listInstalledAbilities()).find(({ name }) => name === 'News');
  if (!news) throw new Error('the demo account has News');
  await service.setInstalledAbility(news, { enabled: false, triggerWords: news.triggerWords });
  const refused = () => house.logLines.filter((line) => line.includes('still checking this account')).length;
  await until(() => refused() >= 2);
  expect(slack.transcript.messages.filter(({ text }) => text.includes('outside Slack'))).toEqual([]);
  await leases.release('watch');
  await store.close();
  await slack.nextMessage(({ text }) => text.includes('outside Slack'));
});

test('a problem is announced once when it appears, with what helps, and once when it is gone', async () => {
  await watch();
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const service = otherCaller(house);
  const rowOf = async (name: string) => {
    const row = (await service.listInstalledAbilities()).find((one) => one.name === name);
    if (!row) throw new Error(`the demo account has ${name}`);
    return row;
  };
  const weather = await rowOf('Weather');
  const news = await rowOf('News');
  await service.setInstalledAbility(news, { enabled: true, triggerWords: weather.triggerWords });
  const problem = await slack.nextMessage(({ channelId, text }) => channelId === OPS && text.includes('new problem'));
  expect(problem.text).toContain('News and Weather both respond to');
  await hear(
    house,
    () => ana.click(problem, { text: 'Check' }),
    ({ ephemeralFor, text }) => ephemeralFor !== null && text.includes('both respond to'),
  );
  await looked(4);
  // By the bot itself: the change is not announced, but the problem is gone.
  const resolved = await hear(
    house,
    () => ana.command('disable News'),
    ({ channelId, text }) => channelId === OPS && text.includes('resolved'),
  );
  expect(resolved.text).toContain('Resolved: News and Weather both respond to');
  expect(resolved.text).not.toContain('outside Slack');
  await looked(4);
  const announced = slack.transcript.messages.filter(
    ({ channelId, ephemeralFor }) => channelId === OPS && !ephemeralFor,
  );
  expect(announced.filter(({ text }) => text.includes('problem'))).toHaveLength(2);
});

test('code that was sent from here and is changed elsewhere is announced once, and once when it runs again', async () => {
  await watch();
  const { slack } = house;
  await sendWeather(house, 'snow', 'Update code…', 'updated by');
  await looked(4);
  const heard = () => slack.transcript.messages.filter(({ text }) => text.includes('last uploaded from Slack'));
  expect(heard()).toEqual([]);
  const service = otherCaller(house);
  const weather = (await service.listAbilities()).find(({ name }) => name === 'Weather');
  const release = weather && (await service.findRelease(weather.id));
  if (!release) throw new Error('Weather has no release.');
  const path = join(await makeFolder(), 'code.zip');
  await writeFile(path, await zipOf({ 'main.py': 'def run(u):\n    return "sun"\n', '__init__.py': '' }));
  await service.updateRelease(release.releaseId, { path, fileName: 'code.zip' }, 'By somebody else');
  await slack.nextMessage(({ channelId, text }) => channelId === OPS && text.includes('1 new problem'));
  await looked(4);
  expect(heard()).toHaveLength(1);
  await hear(
    house,
    () => sendWeather(house, 'rain', 'Update code…', 'updated by'),
    ({ channelId, text }) =>
      channelId === OPS && text.includes("Resolved: Weather isn't running the code last uploaded"),
  );
  await looked(4);
  expect(heard()).toHaveLength(2);
});

test('an account is watched once the settings name a channel, and no longer when they name none', async () => {
  // Without a watched account, the bot does not poll. Right after the save it is still busy with it.
  house = await startHouse({ mode: 'http', times: { watchMs: 100 } });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const save = async (channel: string[]) => {
    await ana.command('settings');
    const form = await slack.nextView(({ callbackId, open }) => open && callbackId === 'settings');
    await hear(
      house,
      () => ana.submit(form, { watch_channel: channel }),
      ({ text }) => text.includes('Settings saved by'),
    );
  };
  const { store } = house.config;
  expect(await runSql(store, 'select team_id from watches')).toEqual([]);
  await save(['#ops']);
  await looked(2);
  expect(await runSql(store, 'select team_id from watches')).toEqual([{ team_id: slack.teamId }]);
  await save([]);
  expect(await runSql(store, 'select team_id from watches')).toEqual([]);
});
