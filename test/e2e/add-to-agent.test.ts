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

/** Opens the form that adds an Ability to an Agent. */
async function openForm(where: Message, button: string) {
  const { slack } = house;
  const after = slack.transcript.revision;
  await slack.as(slack.people.ana).click(where, { text: button });
  return slack.nextView(({ callbackId }) => callbackId === 'add-to-agent', { after });
}

/** Chooses the Agent. @returns the form once it shows `words`. */
async function chooseAgent(form: { id: string }, agent: string, words: string) {
  const { slack } = house;
  const open = slack.transcript.findView(form.id);
  if (!open) throw new Error('the form is not open');
  await slack.as(slack.people.ana).click(open, { actionId: 'agent' }, { option: agent });
  return slack.nextView((view) => view.id === form.id && renderText(view).includes(words));
}

const cardOf = (name: string, words: string) => {
  const { slack } = house;
  return hear(
    house,
    () => slack.as(slack.people.ana).command(`show ${name}`),
    ({ text }) => text.includes(words),
  );
};

const abilitiesOf = async (agent: string) =>
  (await otherCaller(house).listAgents()).find(({ name }) => name === agent)?.abilityIds?.length;

describe('adding an Ability to an Agent', () => {
  test("needs one selection if the service lists the Agent's Abilities, and the card shows it with Undo", async () => {
    house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    const card = await cardOf('Garage Door', 'Not installed');
    const form = await openForm(card, 'Add to Agent: Garage Door');
    expect(renderText(form)).toContain('Add Garage Door to');
    const chosen = await chooseAgent(form, 'Echo', 'Keeps ');
    const before = (await abilitiesOf('Echo')) ?? 0;
    await ana.submit(chosen);
    const added = await slack.nextMessage(({ text }) => text.includes('Garage Door added to Echo by you'));
    expect(added.ts).toBe(card.ts);
    expect(added.text).toContain('Agents: Echo');
    expect(renderText(added)).not.toContain('in the meantime');
    expect(await abilitiesOf('Echo')).toBe(before + 1);
    await ana.click(added, { text: 'Undo' });
    await slack.nextMessage(({ text }) => text.includes('Undone'));
    expect(await abilitiesOf('Echo')).toBe(before);
    const log = await hear(
      house,
      () => ana.command('history garage'),
      ({ text }) => text.startsWith('Audit log'),
    );
    expect(log.text).toMatch(
      /You restored Echo's previous Abilities\n[\s\S]*You changed Echo's Abilities · undone by /,
    );
  });

  test("shows the list that will be saved if the Agent's list is unknown, but only once", async () => {
    house = await startHouse({ mode: 'http' });
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    const form = await openForm(await cardOf('Weather', 'Weather'), 'Add to Agent: Weather');
    const unknown = await chooseAgent(form, 'Nova', "The voice service doesn't report which Abilities *Nova* has");
    expect(renderText(unknown)).toContain("and can't be undone.");
    await ana.submit(unknown);
    const saved = await slack.nextMessage(({ text }) => text.includes('Weather added to Nova by you'));
    expect(saved.text).toContain('Agents: Nova, as last set from Slack');
    // The next one starts from what was saved.
    const again = await openForm(await cardOf('Radio', 'Radio'), 'Add to Agent: Radio');
    const known = await chooseAgent(again, 'Nova', 'Keeps *Weather*');
    expect(renderText(known)).toContain('Adds *Radio*. Keeps *Weather*. Based on what was last set from Slack.');
    await ana.submit(known);
    await slack.nextMessage(({ text }) => text.includes('Radio added to Nova by you'));
  });
});

test("a form submitted before it shows the Agent's list shows the list instead of saving", async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const form = await openForm(await cardOf('Weather', 'Weather'), 'Add to Agent: Weather');
  await slack.as(slack.people.ana).submit(form, { agent: 'Nova' });
  await slack.nextView((view) => view.id === form.id && renderText(view).includes("doesn't report which Abilities"));
  expect(house.service.requests.filter(({ path }) => path.includes('edit-personality'))).toEqual([]);
});

test('an addition from the receipt of an upload is shown there, with Undo, and nowhere else', async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const done = await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
  const form = await openForm(done, 'Add to Agent: Tides');
  await ana.submit(await chooseAgent(form, 'Echo', 'Keeps '));
  const receipt = await slack.nextMessage(({ text }) =>
    text.includes(`Tides added to Echo by <@${slack.people.ana.id}>`),
  );
  expect(receipt.ts).toBe(done.ts);
  expect(receipt.text).toMatch(/Tides uploaded by .*\. Enabled, on Echo\.\nTides added/);
  expect(renderText(receipt)).not.toContain('in the meantime');
  // Its answer is the last thing that could be said.
  await hear(
    house,
    () => ana.command('whoami'),
    ({ text }) => text.includes('Your role is'),
  );
  const others = slack.transcript.messages.filter(({ ts }) => ts !== done.ts);
  expect(others.filter(({ text }) => text.includes('added to'))).toEqual([]);
  await ana.click(receipt, { text: 'Undo' });
  // What is still enabled is offered to the person alone.
  const undone = await slack.nextMessage(({ text }) => text.includes('Undone'));
  expect(renderText(undone)).toContain('[Disable Tides]');
  await slack.nextMessage(({ ts, text }) => ts === done.ts && /uploaded by [^.]*\. Enabled\.$/m.test(text));
});

test('an undo elsewhere of an addition from a receipt is answered there', async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const done = await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
  await ana.submit(await chooseAgent(await openForm(done, 'Add to Agent: Tides'), 'Echo', 'Keeps '));
  await slack.nextMessage(({ text }) => text.includes('Tides added to Echo'));
  await ana.command('undo');
  const undone = await slack.nextMessage(({ text }) => text.includes('Undone'));
  expect(undone.ephemeralFor).toBe(slack.people.ana.id);
});

test('what the service did not do is answered, not written on the receipt', async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const done = await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
  const chosen = await chooseAgent(await openForm(done, 'Add to Agent: Tides'), 'Echo', 'Keeps ');
  house.service.lies.tell('assign-nothing');
  await ana.submit(chosen);
  const answer = await slack.nextMessage(({ text }) => /Not (what you asked|confirmed)/.test(text));
  expect(answer.ts).not.toBe(done.ts);
  expect(answer.ephemeralFor).toBe(slack.people.ana.id);
});

test('an addition from the receipt is answered in private if the receipt cannot be edited', async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const done = await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
  const form = await openForm(done, 'Add to Agent: Tides');
  const chosen = await chooseAgent(form, 'Echo', 'Keeps ');
  slack.faults.add({ method: 'chat.update', times: 50, fault: { error: 'message_not_found' } });
  await ana.submit(chosen);
  const said = await slack.nextMessage(({ text }) => text.includes('Tides added to Echo by you'));
  expect(said.ts).not.toBe(done.ts);
});

test('an Ability deleted in the meantime is reported as deleted', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const { slack } = house;
  const card = await cardOf('Weather', 'Tells the weather');
  const caller = otherCaller(house);
  const weather = (await caller.listAbilities()).find(({ name }) => name === 'Weather');
  await caller.deleteAbilities(weather ? [weather.id] : []);
  await slack.as(slack.people.ana).click(card, { text: 'Add to Agent: Weather' });
  await slack.nextView((view) => renderText(view).includes('no longer exists'));
});
