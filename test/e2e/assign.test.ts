import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { SubmissionPayload } from '../../src/slack/payloads/payloads.ts';
import { otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { startSlowService } from './slow-service.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

async function openForm(agent = 'Echo') {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command(`assign ${agent}`);
  const form = await slack.nextView(({ callbackId }) => callbackId === 'assign');
  return { ana, form };
}

test('the form replaces the list of the Agent and says what is known about it', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { ana, form } = await openForm();
  expect(renderText(form)).toContain("The voice service doesn't report which Abilities *Echo* has");
  await ana.submit(form, { Abilities: ['Radio', 'Weather'] });
  const saved = await slack.nextMessage(({ text }) => text.includes("Echo's Abilities set by you"));
  expect(saved.text).toContain('Radio, Weather');

  await ana.command('assign echo');
  const again = await slack.nextView(({ callbackId, id }) => callbackId === 'assign' && id !== form.id);
  expect(renderText(again)).toContain('Keeps *Radio* and *Weather*. Based on what was last set from Slack.');
});

test("with a service that lists an Agent's Abilities, the change is previewed and then confirmed", async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { slack } = house;
  const { ana, form } = await openForm();
  await ana.click(form, { actionId: 'abilities' }, { option: ['Radio'] });
  const shown = await slack.nextView((view) => view.id === form.id && renderText(view).includes('Adds *Radio*'));
  expect(renderText(shown)).toMatch(/Removes .*\*Weather\*/);
  await ana.submit(shown);
  const saved = await slack.nextMessage(({ text }) => text.includes("Echo's Abilities changed by you"));
  expect(saved.text).toContain('Added Radio\nRemoved ');
});

test('what was last saved is known after a restart, and can be undone', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const saved = ({ text }: { text: string }) => /Echo's Abilities (?:set|changed) by you/.test(text);
  const { ana, form } = await openForm();
  await hear(house, () => ana.submit(form, { Abilities: ['Radio'] }), saved);
  await ana.command('assign Echo');
  const second = await slack.nextView(({ callbackId, id }) => callbackId === 'assign' && id !== form.id);
  const answer = await hear(house, () => ana.submit(second, { Abilities: ['Weather'] }), saved);
  const bot = await replaceBot(house, {});
  try {
    await ana.command('assign Echo');
    const third = await slack.nextView(
      ({ callbackId, id }) => callbackId === 'assign' && ![form.id, second.id].includes(id),
    );
    expect(renderText(third)).toContain('Keeps *Weather*. Based on what was last set from Slack.');
    const undone = await hear(
      house,
      () => ana.click(answer, { text: 'Undo' }),
      ({ text }) => text.includes('Undone'),
    );
    expect(undone.text).toContain('Undone: Echo has Radio again · by you');
  } finally {
    await bot.stop();
  }
});

test('after two quick selections both are shown, even if the first one is read more slowly', async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { slack } = house;
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client });
  try {
    const { ana, form } = await openForm('Atlas');
    const letGo = slow.hold(/get-all-personalities/, 1);
    await ana.click(form, { actionId: 'abilities' }, { option: ['Radio'] });
    await ana.click(form, { actionId: 'abilities' }, { option: ['Radio', 'Night Watch'] });
    // Takes several steps, so a second choice that did not wait for the first would have been drawn by now.
    await slack.as(slack.people.ben).command('show Weather');
    await slack.nextMessage(({ ephemeralFor }) => ephemeralFor === slack.people.ben.id);
    letGo();
    // One update filled in the form, and each choice caused another.
    await slack.waitFor(() => slack.wire.filter(({ name }) => name === 'views.update').length === 3);
    const shown = slack.transcript.findView(form.id);
    expect(shown && renderText(shown)).toMatch(/Adds .*\*Radio\*/);
    expect(shown && renderText(shown)).toMatch(/Adds .*\*Night Watch\*/);
  } finally {
    await bot.stop();
    await slow.close();
  }
});

