import { teamId } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { openForm, saying, startUpload } from './upload-job.ts';
import { goodZip } from './zips.ts';

const NOTICES = 'C0LOCALGENERAL';

let house: House;
let stopSecond: () => Promise<void> = async () => undefined;
afterEach(async () => {
  await stopSecond();
  stopSecond = async () => undefined;
  await house.close();
});

const ana = () => house.slack.as(house.slack.people.ana);

const announced = (words: string) =>
  house.slack.transcript.messages.filter(({ channelId, text }) => channelId === NOTICES && text.includes(words));

test('old code after an update: the message, the notice and the audit log say so, and it can be uploaded again', async () => {
  house = await startHouse({
    mode: 'http',
    policy: { auditChannel: NOTICES },
    uploadTimes: { recheckMs: [20, 20, 20], pollMs: 50 },
  });
  const { service, slack } = house;
  const offer = await startUpload(house, await goodZip(), { values: { Name: 'Weather' } });
  const question = await saying(house, offer, 'Weather already exists');
  service.faults.add({ match: { path: /release-code/ }, times: 1, fault: { kind: 'status', status: 200, body: {} } });
  await ana().click(question, { text: 'Update code…' });
  await ana().submit(await slack.nextView(({ callbackId }) => callbackId === 'update'), {});
  const words = 'but not as requested: the voice service still has the previous code.';
  const end = await saying(house, offer, words);
  await slack.nextMessage(({ channelId, text }) => channelId === NOTICES && text.includes(words));
  await ana().command('history outcome:unconfirmed');
  const log = await slack.nextMessage(({ text }) => text.startsWith('Audit log'));
  expect(log.text).toContain(
    'You tried to upload Weather · not confirmed: the voice service still has the previous code',
  );
  const form = await openForm(house, end, { label: 'Upload again…' });
  expect(renderText(form)).toContain('tides.zip');
  const after = slack.transcript.revision;
  await ana().submit(form, {});
  const again = await slack.nextMessage(({ text }) => text.startsWith('Weather already exists'), { after });
  await ana().click(again, { text: 'Update code…' });
  await ana().submit(await slack.nextView(({ callbackId }) => callbackId === 'update', { after }), {});
  await saying(house, again, 'Weather updated by');
});

test('a bot that stops between two checks: the next one continues, and posts the result once', async () => {
  house = await startHouse({
    mode: 'http',
    policy: { auditChannel: NOTICES },
    uploadTimes: { recheckMs: Array.from({ length: 100 }, () => 300) },
  });
  const { service } = house;
  service.faults.add({ match: { path: /template-file/ }, fault: { kind: 'status', status: 500 } });
  const offer = await startUpload(house, await goodZip());
  await saying(house, offer, "Tides uploaded, but not confirmed yet: its code couldn't be read. Checking again");
  const next = await replaceBot(house, { uploads: { pollMs: 50 } });
  stopSecond = next.stop;
  service.faults.clear();
  await saying(house, offer, 'Tides uploaded by');
  await house.slack.nextMessage(({ channelId, text }) => channelId === NOTICES && text.includes('Tides uploaded by'));
  expect(announced('Tides uploaded by')).toHaveLength(1);
  const store = await openStore(house.config.store);
  try {
    expect(await store.of(teamId).undoLogOf(null).recent(10)).toHaveLength(1);
  } finally {
    await store.close();
  }
});
