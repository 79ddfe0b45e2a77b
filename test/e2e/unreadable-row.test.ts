import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

const ABILITIES = '/api/capabilities/get-all-capabilities/';
const INSTALLED = '/api/capabilities/get-installed-capabilities/';
const Rows = z.array(z.looseObject({ id: z.number(), name: z.string() }));
const NOTE = "1 Ability couldn't be read";

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);

/** From now on one row of a list has a value of the wrong type. */
async function breakRow(path: string, name: string, wrong: Record<string, unknown>): Promise<void> {
  const { apiKey, baseUrl, faults } = house.service;
  const answer = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } });
  const body = Rows.parse(await answer.json()).map((row) => (row.name === name ? { ...row, ...wrong } : row));
  faults.add({ match: { path }, fault: { kind: 'wrong-shape', body } });
}

const say = (line: string, words: string) =>
  hear(
    house,
    () => ana().command(line),
    ({ text }) => text.includes(words),
  );

test('a row of the Abilities that cannot be read is left out, noted once in the list, and logged', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  await breakRow(ABILITIES, 'News', { trigger_words: 7 });
  const list = await say('list', NOTE);
  const drawn = renderText(list);
  expect(drawn.split(NOTE)).toHaveLength(2);
  expect(drawn).toContain('6 enabled · 2 disabled · 3 not installed');
  expect(drawn).not.toContain('*News*');
  const logged = house.logLines.filter((line) => line.includes('unreadable rows omitted'));
  expect(logged.join()).toContain('"field":"trigger_words"');
  await say('show News', "I couldn't read some Abilities, so the one you mean may be among them.");
  await say('show Weather', 'Trigger words: “');
  await say('disable Weather', 'Weather disabled by');
  await say('agents', '3 Agents');
});

test('the installed record of an Ability that cannot be read is no orphan', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  await breakRow(ABILITIES, 'News', { trigger_words: 7 });
  const drawn = renderText(await say('list state:orphan', NOTE));
  expect(drawn).toContain('*Old Jukebox*');
  expect(drawn).not.toContain('*News*');
});

test('an installed row that cannot be read: its Ability is not said to be not installed, and others are switched', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const { id } = await installedRow(house, 'News');
  await breakRow(INSTALLED, 'News', { enabled: 'yes' });
  const list = await say('list state:not-installed', NOTE);
  expect(renderText(list)).not.toContain('*News*');
  await say('disable Weather', 'Weather disabled by');
  // It exists, so it must not be reported as gone.
  await say(`disable installed:${id}`, 'The voice service sent an unexpected response. Nothing changed.');
});

test('an Agent that cannot be read is left out of the list of Agents', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const personalities = (await otherCaller(house).listAgents()).map(({ id, name }) =>
    name === 'Nova' ? { id, name, image: 7 } : { id, name },
  );
  const path = '/api/personalities/get-all-personalities/';
  house.service.faults.add({ match: { path }, fault: { kind: 'wrong-shape', body: { personalities } } });
  expect(renderText(await say('agents', '2 Agents'))).toContain("1 Agent couldn't be read");
});

test('what cannot be read is neither deleted, nor said to be gone or deleted', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const question = await say('delete Timer', 'Timer  Enabled');
  await breakRow(ABILITIES, 'Timer', { description: [] });
  await hear(
    house,
    () => ana().click(question, { text: 'Delete Timer' }),
    ({ text }) => text.includes('The voice service sent an unexpected response. Timer was not changed.'),
  );
  house.service.faults.clear();
  expect((await otherCaller(house).listAbilities()).map(({ name }) => name)).toContain('Timer');
});

test('another Ability is deleted beside a row that cannot be read', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const question = await say('delete Timer', 'Timer  Enabled');
  const { apiKey, baseUrl, faults } = house.service;
  const answer = await fetch(`${baseUrl}${ABILITIES}`, { headers: { 'x-api-key': apiKey } });
  const rows = Rows.parse(await answer.json()).map((row) => (row.name === 'News' ? { ...row, category: 7 } : row));
  const fault = (body: unknown) =>
    ({ match: { path: ABILITIES }, times: 1, fault: { kind: 'wrong-shape', body } }) as const;
  faults.add(fault(rows));
  faults.add(fault(rows.filter(({ name }) => name !== 'Timer')));
  await hear(
    house,
    () => ana().click(question, { text: 'Delete Timer' }),
    ({ text }) => text.includes('✓ Timer deleted by you'),
  );
});
