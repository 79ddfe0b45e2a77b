import { afterEach, expect, test } from 'vitest';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { until } from './until.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

const callsTo = (path: string) => house.service.requests.filter((request) => request.path.includes(path));

test.each(['socket', 'http'] as const)('a form that is sent again over %s is carried out once', async (mode) => {
  house = await startHouse({ mode });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('enable Radio');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
  const sent = await ana.submit(form, { trigger_words: 'play the radio' });
  await slack.nextMessage(({ text }) => text.startsWith('Radio enabled by'));
  // Switched off since: a second run would switch it on again.
  await ana.command('disable Radio');
  await slack.nextMessage(({ text }) => text.startsWith('Radio disabled by'));
  expect(await slack.redeliver(sent)).toMatchObject({ acked: true });
  // Changes of one Ability wait for each other, so that the next answer comes after all that was begun.
  await ana.command('disable Radio');
  await slack.nextMessage(({ text }) => text.includes('Radio was disabled already'));
  expect(callsTo('edit-installed-capability')).toHaveLength(2);
  expect((await installedRow(house, 'Radio')).enabled).toBe(false);
});

test('a form whose ack was lost is carried out when Slack sends it again, once', { timeout: 60_000 }, async () => {
  house = await startHouse({ mode: 'socket' });
  const { logLines, service, slack } = house;
  const ana = slack.as(slack.people.ana);
  // The names on the account are read as the form opens; while that takes, the ack waits.
  service.faults.add({ match: { path: /get-all-capabilities/ }, times: 1, fault: { kind: 'silent' } });
  await ana.command('upload');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
  const values = { Name: 'Tides', Description: 'Tells the tides.', trigger_words: 'high tide' };
  const filled = await ana.fill(form, { ...values, Package: { name: 'tides.zip', bytes: await goodZip() } });
  const submitted = ana.submit(filled);
  await until(() => logLines.some((line) => line.includes('view_submission')));
  slack.sockets.cut();
  const lost = await submitted;
  expect(lost).toMatchObject({ acked: false });
  await until(() => logLines.some((line) => line.includes('a request from Slack could not be handled')));
  await slack.connected();
  expect(callsTo('add-capability')).toEqual([]);

  const direct = await slack.directMessage(slack.people.ana);
  await hear(
    house,
    () => slack.redeliver(lost),
    ({ channelId, text }) => channelId === direct.id && text.includes('Tides is uploaded'),
  );
  expect(await slack.redeliver(lost)).toMatchObject({ acked: true });
  await hear(
    house,
    () => ana.command('help'),
    ({ text }) => text.includes('/abilities list'),
  );
  expect(callsTo('add-capability')).toHaveLength(1);
});
