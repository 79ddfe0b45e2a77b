import { afterEach, expect, test } from 'vitest';
import { scrape } from '../metrics/read-numbers.ts';
import { runSql } from '../store/run-sql.ts';
import { until } from '../until.ts';
import { type CloudHouse, type CloudHouseOptions, startCloudHouse } from './start-cloud-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: CloudHouse;
afterEach(() => house.close());

async function open(options: CloudHouseOptions<'north' | 'south'> = {}) {
  house = await startCloudHouse<'north' | 'south'>(options);
  await house.move('north');
  await house.move('south');
  const { north, south } = house.cloud.workspaces;
  return { north, south };
}

/** Makes the only upload due, as if nobody had answered its question in time. */
async function letQuestionExpire(): Promise<void> {
  const due = "update uploads set due_at = 0 where state = 'asking' and lease_owner is null returning id";
  await until(async () => (await runSql(house.config.store, due)).length === 1);
}

const tidesIn = async (name: 'north' | 'south') =>
  (await house.accounts[name].client.listAbilities()).filter((ability) => ability.name === 'Tides').length;

test('one worker takes the uploads of all workspaces, each to its own account and told in its own channel', async () => {
  const { north, south } = await open({ env: { UPLOADS_AT_ONCE: '1' } });
  const zip = await goodZip();
  const offers = [await startUpload({ slack: north }, zip), await startUpload({ slack: south }, zip)] as const;
  await saying({ slack: north }, offers[0], 'Tides uploaded by');
  await saying({ slack: south }, offers[1], 'Tides uploaded by');
  expect([await tidesIn('north'), await tidesIn('south')]).toEqual([1, 1]);
});

test('a waiting upload does not go to the account that the workspace is connected to in the meantime', async () => {
  const { north } = await open({ bot: { uploads: { retryMs: 50 } } });
  house.service.faults.add({ match: { path: /get-all-capabilities/ }, fault: { kind: 'reset' } });
  const offer = await startUpload({ slack: north }, await goodZip());
  await saying({ slack: north }, offer, "the voice service can't be reached.");
  await house.connect('north', house.accounts.south.key);
  await saying({ slack: north }, offer, 'was reconnected to an account');
  house.service.faults.clear();
  expect([await tidesIn('north'), await tidesIn('south')]).toEqual([0, 0]);
});

test('one of a workspace that removed the bot ends without calling anybody, and the history says so', async () => {
  const { north } = await open({ bot: { uploads: { giveUpMs: 1, pollMs: 20 } } });
  const offer = await startUpload({ slack: north }, await goodZip(), { values: { Name: 'Weather' } });
  await saying({ slack: north }, offer, 'already');
  const [asking] = await house.store.of('T0NORTH').uploads.listOpen(10);
  await north.uninstall();
  await until(() => house.logLines.some((line) => line.includes('bot uninstalled')));
  const calls = () => [house.service.requests.length, north.wire.length, house.cloud.wire.length];
  const before = calls();
  await letQuestionExpire();
  await until(async () => (await house.store.of('T0NORTH').uploads.find(asking?.id ?? ''))?.state !== 'asking');
  await until(async () => (await house.store.uploadQueue.nextDueAt()) === null);
  expect(calls()).toEqual(before);
  const { records } = await house.store.of('T0NORTH').auditLog.list({ page: 1, perPage: 1 });
  expect(records).toMatchObject([
    { verb: 'upload', ended: { outcome: 'failed', why: 'The bot is no longer installed in this workspace.' } },
  ]);
  expect((await scrape(house.bot.metricsPort)).of('abilities_upload_ends_total{end="failed"}')).toBe(1);
});

test('one that asks when the account is disconnected is given up, and its message says why', async () => {
  const { north } = await open({ bot: { uploads: { pollMs: 20 } } });
  const offer = await startUpload({ slack: north }, await goodZip(), { values: { Name: 'Weather' } });
  await saying({ slack: north }, offer, 'already');
  await house.store.of('T0NORTH').account.forget();
  await letQuestionExpire();
  await saying({ slack: north }, offer, 'no longer connected to an account');
});