describe('two people with the form open', () => {
  const assigned = ({ text }: { text: string }) => /(?:(?:to|from) Echo\b|Echo's Abilities).* by /.test(text);

  /** Opens the form of the second person, saves in the first one, then in the second one. @returns the second answer. */
  async function saveInTurn(first: string[], second: string[]) {
    const { slack } = house;
    const { ana, form } = await openForm();
    const ben = slack.as(slack.people.ben);
    await ben.command('assign Echo');
    const bens = await slack.nextView(({ callbackId, userId }) => callbackId === 'assign' && userId === ben.person.id);
    await hear(house, () => ana.submit(form, { Abilities: first }), assigned);
    return hear(
      house,
      () => ben.submit(bens, { Abilities: second }),
      (message) => message.ephemeralFor === ben.person.id && assigned(message),
    );
  }

  const namesOf = async (agent: string) => {
    const caller = otherCaller(house);
    const { abilityIds } = (await caller.listAgents()).find(({ name }) => name === agent) ?? {};
    const names = new Map((await caller.listAbilities()).map(({ id, name }) => [id, name]));
    return (abilityIds ?? []).map((id) => names.get(id)).sort();
  };

  test('both get what they changed, and the second one is told what the first one did', async () => {
    house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
    const { text } = await saveInTurn(['Weather', 'Timer', 'Radio'], ['Weather', 'News', 'Timer', 'Garage Door']);
    expect(text).toContain('Garage Door added to Echo by you');
    expect(text).toContain('<@U0LOCALANA> added Radio and removed News in the meantime. Their changes are kept.');
    expect(await namesOf('Echo')).toEqual(['Garage Door', 'Radio', 'Timer', 'Weather']);
  });

  test('nobody is named if the other change was made outside of Slack', async () => {
    house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
    const { ana, form } = await openForm();
    const caller = otherCaller(house);
    const echo = (await caller.listAgents()).find(({ name }) => name === 'Echo');
    const radio = (await caller.listAbilities()).find(({ name }) => name === 'Radio');
    if (!echo?.abilityIds || !radio) throw new Error('Echo or Radio is not on the account.');
    await caller.setAgentAbilities(echo.id, [...echo.abilityIds, radio.id]);
    const chosen = ['Weather', 'News', 'Timer', 'Garage Door'];
    const { text } = await hear(house, () => ana.submit(form, { Abilities: chosen }), assigned);
    expect(text).toContain('Someone else added Radio in the meantime.');
  });

  test('a form that does not remember the list it started with takes nothing back either', async () => {
    house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
    const { slack } = house;
    const { ana, form } = await openForm();
    const sent = await ana.submit(form, { Abilities: ['Weather', 'News', 'Timer', 'Garage Door'] });
    const { view } = SubmissionPayload.parse(sent.payload);
    const { base: _none, ...metadata } = z.looseObject({ base: z.unknown() }).parse(JSON.parse(view.private_metadata));
    const ben = slack.as(slack.people.ben);
    await ben.command('assign Echo');
    const bens = await slack.nextView(({ callbackId, userId }) => callbackId === 'assign' && userId === ben.person.id);
    const chosen = ['Weather', 'News', 'Timer', 'Garage Door', 'Radio'];
    await hear(house, () => ben.submit(bens, { Abilities: chosen }), assigned);
    const old = { ...view, id: 'V0OLD', private_metadata: JSON.stringify(metadata) };
    await hear(
      house,
      () => slack.redeliver({ ...sent, payload: { ...sent.payload, view: old } }),
      ({ ephemeralFor, text }) => ephemeralFor === ana.person.id && text.includes('Echo'),
    );
    expect(await namesOf('Echo')).toEqual(['Garage Door', 'News', 'Radio', 'Timer', 'Weather']);
  });

  test('also if neither of them could see what the Agent had', async () => {
    house = await startHouse({ mode: 'http' });
    const { text } = await saveInTurn(['Radio'], ['Weather']);
    expect(text).toContain('Weather added to Echo by you');
    expect(text).toContain('<@U0LOCALANA> added Radio in the meantime.');
    await house.slack.as(house.slack.people.ana).command('assign Echo');
    await house.slack.nextView((view) => renderText(view).includes('Keeps *Radio* and *Weather*.'));
  });
});

test('an Ability that shares trigger words with one on the Agent is named before it is saved', async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { slack } = house;
  const caller = otherCaller(house);
  const row = (await caller.listInstalledAbilities()).find(({ name }) => name === 'Night Watch');
  if (!row) throw new Error('Night Watch is installed.');
  await caller.setInstalledAbility(row, { enabled: true, triggerWords: ['Will it rain?'] });
  const { ana, form } = await openForm('Nova');
  await ana.click(form, { actionId: 'abilities' }, { option: ['Night Watch', 'Weather'] });
  await slack.nextView((view) =>
    renderText(view).includes('“will it rain” is nearly the same as “Will it rain?”, a trigger word of *Night Watch*.'),
  );
});

