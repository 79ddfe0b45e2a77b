import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Schedule } from '../../src/store/schedule-record.ts';
import { SkippingClock } from '../skipping-clock.ts';
import { until } from '../until.ts';
import { otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { listenTo, textOf } from './saying.ts';
import { type House, startHouse } from './start-house.ts';

const MINUTE = 60_000;
/** The account is large, and the machine may be busy. */
const PATIENCE_MS = 5 * MINUTE;

let clock: SkippingClock;
let house: House;
let stopLater: () => Promise<void>;
beforeEach(async () => {
  clock = new SkippingClock();
  stopLater = async () => {};
  house = await startHouse({ mode: 'http', clock, service: { seed: 'large', agentRowsCarryAbilities: true } });
  await assignMany();
}, PATIENCE_MS);
afterEach(async () => {
  await stopLater();
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
  timeout: PATIENCE_MS,
}, async () => {
  const before = await enabled();
  expect(before.length).toBeGreaterThan(50);
  const shown = saying(/Disabling… \d+ of \d+/);
  await says(ana(), `quiet "${agent}" for 30m`, /will be quiet until .*, once \d+ Abilities are disabled/);
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

test('what a killed process has begun goes on in the same message, counts what it did, and is told once', {
  timeout: PATIENCE_MS,
}, async () => {
  const { people, teamId, transcript } = house.slack;
  const before = await enabled();
  await ana().command(`quiet "${agent}" for 30m`);
  const result = await saying(/is quiet until .*: \d+ Abilities disabled by @/);
  await house.bot.stop();
  const killed = await house.openStore();
  const tenant = killed.of(teamId);
  await killed.processes.renew(10 * MINUTE);
  const attempts: string[] = [];
  /** Leaves it as a process that is killed in the middle: claimed, audited, and with a message of its progress. */
  const leaveBegun = async (begun: Pick<Schedule, 'id' | 'line' | 'partOf'>) => {
    const from = { userId: people.ana.id, channelId: result.channelId };
    await tenant.schedulesOf(null).plan({ ...begun, ...from }, Date.now());
    const claimed = (await killed.schedules.takeDue(9, 0, null)).find(({ id }) => id === begun.id);
    if (!claimed) throw new Error('It is not due.');
    await killed.schedules.showIn(claimed, { channel: result.channelId, ts: result.ts });
    const [verb = '', line = ''] = begun.line.split(/ (.*)/);
    const id = tenant.auditLog.newId();
    await tenant.auditLog.begin({ ...from, id, ref: id.slice(0, 6), verb, line, targets: [], isPlanned: true });
    attempts.push(id);
    await killed.processes.leave();
  };
  const enableTen = async () => {
    const some = (await rows()).filter(({ id }) => before.includes(id)).slice(0, 10);
    for (const row of some) {
      await otherCaller(house).setInstalledAbility(row, { enabled: true, triggerWords: row.triggerWords });
    }
  };
  const quiet = async () => {
    const [open] = await tenant.quietsOf(null).list();
    if (!open) throw new Error('Nothing is quiet.');
    return open;
  };
  const begun = await quiet();
  const items = begun.items.map((item) => ({ ...item, isDisabled: false }));
  await tenant.quietsOf(null).save({ ...begun, items, unfinished: 'begin' });
  await enableTen();
  await leaveBegun({ id: 'fedcba9876543210', partOf: begun.id, line: `quiet again:${begun.id}` });
  let after = transcript.revision;
  const uploads = { pollMs: 20 };
  let bot = await replaceBot(house, { clock, uploads });
  stopLater = () => bot.stop();
  const again = await saying(/is quiet until .*: \d+ Abilities disabled by @/, after);
  expect([again.channelId, again.ts]).toEqual([result.channelId, result.ts]);
  expect(textOf(again)).toContain(`${before.length} Abilities disabled`);
  expect(await enabled()).toEqual([]);
  await bot.stop();

  await tenant.quietsOf(null).save({ ...(await quiet()), unfinished: 'end' });
  await enableTen();
  clock.skip(30 * MINUTE);
  await leaveBegun({ id: begun.id, partOf: null, line: `resume due:${begun.id}` });
  after = transcript.revision;
  bot = await replaceBot(house, { clock, uploads });
  const over = await saying(/Quiet on .* is over/, after);
  expect([over.channelId, over.ts]).toEqual([result.channelId, result.ts]);
  expect(textOf(over)).toContain(`${before.length} Abilities enabled`);
  expect(textOf(over)).not.toContain('outside Slack');
  expect(await enabled()).toEqual(before);
  // Both are interrupted in the audit log, and the result has told it.
  for (const id of attempts) await until(async () => (await tenant.auditLog.read(id))?.ended?.why === 'interrupted');
  await bot.stop();
  expect(transcript.messages.filter((message) => textOf(message).includes('Interrupted'))).toEqual([]);
});
