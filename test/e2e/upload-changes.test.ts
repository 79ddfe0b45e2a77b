import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receivedFile } from './received-file.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { zipOf } from './zips.ts';

let house: House;
beforeEach(async () => {
  house = await startHouse({ mode: 'http' });
});
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);

const lines = Array.from({ length: 60 }, (_, at) => `LINE_${at} = ${at}`);
const longer = () =>
  zipOf({ 'weather/main.py': `${lines.join('\n')}\n`, 'weather/__init__.py': '', 'weather/extra.py': 'NEW = 1\n' });

async function openUpdate(question: Message) {
  const { revision } = house.slack.transcript;
  await ana().click(question, { text: 'Update code…' });
  return house.slack.nextView(({ callbackId }) => callbackId === 'update', { after: revision });
}

test('a form that cannot show all changes sends the rest as a file, and stays open', async () => {
  const offer = await startUpload(house, await longer(), { values: { Name: 'Weather' } });
  const question = await saying(house, offer, 'Weather already exists');
  const form = await openUpdate(question);
  const shown = renderText(form);
  expect(shown).toContain('+60 −');
  expect(shown).toContain('+LINE_20 = 20');
  expect(shown).not.toContain('LINE_59');
  expect(shown).toMatch(/… \d+ more lines/);
  expect(shown).not.toContain('NEW = 1');

  await ana().click(form, { text: 'Send all changes as a file' });
  const { bytes, name } = await receivedFile(house);
  expect(name).toMatch(/^weather-[0-9a-f]{16}\.diff$/);
  const sent = bytes.toString();
  for (const line of lines) expect(sent).toContain(`+${line}\n`);
  expect(sent).toContain('+NEW = 1\n');
  await house.slack.nextMessage(({ text }) => text.includes('would make these changes to its code'));

  const above = await house.slack.nextView((view) => renderText(view).includes("I'm sending you all changes"));
  await ana().closeView(above);
  await ana().submit(form, {});
  await saying(house, question, 'Weather updated by');
});
