import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { SkippingClock } from '../skipping-clock.ts';
import { until } from '../until.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const told = (words: string) => house.slack.nextMessage(({ text }) => text.includes(words));
const texts = () => house.slack.transcript.messages.map(({ text }) => text);

const HOUR = 60 * 60_000;
let clock: SkippingClock;

/** A switch that is late, which the bot checks again in an hour. */
async function disableLate(): Promise<void> {
  clock = new SkippingClock();
  house = await startHouse({ mode: 'http', clock, uploadTimes: { recheckMs: [HOUR, 20, 20] } });
  house.service.lies.lateMs = Number.POSITIVE_INFINITY;
  house.service.lies.tell('late-truth');
  await ana().command('disable News');
  await told('Not confirmed yet: News is still enabled.');
  await house.service.lies.release();
  house.service.lies.stop();
}

/** Lets the bot check again, until nothing is left to check. */
async function checkAgain({ rechecks }: Store): Promise<void> {
  expect(await rechecks.nextDueAt(null)).not.toBeNull();
  clock.skip(HOUR);
  await until(async () => (await rechecks.nextDueAt(null)) === null);
}

test('a switch that was switched back before it was confirmed raises no alarm', async () => {
  await disableLate();
  await ana().command('enable News');
  await told('✓ News enabled by');
  await checkAgain(await house.openStore());
  expect(texts().filter((text) => text.includes('Not what you asked for'))).toEqual([]);
});

test('a switch that was undone before it was confirmed raises no alarm, and its record stays', async () => {
  await disableLate();
  await ana().command('undo');
  await told('Undone: News is enabled again');
  const store = await house.openStore();
  await checkAgain(store);
  expect(texts().filter((text) => text.includes('Not what you asked for'))).toEqual([]);
  const recent = await store.of(house.slack.teamId).undoLogOf(null).recent(5);
  expect(recent.map(({ undoneBy }) => undoneBy !== null)).toEqual([false, true]);
});

test('a switch does not explain that old code runs after an update', async () => {
  house = await startHouse({ mode: 'http', uploadTimes: { recheckMs: [600, 20, 20], pollMs: 20 } });
  house.service.lies.tell('old-code');
  const offer = await startUpload(house, await goodZip(), { values: { Name: 'Weather' } });
  await ana().click(await saying(house, offer, 'Weather already exists'), { text: 'Update code…' });
  await ana().submit(await house.slack.nextView(({ callbackId }) => callbackId === 'update'), {});
  await until(() => house.service.requests.some(({ path }) => path.includes('validate/release-code')));
  await ana().command('disable Weather');
  await told('✓ Weather disabled by');
  await saying(house, offer, 'but not as requested: the voice service still has the previous code');
});
