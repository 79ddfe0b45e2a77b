import { afterEach, expect, test } from 'vitest';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';

let house: House;
afterEach(() => house.close());

test('a starter is sent in a direct message and can be uploaded unchanged', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('new Tide Watch');
  const direct = await slack.directMessage(slack.people.ana);
  const told = await slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.startsWith('Tide Watch, '),
  );
  expect(told.text).toBe(
    "Tide Watch, 3 files. Edit `main.py`, then drop the files, or a new zip of the folder, in any channel I'm in.",
  );
  const { files } = await slack.nextMessage((message) => message.channelId === direct.id && message.files.length > 0);
  const got = await ana.download(String(files[0]?.id));
  expect(got?.name).toBe('tide_watch.zip');
  const offer = await dropZip(house, got?.bytes ?? Buffer.alloc(0), got?.name);
  const form = await openForm(house, offer);
  const fields = JSON.stringify(form.blocks);
  expect(fields).toContain('"initial_value":"Tide Watch"');
  expect(fields).toContain('"initial_value":"tide watch"');
  expect(fields).toContain('or separated by commas. Read from README.md.');
  await ana.submit(form, WORDS);
  await saying(house, offer, 'Tide Watch uploaded by');
  expect(await sentPackage(house, 'Tide Watch')).toEqual(['README.md', '__init__.py', 'main.py']);
});
