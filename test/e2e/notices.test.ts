import { afterEach, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

async function start({ channelId, inThread }: { inThread: boolean; channelId: string | null }) {
  house = await startHouse({ mode: 'http', notices: { inThread }, policy: { auditChannel: channelId } });
  const { slack } = house;
  return { slack, ana: slack.as(slack.people.ana), ...slack.channels };
}

/** What everybody in a channel sees, except the shared message itself. */
const seenIn = (channel: { id: string }) =>
  house.slack.transcript.messages
    .filter(({ channelId, ephemeralFor, text }) => {
      return channelId === channel.id && ephemeralFor === null && !text.includes('Shown by');
    })
    .map(({ text, threadTs }) => ({ text: text.split(' by ')[0], inThread: threadTs !== null }));

/** Ana shows the list in a channel and disables News from there. */
async function changeFromShared(channel: { id: string }) {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const list = await hear(
    house,
    () => ana.command('list', { channel }),
    ({ text }) => text.includes('News: enabled'),
  );
  const shared = await hear(
    house,
    () => ana.click(list, { text: 'Show in channel' }),
    ({ text }) => text.includes('Shown by'),
  );
  await ana.click(shared, { text: 'Disable News' });
  await slack.nextMessage(({ text, ts }) => ts === shared.ts && text.includes('News: disabled'));
  return shared;
}

/** A change made privately, announced after all earlier ones. */
async function changeWeather(verb: 'enable' | 'disable') {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await hear(
    house,
    () => ana.command(`${verb} Weather`),
    ({ ephemeralFor, text }) => ephemeralFor !== null && text.includes(`Weather ${verb}d by`),
  );
}

test('a channel gets every change, wherever it was made, and so does the thread', async () => {
  const { slack, general, ops } = await start({ inThread: true, channelId: 'C0LOCALOPS' });
  await changeFromShared(general);
  await slack.nextMessage(({ channelId, text }) => channelId === ops.id && text.includes('News disabled by'));
  await changeWeather('disable');
  await slack.nextMessage(({ channelId, text }) => channelId === ops.id && text.includes('Weather disabled by'));
  expect(seenIn(ops)).toEqual([
    { text: 'News disabled', inThread: false },
    { text: 'Weather disabled', inThread: false },
  ]);
  expect(seenIn(general)).toEqual([{ text: 'News disabled', inThread: true }]);
});

test('if the shared message is in that channel, the change is announced once', async () => {
  const { slack, ops } = await start({ inThread: true, channelId: 'C0LOCALOPS' });
  await changeFromShared(ops);
  await changeWeather('disable');
  await slack.nextMessage(({ channelId, text }) => channelId === ops.id && text.includes('Weather disabled by'));
  expect(seenIn(ops)).toEqual([
    { text: 'News disabled', inThread: true },
    { text: 'Weather disabled', inThread: false },
  ]);
});

test('with none, nobody else is notified, but the shared message is still redrawn', async () => {
  const { ana, general } = await start({ inThread: false, channelId: null });
  const shared = await changeFromShared(general);
  await hear(
    house,
    () => ana.click(shared, { text: 'Enable News' }),
    ({ text, ts }) => ts === shared.ts && text.includes('News: enabled'),
  );
  await hear(
    house,
    () => ana.command('help'),
    ({ text }) => text.includes('/abilities list'),
  );
  expect(seenIn(general)).toEqual([]);
});

test('a channel that the bot may not post to is logged, and the change is announced as usual', async () => {
  const { slack } = await start({ inThread: true, channelId: 'C0LOCALLOUNGE' });
  await changeWeather('disable');
  await slack.waitFor(() => house.logLines.some((line) => line.includes('change not announced')));
  await changeWeather('enable');
});

test('the end of an upload is announced once, even if Slack accepts the edit of its own message only later', async () => {
  const { slack, general } = await start({ inThread: true, channelId: 'C0LOCALGENERAL' });
  const place = await startUpload(house, await goodZip());
  slack.faults.add({ method: 'chat.update', times: 2, fault: { error: 'internal_error' } });
  await slack.nextMessage(({ channelId, text }) => channelId === general.id && text.includes('Tides uploaded by'));
  await saying(house, place, 'Tides uploaded by');
  await changeWeather('disable');
  await slack.nextMessage(({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Weather disabled by'));
  expect(seenIn(general).map(({ text }) => text?.split(',')[0])).toEqual([
    expect.stringMatching(/^Tides uploaded$/),
    expect.stringMatching(/^Weather disabled/),
  ]);
});
