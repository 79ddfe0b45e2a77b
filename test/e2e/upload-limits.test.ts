import { afterEach, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

/** Its first uploads stay unfinished: they ask what to do about the name, which is taken. */
const asking = { values: { Name: 'Weather' } };

test('a person with as many unfinished uploads as allowed reads so in the form, and sends it later', async () => {
  house = await startHouse({ mode: 'http', uploads: { maxUnfinished: { person: 1, workspace: 9 } } });
  const { ana, ben } = house.slack.people;
  const zip = await goodZip();
  const first = await startUpload(house, zip, asking);
  const question = await saying(house, first, 'already');

  const second = await dropZip(house, zip, 'tides-2.zip');
  const form = await openForm(house, second);
  const refused = await house.slack.as(ana).submit(form, WORDS);
  expect(JSON.parse(JSON.stringify(refused.body))).toEqual({
    response_action: 'errors',
    errors: { name: 'You have 1 unfinished upload. Wait until one finishes, or cancel one, and try again.' },
  });
  // Somebody else may.
  const third = await dropZip(house, zip, 'tides-3.zip');
  await house.slack.as(ben).submit(await openForm(house, third, { by: ben }), WORDS);
  await saying(house, third, 'Tides 3 uploaded');

  await house.slack.as(ana).click(question, { text: 'Discard' });
  await saying(house, first, 'canceled');
  await house.slack.as(ana).submit(form, { ...WORDS, Name: 'Tides again' });
  await saying(house, second, 'Tides again uploaded');
});

test('a workspace with as many as allowed accepts no more, from anybody', async () => {
  house = await startHouse({ mode: 'http', uploads: { maxUnfinished: { person: 9, workspace: 1 } } });
  const { ben } = house.slack.people;
  const zip = await goodZip();
  await saying(house, await startUpload(house, zip, asking), 'already');

  const form = await openForm(house, await dropZip(house, zip, 'tides-2.zip'), { by: ben });
  const refused = await house.slack.as(ben).submit(form, WORDS);
  expect(JSON.parse(JSON.stringify(refused.body))).toEqual({
    response_action: 'errors',
    errors: { name: 'This workspace has 1 unfinished upload. Wait until one finishes, and try again.' },
  });
});
