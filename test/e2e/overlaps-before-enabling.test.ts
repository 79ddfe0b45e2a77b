import type { View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
/** Of Weather, which is enabled and on two Agents. */
let word: string;
let warning: string;

beforeEach(async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  [word = ''] = (await installedRow(house, 'Weather')).triggerWords;
  warning = `“${word}” is also a trigger word of *Weather* (*Echo*, *Atlas*)`;
  const triggerWords = [word, 'guard the house'];
  const { id } = await installedRow(house, 'Night Watch');
  const row = (await otherCaller(house).listInstalledAbilities()).find((one) => one.id === id);
  if (row) await otherCaller(house).setInstalledAbility(row, { enabled: false, triggerWords });
});
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);

async function asks(line: string, words: string) {
  const after = house.slack.transcript.revision;
  await ana().command(line);
  return house.slack.nextMessage((message) => renderText(message).includes(words), { after });
}

async function opens(line: string, form: string): Promise<View> {
  await ana().command(line);
  return house.slack.nextView(({ callbackId }) => callbackId === form);
}

const showing = (form: View, text: string) =>
  house.slack.nextView(({ id, ...view }) => id === form.id && renderText(view).includes(text));

const notShowing = (form: View, text: string) =>
  house.slack.nextView(({ id, ...view }) => id === form.id && !renderText(view).includes(text));

test('the question before all of them are enabled names the overlap and a free phrase; the one for disabling none', async () => {
  const question = renderText(await asks('enable all', 'Disabled Abilities'));
  expect(question).toContain(`*Night Watch*: ${warning}`);
  expect(question).toMatch(/trigger word of \*Weather\* \(\*Echo\*, \*Atlas\*\)\. “[^”]+” is free/);
  expect(renderText(await asks('disable all', 'Enabled Abilities'))).not.toContain('trigger word of');
});

test('the form to choose names the overlap of what is selected, and keeps the selection', async () => {
  const form = await opens('enable', 'choose');
  await ana().click(form, { actionId: 'chosen' }, { option: 'Night Watch' });
  const warned = await showing(form, `*Night Watch*: ${warning}`);
  await ana().submit(warned, {});
  await house.slack.nextMessage(({ text }) => text.includes('Night Watch') && text.includes('enabled by'));
  expect((await installedRow(house, 'Night Watch')).enabled).toBe(true);
});

test('the form for missing trigger words warns while they are typed', async () => {
  const form = await opens('enable Radio', 'trigger-words');
  await ana().click(form, { actionId: 'trigger_words' }, { option: word });
  await showing(form, warning);
  await ana().click(form, { actionId: 'trigger_words' }, { option: 'play the radio' });
  await ana().submit(await notShowing(form, warning), {});
  await house.slack.nextMessage(({ text }) => text.includes('Radio') && text.includes('enabled by'));
  expect((await installedRow(house, 'Radio')).triggerWords).toEqual(['play the radio']);
});

test('the question about a planned enable names the overlap; about what is enabled already it does not', async () => {
  const planned = await asks('enable Night Watch in 2h', 'Enable *Night Watch*');
  expect(renderText(planned)).toContain(`*Night Watch*: ${warning}`);
  const kept = await asks('enable Weather for 2h', 'Keep *Weather* enabled');
  expect(renderText(kept)).not.toContain('trigger word of');
});
