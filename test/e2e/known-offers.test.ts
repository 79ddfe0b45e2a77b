import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const zip = (says: string) =>
  zipOf({ 'weather/main.py': `# ${says}\n`, 'weather/__init__.py': '', 'weather/a.txt': 'x' });
const ana = () => house.slack.as(house.slack.people.ana);

test('an offer says that its name or its code is on the account, and can be an update', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await dropZip(house, await zip('rain'), 'weather (1).zip');
  expect(offer.text).toBe('Upload `weather (1).zip` as an Ability? The account already has Weather.');
  await ana().click(offer, { text: 'Update code…' });
  await ana().click(await saying(house, offer, 'Weather already exists'), { text: 'Update code…' });
  await ana().submit(await house.slack.nextView(({ callbackId }) => callbackId === 'update'), {});
  await saying(house, offer, 'Weather updated by');
  expect(await sentPackage(house, 'Weather')).toEqual(['__init__.py', 'a.txt', 'main.py']);

  const again = await dropZip(house, await zip('rain'), 'weather.zip');
  expect(again.text).toBe('Upload `weather.zip` as an Ability? The account already has Weather, with the same code.');
  expect(renderText(again)).not.toContain('Update code…');

  const copy = await dropZip(house, await zip('rain'), 'rain.zip');
  expect(copy.text).toBe('Upload `rain.zip` as an Ability? Weather has the same code.');
  await ana().submit(await openForm(house, copy), WORDS);
  await saying(house, copy, 'Rain uploaded by');
});
