import type { Message, View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { zipOf } from './zips.ts';

/** As documented, the service does not return an Agent's Abilities. */
let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const calls = (part: string) => house.service.requests.filter(({ path }) => path.includes(part)).length;
const newWeather = () => zipOf({ 'weather/main.py': 'def run(u):\n    return "snow"\n', 'weather/__init__.py': '' });

const open = () => startHouse({ mode: 'http', uploadTimes: { settleMs: 200, recheckMs: [20, 20, 20] } });

/** Drops a new Weather and presses Replace… in the question. */
async function openReplacement(): Promise<{ form: View; question: Message }> {
  const offer = await startUpload(house, await newWeather(), { name: 'weather.zip' });
  const question = await saying(house, offer, 'Weather already exists');
  await ana().click(question, { text: 'Replace…' });
  return { question, form: await house.slack.nextView(({ callbackId }) => callbackId === 'replace') };
}

async function replaceWith(values: Record<string, string | string[]>): Promise<Message> {
  const { form } = await openReplacement();
  await ana().submit(form, { typed_name: 'Weather', ...values });
  return house.slack.nextMessage(({ text }) => text.includes('Weather replaced by'));
}

test('an Agent that is chosen gets the new one, with trigger words and state, and keeps its others', async () => {
  house = await open();
  const before = await installedRow(house, 'Weather');
  const done = await replaceWith({ agents: ['Echo'] });
  expect(renderText(done)).not.toContain('Not restored');
  expect(await installedRow(house, 'Weather')).toMatchObject({
    enabled: before.enabled,
    triggerWords: before.triggerWords,
  });
  // Saving would have overwritten an unknown list.
  expect(calls('edit-personality')).toBe(0);
});

test('the Agents last saved from Slack are chosen already, and all of them get it beside what they have', async () => {
  house = await open();
  for (const [agent, abilities] of [
    ['Echo', ['Weather', 'Radio']],
    ['Nova', ['Weather', 'News']],
  ] as const) {
    await ana().command(`assign ${agent}`);
    const form = await house.slack.nextView(
      (view) => view.callbackId === 'assign' && renderText(view).includes(`*${agent}*`),
    );
    await ana().submit(form, { Abilities: [...abilities] });
    await house.slack.nextMessage(({ text }) => text.includes(`${agent}'s Abilities set by`));
  }
  const saved = calls('edit-personality');
  const done = await replaceWith({});
  expect(renderText(done)).not.toContain('Not restored');
  // One through the upload, the other saved with its whole list.
  expect(calls('edit-personality')).toBe(saved + 1);
  for (const [agent, others] of [
    ['Echo', '*Radio* and *Weather*'],
    ['Nova', '*News* and *Weather*'],
  ] as const) {
    await ana().command(`assign ${agent}`);
    const form = await house.slack.nextView(
      (view) => view.callbackId === 'assign' && renderText(view).includes(`Keeps ${others}`),
    );
    expect(renderText(form)).toContain(agent);
  }
});

test('an Agent that got the old one after the form was opened gets the new one too', async () => {
  house = await open();
  const ben = house.slack.as(house.slack.people.ben);
  const assign = async (agent: string, abilities: string[]) => {
    await ben.command(`assign ${agent}`);
    const form = await house.slack.nextView(
      ({ callbackId, title }) => callbackId === 'assign' && title === `${agent}'s Abilities`,
    );
    await ben.submit(form, { Abilities: abilities });
    await house.slack.nextMessage(({ text }) => text.includes(`${agent}'s Abilities set by`));
  };
  await assign('Echo', ['Weather']);
  const { form } = await openReplacement();
  await assign('Nova', ['Weather', 'News']);
  await ana().submit(form, { typed_name: 'Weather' });
  await house.slack.nextMessage(({ text }) => text.includes('Weather replaced by'));
  await ana().command('agents');
  const { text } = await house.slack.nextMessage((message) => message.text.includes('3 Agents'));
  expect(text).toMatch(/Echo · 1 Ability: Weather\b/);
  expect(text).toMatch(/Nova · 2 Abilities: News, Weather\b/);
});

test('of two Agents whose Abilities nobody knows, the form takes one and says why', async () => {
  house = await open();
  const { form } = await openReplacement();
  const answered = await ana().submit(form, { typed_name: 'Weather', agents: ['Echo', 'Nova'] });
  expect(answered.body).toMatchObject({ errors: { agents: expect.stringContaining('Echo and Nova') } });
  expect(calls('delete-capability')).toBe(0);
});

test('without an Agent it is not installed, and both the form and the message say so', async () => {
  house = await open();
  const { words } = { words: (await installedRow(house, 'Weather')).triggerWords };
  const { form } = await openReplacement();
  expect(renderText(form)).toContain(
    "If no Agent is selected, the new version isn't installed, and the Ability's trigger words and state are lost",
  );
  await ana().submit(form, { typed_name: 'Weather' });
  const done = await house.slack.nextMessage(({ text }) => text.includes('Weather replaced by'));
  expect(done.text).toContain('Not installed yet');
  expect(done.text).toContain(words[0]);
});

test('when the new one is refused, the old one is back in the Agent that was chosen', async () => {
  house = await open();
  const before = await installedRow(house, 'Weather');
  const { form } = await openReplacement();
  house.service.faults.add({
    match: { method: 'POST', path: /add-capability/ },
    times: 1,
    fault: { kind: 'status', status: 400, body: { detail: 'Forbidden module import: os' } },
  });
  await ana().submit(form, { typed_name: 'Weather', agents: ['Echo'] });
  await house.slack.nextMessage(({ text }) => text.includes('The previous version was restored'));
  expect(await installedRow(house, 'Weather')).toMatchObject({
    enabled: before.enabled,
    triggerWords: before.triggerWords,
  });
});

test('when the new one is refused, and the old one comes back without its trigger words, the message says so', async () => {
  house = await open();
  const { form } = await openReplacement();
  house.service.faults.add({
    match: { method: 'POST', path: /add-capability/ },
    times: 1,
    fault: { kind: 'status', status: 400, body: { detail: 'Forbidden module import: os' } },
  });
  house.service.lies.tell('lost-words');
  await ana().submit(form, { typed_name: 'Weather', agents: ['Echo'] });
  const told = await house.slack.nextMessage(({ text }) => text.includes('was not replaced'));
  expect(told.text).toContain(
    'The previous version was restored, but not as it was: the trigger words “weather forecast” and “will it rain” are missing',
  );
  expect(renderText(told)).toContain('Trigger words…');
});

test('a service that refuses the Agent still gets the package', async () => {
  house = await open();
  const { form } = await openReplacement();
  house.service.faults.add({
    match: { method: 'POST', path: /add-capability/ },
    times: 1,
    fault: { kind: 'status', status: 404, body: { detail: 'Agent not found.' } },
  });
  await ana().submit(form, { typed_name: 'Weather', agents: ['Echo'] });
  const done = await house.slack.nextMessage(({ text }) => text.includes('Weather replaced by'));
  expect(done.text).toContain("Echo doesn't have it");
  expect((await otherCaller(house).listAbilities()).filter(({ name }) => name === 'Weather')).toHaveLength(1);
});
