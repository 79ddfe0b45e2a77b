import type { Message, Person } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { commitWeather } from './commit-weather.ts';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const zip = (says: string) =>
  zipOf({ 'weather/main.py': `# ${says}\n`, 'weather/__init__.py': '', 'weather/a.txt': 'x' });
const ana = () => house.slack.as(house.slack.people.ana);

async function updateFromOffer(offer: Message): Promise<void> {
  const after = house.slack.transcript.revision;
  await ana().click(offer, { text: 'Update code…' });
  await ana().submit(await house.slack.nextView(({ callbackId }) => callbackId === 'update', { after }), {});
  await saying(house, offer, 'Weather updated by');
}

/** Rolls Weather back to the version before the current one. */
async function rollBack(): Promise<void> {
  const { slack } = house;
  const after = slack.transcript.revision;
  await ana().command('versions Weather');
  const list = await slack.nextMessage((message) => renderText(message).includes('Versions of'), { after });
  const [, earlier = ''] = renderText(list).match(/(?<=`)[0-9a-f]{12}(?=`)/g) ?? [];
  await ana().command(`rollback Weather to:${earlier}`);
  const question = await slack.nextMessage((message) => renderText(message).includes('back to'), { after });
  await ana().click(question, { text: 'Roll back' });
  await slack.nextMessage(({ text }) => text.includes('rolled back by'), { after });
}

test('an offer says that its name or its code is on the account, and can be an update', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await dropZip(house, await zip('rain'), 'weather (1).zip');
  expect(offer.text).toBe('Upload `weather (1).zip` as an Ability? The account already has Weather.');
  await updateFromOffer(offer);
  expect(await sentPackage(house, 'Weather')).toEqual(['__init__.py', 'a.txt', 'main.py']);

  const again = await dropZip(house, await zip('rain'), 'weather.zip');
  expect(again.text).toBe('Upload `weather.zip` as an Ability? The account already has Weather, with the same code.');
  expect(renderText(again)).not.toContain('Update code…');

  const copy = await dropZip(house, await zip('rain'), 'rain.zip');
  expect(copy.text).toBe('Upload `rain.zip` as an Ability? Weather has the same code.');
  await ana().submit(await openForm(house, copy), WORDS);
  await saying(house, copy, 'Rain uploaded by');
});

test('after a rollback, an offer compares with the code that runs now', async () => {
  house = await startHouse({ mode: 'http' });
  const rain = await zip('rain');
  await updateFromOffer(await dropZip(house, rain, 'weather.zip'));
  await rollBack();

  const offer = await dropZip(house, rain, 'weather.zip');
  expect(offer.text).toBe('Upload `weather.zip` as an Ability? The account already has Weather.');
  expect(renderText(offer)).toContain('Update code…');
  const copy = await dropZip(house, rain, 'rain.zip');
  expect(copy.text).toBe('Upload `rain.zip` as an Ability?');
});

test('an offer compares with code that changed elsewhere, once that code was read', async () => {
  house = await startHouse({ mode: 'http' });
  const rain = await zip('rain');
  await updateFromOffer(await dropZip(house, rain, 'weather.zip'));
  await commitWeather(house, 'snow');
  const after = house.slack.transcript.revision;
  await ana().command('check Weather');
  await house.slack.nextMessage((message) => renderText(message).includes("isn't running"), { after });
  const offer = await dropZip(house, rain, 'weather.zip');
  expect(offer.text).toBe('Upload `weather.zip` as an Ability? The account already has Weather.');
  expect(renderText(offer)).toContain('Update code…');
});