test('an empty selection removes all Abilities, after a confirmation', async () => {
  house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true } });
  const { slack } = house;
  const { ana, form } = await openForm('Echo');
  await ana.submit(form, { Abilities: [] });
  const question = await slack.nextView(({ callbackId, id }) => id === form.id && callbackId === 'unassign');
  expect(renderText(question)).toContain('*Echo* has 3 Abilities: ');
  expect((await otherCaller(house).listAgents()).find(({ name }) => name === 'Echo')?.abilityIds).toHaveLength(3);
  await ana.submit(question);
  await slack.nextMessage(({ text }) => text.includes('All Abilities removed from Echo by you'));
  const echo = (await otherCaller(house).listAgents()).find(({ name }) => name === 'Echo');
  expect(echo?.abilityIds).toEqual([]);
});

test('a service that accepts only multipart works too', async () => {
  house = await startHouse({ mode: 'http', service: { assignment: 'multipart-only', agentRowsCarryAbilities: true } });
  const { slack } = house;
  const { ana, form } = await openForm('Nova');
  await ana.submit(form, { Abilities: ['Radio'] });
  await slack.nextMessage(({ text }) => text.includes(' to Nova by you') || text.includes("Nova's Abilities changed"));
});

test('the select finds part of a name', async () => {
  house = await startHouse({ mode: 'socket' });
  const { ana, form } = await openForm();
  const options = await ana.suggest(form, 'abilities', 'WAT');
  expect(options.map(({ text }) => text.text)).toEqual(['Night Watch']);
});

test('the Agents are listed, each with a button for its form, and redrawn with the result', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('agents');
  const agents = await slack.nextMessage(({ text }) => text.includes('3 Agents'));
  expect(renderText(agents)).toContain('*Nova* · Abilities unknown');
  await ana.click(agents, { text: "Edit Nova's Abilities" });
  const form = await slack.nextView(({ callbackId, title }) => callbackId === 'assign' && title === "Nova's Abilities");
  await ana.submit(form, { Abilities: ['Radio'] });
  const after = await slack.nextMessage(
    ({ text, ts }) => ts === agents.ts && text.includes("Nova's Abilities set by you"),
  );
  expect(renderText(after)).toContain('*Nova* · 1 Ability: Radio');
});

test('an unknown Agent is reported in the form, which had already opened', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  await slack.as(slack.people.ana).command('assign Ecko');
  const told = await slack.nextView((view) => renderText(view).includes('No Agent is called “Ecko”.'));
  expect(renderText(told)).toContain('Did you mean *Echo*?');
});

test('after a lost response, the change is not reported as saved', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const { ana, form } = await openForm();
  service.faults.add({ match: { path: /edit-personality/ }, fault: { kind: 'status', status: 500 } });
  await ana.submit(form, { Abilities: ['Radio'] });
  const told = await slack.nextMessage(({ text }) => text.includes("couldn't confirm whether the change was made"));
  // The list of Abilities does not show an Agent's Abilities.
  expect(told.text).toContain("Check the Agent in the voice service's dashboard");
  expect(JSON.stringify(told.blocks)).toContain('agents');
  expect(JSON.stringify(told.blocks)).not.toContain('All Abilities');
});
