import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

const wasSaved = ({ text }: Message) => text.includes('saved by');

/** Presses the button that adds an Ability to an Agent and chooses the Agent. @returns the form with its Abilities. */
async function addTo(agent: string, where: Message, name: string) {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const after = slack.transcript.revision;
  await ana.click(where, { text: `Assign ${name} to an Agent` });
  const choice = await slack.nextView(({ callbackId }) => callbackId === 'choose-agent', { after });
  expect(renderText(choice)).toContain(`Add *${name}* to:`);
  await ana.click(choice, { actionId: 'agent' }, { option: agent });
  return slack.nextView(({ callbackId, id }) => id === choice.id && callbackId === 'assign', { after });
}

const cardOf = (name: string, words: string) => {
  const { slack } = house;
  return hear(
    house,
    () => slack.as(slack.people.ana).command(`show ${name}`),
    ({ text }) => text.includes(words),
  );
};

/** How often an Agent's list was sent to the service. */
const timesSent = () => house.service.requests.filter(({ path }) => path.includes('edit-personality')).length;

describe.each(['socket', 'http'] as const)('an Ability that is added to an Agent over %s', (mode) => {
  test('is chosen beside what was last saved, and only added', async () => {
    house = await startHouse({ mode });
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    await ana.command('assign Echo');
    const first = await slack.nextView(({ callbackId }) => callbackId === 'assign');
    await hear(house, () => ana.submit(first, { Abilities: ['Radio'] }), wasSaved);
    const form = await addTo('Echo', await cardOf('Weather', 'Tells the weather'), 'Weather');
    expect(renderText(form)).toContain('As last saved from Slack. Adds: *Weather*. Removes: none. Keeps: *Radio*.');
    const before = timesSent();
    const saved = await hear(house, () => ana.submit(form), wasSaved);
    expect(saved.text).toContain('Added: Weather. Removed: none.');
    expect(saved.text).toContain('Radio, Weather');
    expect(timesSent()).toBe(before + 1);
  });

  test('of an Agent whose list is unknown, the form says so and shows what will be saved', async () => {
    house = await startHouse({ mode });
    const form = await addTo('Nova', await cardOf('Weather', 'Tells the weather'), 'Weather');
    expect(renderText(form)).toContain('The service does not tell which Abilities *Nova* has now');
    const { slack } = house;
    const saved = await hear(house, () => slack.as(slack.people.ana).submit(form), wasSaved);
    expect(saved.text).toContain('Abilities of Nova saved by');
    expect(saved.text).toContain(': Weather');
  });
});

test('after an upload it is the one that was uploaded', async () => {
  house = await startHouse({ mode: 'http' });
  const done = await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
  const form = await addTo('Echo', done, 'Tides');
  const { slack } = house;
  const saved = await hear(house, () => slack.as(slack.people.ana).submit(form), wasSaved);
  expect(saved.text).toContain(': Tides');
});

test('one that is gone by then is told as that', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const { slack } = house;
  const card = await cardOf('Weather', 'Tells the weather');
  const caller = otherCaller(house);
  const weather = (await caller.listAbilities()).find(({ name }) => name === 'Weather');
  await caller.deleteAbilities(weather ? [weather.id] : []);
  await slack.as(slack.people.ana).click(card, { text: 'Assign Weather to an Agent' });
  await slack.nextView((view) => renderText(view).includes('was gone already'));
});