test('Update code… in an offer opens the form with the changes, and nothing is uploaded until then', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const offer = await dropZip(house, await zip('rain'), 'weather.zip');
  const said = new Set<string>();
  const drawn = new Set<string>();
  const stop = slack.transcript.onChange(() => {
    said.add(slack.transcript.messages.find(({ ts }) => ts === offer.ts)?.text ?? '');
    for (const view of slack.transcript.views) drawn.add(`${view.id} ${renderText(view)}`);
  });
  await ana().click(offer, { text: 'Update code…' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'update');
  await saying(house, offer, 'Weather already exists');
  stop();
  expect(renderText(form)).toContain('+# rain');
  expect([...drawn].some((one) => one.startsWith(form.id) && one.includes('Loading…'))).toBe(true);
  expect([...said].join('\n')).not.toMatch(/^Uploading/m);
  await ana().submit(form, {});
  await saying(house, offer, 'Weather updated by');
});

test('Update code… in an offer points to its message if nothing would change', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  await commitWeather(house, 'snow');
  const same = await zipOf({ 'weather/main.py': 'def run(u):\n    return "snow"\n', 'weather/__init__.py': '' });
  const offer = await dropZip(house, same, 'weather.zip');
  const after = slack.transcript.revision;
  await ana().click(offer, { text: 'Update code…' });
  await slack.nextView((view) => renderText(view).includes('Its upload message shows the result.'), { after });
  await saying(house, offer, 'Your upload changes nothing.');
});

test('two clicks on Update code… open the same form, and start one upload', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { ana: first, ben: second } = slack.people;
  const offer = await dropZip(house, await zip('rain'), 'weather.zip');
  const { letGo, until: held } = hold();
  slack.faults.add({ method: 'file', times: 2, fault: { delayUntil: held } });
  for (const person of [first, second]) {
    await slack.as(person).click(offer, { text: 'Update code…' });
    await slack.nextView((view) => view.userId === person.id && renderText(view).includes('Loading…'));
  }
  letGo();
  const formOf = ({ id }: Person) =>
    slack.nextView(({ callbackId, userId }) => callbackId === 'update' && userId === id);
  const forms = [await formOf(first), await formOf(second)];
  const uploads = forms.map(({ privateMetadata }) => /"upload":"(\w+)"/.exec(privateMetadata)?.[1]);
  expect(uploads).toEqual([expect.any(String), uploads[0]]);
  await saying(house, offer, 'Weather already exists');
  expect(slack.transcript.messages.filter(({ text }) => text.startsWith('Weather already exists'))).toHaveLength(1);
  await ana().submit(await formOf(first), {});
  await saying(house, offer, 'Weather updated by');
});

describe('Update code… in an offer points to its message if the form', () => {
  const pointer = 'Comparison with Weather started by you';

  async function expectPointer(offer: Message): Promise<void> {
    const { slack } = house;
    const told = await slack.nextMessage(({ text }) => text.includes(pointer));
    expect(told).toMatchObject({ ephemeralFor: slack.people.ana.id, threadTs: offer.threadTs });
    await saying(house, offer, 'Weather already exists');
    expect(slack.transcript.messages.filter(({ text }) => text.includes('Nothing changed'))).toEqual([]);
  }

  test('was closed while it was loading', async () => {
    house = await startHouse({ mode: 'http' });
    const { slack } = house;
    const offer = await dropZip(house, await zip('rain'), 'weather.zip');
    const { letGo, until: held } = hold();
    slack.faults.add({ method: 'file', fault: { delayUntil: held } });
    await ana().click(offer, { text: 'Update code…' });
    await ana().closeView(await slack.nextView((view) => renderText(view).includes('Loading…')));
    letGo();
    await expectPointer(offer);
  });

  test.each([
    ['could not be opened in time', { method: 'views.open', times: 2, fault: { error: 'expired_trigger_id' } }],
    ['could not be filled', { method: 'views.update', fault: { error: 'internal_error' } }],
  ])('%s', async (_name, rule) => {
    house = await startHouse({ mode: 'http' });
    const offer = await dropZip(house, await zip('rain'), 'weather.zip');
    house.slack.faults.add(rule);
    await ana().click(offer, { text: 'Update code…' });
    await expectPointer(offer);
  });
});
