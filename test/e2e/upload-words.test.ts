import type { View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, startUpload } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { flatZip, goodZip, zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);

/** The service shows an Agent's Abilities. */
const start = async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const [word = ''] = (await installedRow(house, 'Weather')).triggerWords;
  return { word, warning: `“${word}” is also a trigger word of *Weather* (*Echo*, *Atlas*)` };
};

const openNew = async (): Promise<View> => {
  await ana().command('upload');
  return house.slack.nextView(({ callbackId }) => callbackId === 'upload');
};

const type = (form: View, field: 'name' | 'trigger_words', text: string) =>
  ana().click(form, { actionId: field }, { option: text });

const showing = (form: View, text: string) =>
  house.slack.nextView(({ id, ...view }) => id === form.id && renderText(view).includes(text));

const notShowing = (form: View, text: string) =>
  house.slack.nextView(({ id, ...view }) => id === form.id && !renderText(view).includes(text));

/** Everything in a form but the warning. */
const partsOf = ({ definition: { blocks, private_metadata: metadata = '', ...frame } }: View) => ({
  ...frame,
  metadata: JSON.parse(metadata),
  blocks: blocks.filter(({ block_id: id }) => id !== 'clashes'),
});

const asksFor = (name: string) => house.slack.wire.filter((entry) => entry.name === name).length;

test('typing into the upload form names the other Ability and its Agent, and keeps what was entered and chosen', async () => {
  const { warning, word } = await start();
  const form = await openNew();
  const filled = await ana().fill(form, {
    Name: 'Tides',
    Category: 'local',
    Description: 'Tells the tides.',
    Zip: { name: 'tides.zip', bytes: await goodZip() },
    icon: { name: 'tides.png', bytes: Buffer.from('made up') },
  });
  await type(form, 'trigger_words', `when is high tide\n${word}`);
  const warned = await showing(form, warning);
  const { trigger_words: _typed, ...rest } = warned.state;
  const { trigger_words: _empty, ...before } = filled.state;
  expect(rest).toEqual(before);
  expect(partsOf(warned)).toEqual(partsOf(form));

  await type(form, 'trigger_words', 'when is high tide');
  await ana().submit(await notShowing(form, warning), { icon: [] });
  const direct = await house.slack.directMessage(house.slack.people.ana);
  const question = await house.slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.includes('Upload Tides?'),
  );
  expect(question.text).toContain('`tides.zip` · 3 files');
});

test('keeps the contents of a dropped zip and an unchecked box, without reading the zip again', async () => {
  const { warning, word } = await start();
  const form = await openForm(house, await dropZip(house, await flatZip()));
  const files = asksFor('file');
  await ana().fill(form, { wrap: [] });
  await type(form, 'trigger_words', word);
  const warned = await showing(form, warning);
  expect(renderText(warned)).toContain('`tides.zip` · ');
  expect(warned.state.wrap).toEqual({ wrap: { type: 'checkboxes', selected_options: [] } });
  expect(asksFor('file')).toBe(files);
});

test('a typed name stops the warning about the Ability of that name', async () => {
  const { warning, word } = await start();
  const form = await openNew();
  await type(form, 'trigger_words', word);
  await showing(form, warning);
  await type(form, 'name', 'weather');
  await notShowing(form, warning);
  await type(form, 'name', 'weather two');
  await showing(form, warning);
});

test('a new name in the form of a waiting upload warns of the words of the old one', async () => {
  const { warning, word } = await start();
  const zip = await zipOf({ 'weather/main.py': 'def run(u):\n    return "snow"\n', 'weather/__init__.py': '' });
  const message = await startUpload(house, zip, { name: 'weather.zip', values: { trigger_words: word } });
  const question = await saying(house, message, 'Weather already exists');
  const form = await openForm(house, question, { label: 'Rename…' });
  expect(renderText(form)).not.toContain('also a trigger word');
  await type(form, 'name', 'Weather two');
  await ana().submit(await showing(form, warning));
  await saying(house, question, 'Weather two uploaded by');
});

test('a form is only redrawn if its warning changes', async () => {
  const { warning, word } = await start();
  const form = await openNew();
  const before = asksFor('views.update');
  for (const words of ['w', 'wa', `wa\n${word}`]) await type(form, 'trigger_words', words);
  await showing(form, warning);
  for (const words of [`wav\n${word}`, `wave\n${word}`, 'wave']) await type(form, 'trigger_words', words);
  await notShowing(form, warning);
  await house.slack.waitFor(() => asksFor('views.update') >= before + 2);
  expect(asksFor('views.update')).toBe(before + 2);
});

test('after two quick changes the last one is right, although it was sent before the first was drawn', async () => {
  const { warning, word } = await start();
  const form = await openNew();
  const before = asksFor('views.update');
  const gate = hold();
  house.slack.faults.add({ method: 'views.update', fault: { delayUntil: gate.until } });
  await type(form, 'trigger_words', word);
  await type(form, 'trigger_words', 'wave');
  gate.letGo();
  await house.slack.waitFor(() => asksFor('views.update') === before + 2);
  const shown = house.slack.transcript.findView(form.id);
  expect(shown && renderText(shown)).not.toContain(warning);
});

test('a late warning does not replace the answer to the submitted form', async () => {
  const { word } = await start();
  const form = await openNew();
  const before = asksFor('views.update');
  const gate = hold();
  house.slack.faults.add({ method: 'views.update', fault: { delayUntil: gate.until } });
  await type(form, 'trigger_words', word);
  const Zip = { name: 'tides.zip', bytes: await goodZip() };
  await ana().submit(form, { Name: 'Tides', Description: 'Tells the tides.', Zip });
  gate.letGo();
  await house.slack.waitFor(() => asksFor('views.update') > before);
  const shown = house.slack.transcript.findView(form.id);
  expect(shown && renderText(shown)).toContain('Uploading *Tides*');
});

test('a form that is submitted again after a redraw uploads once', async () => {
  const { warning, word } = await start();
  const form = await openNew();
  const Zip = { name: 'tides.zip', bytes: await goodZip() };
  await ana().fill(form, { Name: 'Tides', Description: 'Tells the tides.', Zip });
  await type(form, 'trigger_words', word);
  const sent = await ana().submit(await showing(form, warning));
  const direct = await house.slack.directMessage(house.slack.people.ana);
  const isQuestion = ({ channelId, text }: { channelId: string; text: string }) =>
    channelId === direct.id && text.includes('Upload Tides?');
  await house.slack.nextMessage(isQuestion);
  // As Slack would send it if the form had been redrawn between two presses.
  const view = { ...Object(sent.payload.view), hash: 'later' };
  await house.slack.redeliver({ ...sent, payload: { ...sent.payload, view } });
  await saying(house, await dropZip(house, await goodZip(), 'waves.zip'), 'waves.zip');
  expect(house.slack.transcript.messages.filter(isQuestion)).toHaveLength(1);
});

test('who has lost the role since the form was opened sees no warning', async () => {
  const { warning, word } = await start();
  const { slack } = house;
  const ben = slack.as(slack.people.ben);
  await ben.command('upload');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
  await ben.click(form, { actionId: 'trigger_words' }, { option: word });
  await showing(form, warning);
  await ana().command('settings');
  const settings = await slack.nextView(({ callbackId }) => callbackId === 'settings');
  await hear(
    house,
    () => ana().submit(settings, { viewers: ['ben'] }),
    ({ text }) => text.includes('Settings saved by'),
  );
  await ben.click(form, { actionId: 'trigger_words' }, { option: `${word}\nwave` });
  await notShowing(form, warning);
});
