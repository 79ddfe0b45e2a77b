import type { Lie } from '@abilities-bot/local-service';
import { afterEach, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

/** Uploads Tides, which is new, or Weather as an update. @param looks how often it looks again. */
async function uploadUnder(lie: Lie, values: Record<string, string>, looks: number) {
  const recheckMs = Array.from({ length: looks }, () => 100);
  house = await startHouse({ mode: 'http', uploadTimes: { recheckMs, pollMs: 50 } });
  house.service.lies.lateMs = Number.POSITIVE_INFINITY;
  house.service.lies.tell(lie);
  const offer = await startUpload(house, await goodZip(), { values });
  if (values.Name !== 'Weather') return offer;
  const ana = house.slack.as(house.slack.people.ana);
  await ana.click(await saying(house, offer, 'Weather already exists'), { text: 'Update code…' });
  await ana.submit(await house.slack.nextView(({ callbackId }) => callbackId === 'update'), {});
  return offer;
}

const successes = () => house.slack.transcript.messages.filter(({ text }) => text.startsWith('✓'));

test.each<[Lie, string, Record<string, string>]>([
  ['duplicate-on-upload', 'but not as requested: a second Ability with the same name appeared', {}],
  [
    'lost-words',
    'but not as requested: the trigger word “spring tide” is missing',
    { trigger_words: 'ebb\nflood\nspring tide' },
  ],
  ['old-code', 'but not as requested: the voice service still has the previous code.', { Name: 'Weather' }],
])('%s is found, and not reported as a success', async (lie, words, values) => {
  const offer = await uploadUnder(lie, values, 3);
  await saying(house, offer, words);
  expect(successes()).toEqual([]);
});

test.each([
  ['uploaded', {}],
  ['updated', { Name: 'Weather' }],
])('one that is %s late is a success only once it is there', async (done, values) => {
  const offer = await uploadUnder('late-truth', values, 100);
  await saying(house, offer, 'but not confirmed yet');
  expect(successes()).toEqual([]);
  await house.service.lies.release();
  expect((await saying(house, offer, `${done} by`)).text).toMatch(/^✓/);
});
