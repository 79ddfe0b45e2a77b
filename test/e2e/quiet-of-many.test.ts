import { afterEach, beforeEach, expect, test } from 'vitest';
import { SkippingClock } from '../skipping-clock.ts';
import { otherCaller } from './reading.ts';
import { listenTo, textOf } from './saying.ts';
import { type House, startHouse } from './start-house.ts';

let clock: SkippingClock;
let house: House;
beforeEach(async () => {
  clock = new SkippingClock();
  house = await startHouse({ mode: 'http', clock, service: { seed: 'large', agentRowsCarryAbilities: true } });
  await assignMany();
});
afterEach(async () => {
  await house.close();
});

const ana = () => house.slack.as(house.slack.people.ana);
const ben = () => house.slack.as(house.slack.people.ben);
const { says, saying } = listenTo(() => house);
const rows = async () => otherCaller(house).listInstalledAbilities();
const enabled = async (): Promise<number[]> =>
  (await rows()).flatMap(({ enabled: isEnabled, id, name }) => (isEnabled && assigned.has(name) ? [id] : []));

/** The names of the Abilities of one Agent. */
let assigned: ReadonlySet<string>;
let agent: string;

/** Gives one Agent more Abilities than are disabled before the answer. */
async function assignMany(): Promise<void> {
  const caller = otherCaller(house);
  const [first] = await caller.listAgents();
  if (!first) throw new Error('There is no Agent.');
  const on = new Set((await rows()).flatMap((row) => (row.enabled && row.triggerWords.length > 0 ? [row.name] : [])));
  const many = (await caller.listAbilities()).filter(({ name }) => on.has(name)).slice(0, 60);
  await caller.setAgentAbilities(
    first.id,
    many.map(({ id }) => id),
  );
  agent = first.name;
  assigned = new Set(many.map(({ name }) => name));
}

test('quiet of many, and its end, show their progress in a message that becomes the result', {
  timeout: 120_000,
}, async () => {
  const before = await enabled();
  expect(before.length).toBeGreaterThan(50);
  const shown = saying(/Disabling… \d+ of \d+/);
  await says(ana(), `quiet "${agent}" for 30m`, /is quiet until .* once \d+ Abilities are disabled/);
  const progress = await shown;
  expect(textOf(progress)).toContain(`of ${before.length}`);
  const result = await saying(/is quiet until .*: \d+ Abilities disabled by @/);
  expect([result.channelId, result.ts]).toEqual([progress.channelId, progress.ts]);
  expect(textOf(result)).toContain(`${before.length} Abilities disabled`);
  expect(await enabled()).toEqual([]);
  const after = house.slack.transcript.revision;
  const shownEnd = saying(/Enabling… \d+ of \d+/, after);
  await says(ben(), 'resume', /Enabling up to \d+ Abilities/);
  const ending = await shownEnd;
  const ended = await saying(/Quiet on .* ended by @/, after);
  expect([ended.channelId, ended.ts]).toEqual([ending.channelId, ending.ts]);
  expect(textOf(ended)).toContain(`${before.length} Abilities enabled`);
  expect(await enabled()).toEqual(before);
  await says(ana(), 'scheduled', /Nothing is planned/);
});
