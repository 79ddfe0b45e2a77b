import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../src/store/store.ts';
import { until } from '../until.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const told = (words: string) => house.slack.nextMessage(({ text }) => text.includes(words));
const texts = () => house.slack.transcript.messages.map(({ text }) => text);

/** A switch that is late, which the bot checks again after the next command. Resolves to the bot's store. */
async function disableLate(): Promise<Store> {
  house = await startHouse({ mode: 'http', uploadTimes: { lookAgainMs: [600, 20, 20] } });
  house.service.lies.lateMs = Number.POSITIVE_INFINITY;
  house.service.lies.tell('late-truth');
  await ana().command('disable News');
  await told('Not confirmed yet: News is still enabled.');
  await house.service.lies.release();
  house.service.lies.stop();
  const store = await openStore(house.config.store);
  onTestFinished(() => store.close());
  return store;
}

const checkIsOver = ({ laterLooks }: Store) => until(async () => (await laterLooks.nextDueAt(null)) === null);

test('a switch that was switched back before it was confirmed raises no alarm', async () => {
  const store = await disableLate();
  await ana().command('enable News');
  await told('✓ News enabled by');
  await checkIsOver(store);
  expect(texts().filter((text) => text.includes('Not what you asked for'))).toEqual([]);
});

test('a switch that was undone before it was confirmed raises no alarm, and its record stays', async () => {
  const store = await disableLate();
  await ana().command('undo');
  await told('Undone: News is enabled again');
  await checkIsOver(store);
  expect(texts().filter((text) => text.includes('Not what you asked for'))).toEqual([]);
  const recent = await store.undoLog.of(house.slack.teamId).recent(5);
  expect(recent.map(({ undoneBy }) => undoneBy !== null)).toEqual([false, true]);
});

test('a switch does not explain that old code runs after an update', async () => {
  house = await startHouse({ mode: 'http', uploadTimes: { lookAgainMs: [600, 20, 20], pollMs: 20 } });
  house.service.lies.tell('old-code');
  const offer = await startUpload(house, await goodZip(), { values: { Name: 'Weather' } });
  await ana().click(await saying(house, offer, 'Weather already exists'), { text: 'Update code…' });
  await ana().submit(await house.slack.nextView(({ callbackId }) => callbackId === 'update'), {});
  await until(() => house.service.requests.some(({ path }) => path.includes('validate/release-code')));
  await ana().command('disable Weather');
  await told('✓ Weather disabled by');
  await saying(house, offer, 'but not as requested: the service still has the old code');
});
