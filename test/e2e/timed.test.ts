import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SkippingClock } from '../skipping-clock.ts';
import { until } from '../until.ts';
import { planQuestion } from './plan-dialog.ts';
import { installedRow } from './reading.ts';
import { listenTo, textOf } from './saying.ts';
import { type House, startHouse } from './start-house.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let clock: SkippingClock;
let house: House;
beforeEach(async () => {
  clock = new SkippingClock();
  house = await startHouse({ mode: 'http', clock });
});
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const ben = () => house.slack.as(house.slack.people.ben);
const { says, saying } = listenTo(() => house);
const isEnabled = async (name: string) => (await installedRow(house, name)).enabled;

test('a change for a while is shown in full first, made, and reverted at its time', async () => {
  const asked = await says(ana(), 'disable News for 2h', /Disable \W?News\W? now, and enable it again/);
  expect(await isEnabled('News')).toBe(true);
  await ana().click(asked, { text: 'Disable' });
  await saying(/News\W* disabled by you[\s\S]*It will be enabled again/);
  expect(await isEnabled('News')).toBe(false);
  await says(ben(), 'scheduled', /Planned changes[\s\S]*Enable \W?News/);
  clock.skip(2 * HOUR);
  await saying(/News\W* enabled as planned by/);
  expect(await isEnabled('News')).toBe(true);
  await says(ana(), 'scheduled', /Nothing is planned/);
  const log = textOf(await says(ana(), 'history with:details', /plan [0-9a-f]{16}/));
  const [due, planned, ...others] = log.match(/plan [0-9a-f]{16}/g) ?? [];
  expect([due, others]).toEqual([planned, []]);
});

test('a change at a time does nothing before', async () => {
  const asked = await says(ana(), 'disable News, Weather at 9:00 tomorrow', /Disable \W?News\W? and \W?Weather/);
  await ana().click(asked, { text: 'Plan it' });
  await saying(/will be disabled/);
  expect([await isEnabled('News'), await isEnabled('Weather')]).toEqual([true, true]);
  clock.skip(2 * DAY);
  // More than an hour late: the person decides.
  await ana().click(await saying(/planned change \W?Disable/), { text: 'Disable' });
  await saying(/2 of 2 Abilities disabled/);
  expect([await isEnabled('News'), await isEnabled('Weather')]).toEqual([false, false]);
});

test('undo cancels the rest, and so does Cancel', async () => {
  await ana().click(await says(ana(), 'disable News for 1h', /now, and enable it again/), { text: 'Disable' });
  await ana().click(await saying(/It will be enabled again/), { text: 'Undo' });
  await saying(/Undone: \W?News\W? is enabled again/);
  await says(ana(), 'scheduled', /Nothing is planned/);
  await ana().click(await says(ana(), 'disable Weather for 1h', /now, and enable it again/), { text: 'Disable' });
  await saying(/Weather\W* disabled by you/);
  const list = await says(ben(), 'scheduled', /Enable \W?Weather/);
  await ben().click(list, { text: 'Cancel plan' });
  await saying(/Canceled by[\s\S]*Enable \W?Weather/);
  clock.skip(HOUR);
  await says(ana(), 'scheduled', /Nothing is planned/);
  expect(await isEnabled('Weather')).toBe(false);
});

test('what somebody did and reverted meanwhile is left to the person; the others are switched', async () => {
  await ana().click(await says(ana(), 'disable News, Weather for 1h', /now, and enable them again/), {
    text: 'Disable',
  });
  await saying(/They will be enabled again/);
  await says(ben(), 'enable News', /News\W* enabled by/);
  await says(ben(), 'disable News', /News\W* disabled by/);
  clock.skip(HOUR);
  const told = await saying(/News\W? was skipped, because .* changed it in the meantime/);
  expect([await isEnabled('News'), await isEnabled('Weather')]).toEqual([false, true]);
  const after = house.slack.transcript.revision;
  await ana().click(told, { text: 'Enable' });
  await saying(/News\W* enabled by you/, after);
  expect(await isEnabled('News')).toBe(true);
});

test('a later plan for the same Ability replaces the earlier one', async () => {
  await ana().click(await says(ana(), 'disable News, Weather for 1h', /now, and enable them again/), {
    text: 'Disable',
  });
  await saying(/They will be enabled again/);
  const asked = await says(ana(), 'disable News for 3h', /Keep \W?News\W? disabled[\s\S]*This replaces the plan for/);
  await ana().click(asked, { text: 'Plan it' });
  await saying(/It will be enabled/);
  clock.skip(HOUR);
  await saying(/Weather\W* enabled as planned by/);
  expect([await isEnabled('News'), await isEnabled('Weather')]).toEqual([false, true]);
  clock.skip(2 * HOUR);
  await saying(/News\W* enabled as planned by/);
});

test('quiet and plans keep what lasts longer', async () => {
  await ana().click(await says(ana(), 'disable News for 1h', /now, and enable it again/), { text: 'Disable' });
  await saying(/It will be enabled again/);
  await says(ana(), 'quiet for 2h', /Everything is quiet/);
  const asked = await says(ana(), 'disable Weather for 3h', /Keep \W?Weather\W? disabled/);
  await ana().click(asked, { text: 'Plan it' });
  clock.skip(HOUR);
  await saying(/Everything is quiet, so \W?News\W? will be enabled when quiet ends/);
  expect(await isEnabled('News')).toBe(false);
  clock.skip(HOUR);
  await saying(/Quiet is over[\s\S]*Skipped: \W?Weather\W? \(disabled until/);
  expect([await isEnabled('News'), await isEnabled('Weather')]).toEqual([true, false]);
  clock.skip(HOUR);
  await saying(/Weather\W* enabled as planned by/);
});

test('a switch that the service rejects is tried again', async () => {
  await ana().click(await says(ana(), 'disable News, Weather for 1h', /now, and enable them again/), {
    text: 'Disable',
  });
  await saying(/They will be enabled again/);
  house.service.faults.add({ match: { method: 'PUT' }, fault: { kind: 'status', status: 503, body: {} } });
  clock.skip(HOUR);
  await saying(/I'll retry the failed ones/);
  house.service.faults.clear();
  clock.skip(5 * 60_000);
  await saying(/2 of 2 Abilities enabled/);
});

test('a time that cannot be read, and everything, change nothing', async () => {
  await says(ana(), 'enable Radio tomorrow morning', /can't read “tomorrow morning” as a time/);
  await says(ana(), 'disable Timer at 18:00 for 1h', /can't read “at 18:00” as a time/);
  await says(ana(), 'disable everything for 10 minutes', /use \W?quiet for 10 minutes/);
  await says(ana(), 'disable News, Weather until 9 sharp', /can't read “until 9 sharp” as a time/);
  await says(ana(), 'disable all for 2h', /use \W?quiet for 2h/);
  await says(ana(), 'disable until 9:00', /can't read “until 9:00” as a time/);
  expect([await isEnabled('News'), await isEnabled('Weather')]).toEqual([true, true]);
  await says(ana(), 'quiet for 1h', /Everything is quiet/);
  await ana().command('scheduled');
  const list = await saying(/End quiet/);
  await ana().click(list, { text: 'Resume' });
  await saying(/Quiet ended by/);
  expect(await isEnabled('News')).toBe(true);
});

test('a service that is away for a while makes it late, not lost', async () => {
  await ana().click(await says(ana(), 'disable News for 1h', /now, and enable it again/), { text: 'Disable' });
  await saying(/It will be enabled again/);
  house.service.faults.add({ match: {}, fault: { kind: 'status', status: 503, body: {} } });
  const store = await house.openStore();
  clock.skip(HOUR);
  await house.slack.waitFor(() => (house.logLines.some((line) => line.includes('service error')) ? true : undefined));
  expect(await store.schedules.nextDueAt(null)).not.toBeNull();
  house.service.faults.clear();
  // It is due again each time that it was claimed or put off: the clock goes there once.
  let due = 0;
  await until(async () => {
    const next = (await store.schedules.nextDueAt(null)) ?? due;
    if (next > due) clock.skip(Math.max(0, next - clock.now()));
    due = next;
    return isEnabled('News');
  });
  await saying(/News\W* enabled as planned by/);
});

test('a name may contain the words, and a time that has passed is refused', async () => {
  await says(ana(), 'disable Look at me', /Look at me/);
  await says(ana(), 'disable News until 2020-01-01 9:00', /time has passed, so/);
  await says(ana(), 'disable News until 2099-01-01 9:00', /That time is more than a year away/);
  await says(ana(), 'disable News until 2026-02-30 9:00', /can't read “until 2026-02-30 9:\W?00” as a time/);
  await says(ana(), 'disable Nothing until 9:00', /Nothing/);
  expect(await isEnabled('News')).toBe(true);
});

test('a time out of range is refused with the reason', async () => {
  await says(ana(), 'disable News for 31d', /“for 31d” is too long.*30 days/);
  await says(ana(), 'enable News in 5w', /“in 5w” is too long/);
  await says(ana(), 'disable News for 0m', /“for 0m” is too short.*one minute/);
  await says(ana(), 'disable News every day 8:00-8:00', /“every day 8:\W?00-8:\W?00” starts and ends at the same time/);
  expect(await isEnabled('News')).toBe(true);
});

test('the card says that a plan recurs, and its menu opens the planned changes', async () => {
  const before = await says(ana(), 'show News', /News\W* {2}Enabled/);
  expect(textOf(before)).not.toContain('Planned changes');
  await ana().click(await says(ana(), 'disable News every day 9:00-17:00', /Disable \W?News/), { text: 'Plan it' });
  await saying(/will be disabled every day/);
  const card = await says(ana(), 'show News', /Planned: disable [^·]*, every day from 9:00 to 17:00, by/);
  await ana().click(card, { text: 'Planned changes' });
  await saying(/Planned changes[\s\S]*Disable \W?News/);
  const planned = (await house.openStore()).of(house.slack.teamId).schedulesOf(null);
  clock.skip(((await planned.list())[0]?.plannedFor ?? 0) - clock.now());
  await saying(/News\W* disabled as planned by/);
  await says(ana(), 'show News', /Planned: enable [^·]*, disabled every day from 9:00 to 17:00, by/);
});

test('the list, the card and the Home tab say what is planned', async () => {
  await ana().click(await says(ana(), 'disable News for 1h', /now, and enable it again/), { text: 'Disable' });
  await saying(/It will be enabled again/);
  await says(ana(), 'list', /News\W* {2}Disabled until /);
  await says(ana(), 'show News', /Planned: enable .*, by/);
  await ana().openHome();
  const isHome = (text: string) => /1 planned change|problem/.test(text) && /News\W* {2}Disabled until /.test(text);
  await house.slack.waitFor(({ views }) => views.find((view) => view.type === 'home' && isHome(renderText(view))));
  await says(ana(), 'quiet', /Everything is quiet/);
  await says(ana(), 'show Weather', /Quiet until someone resumes, by/);
});

test('a change that recurs is made at each of its times, until it is canceled', async () => {
  const asked = await says(
    ana(),
    'disable News every day 9:00-17:00',
    /Disable \W?News\W? every day from 9:00 to 17:00 \(UTC\)/,
  );
  await ana().click(asked, { text: 'Plan it' });
  await saying(/will be disabled every day/);
  const store = await house.openStore();
  const planned = store.of(house.slack.teamId).schedulesOf(null);
  const next = async () => (await planned.list())[0]?.plannedFor ?? 0;
  const first = await next();
  for (const [enabled, words] of [
    [false, /News\W* disabled as planned by/],
    [true, /News\W* enabled as planned by/],
    [false, /News\W* disabled as planned by/],
  ] as const) {
    const after = house.slack.transcript.revision;
    const due = await next();
    clock.skip(due - clock.now());
    await saying(words, after);
    expect(await isEnabled('News')).toBe(enabled);
    await until(async () => (await next()) > due);
  }
  expect((await next()) - first).toBeGreaterThan(DAY);
  const list = await says(ana(), 'scheduled', /Enable \W?News\W? · disabled every day from 9:00 to 17:00/);
  await ana().click(list, { text: 'Cancel plan' });
  await saying(/Canceled by/);
  expect(await store.schedules.nextDueAt(null)).toBeNull();
  const { records } = await store.of(house.slack.teamId).auditLog.list({ page: 1, perPage: 10 });
  const every = /^planned for [\dT:-]+Z, every day from 9:00 to 17:00 \(UTC\)/;
  expect(records.at(0)?.ended?.before).toMatch(every);
  expect(records.at(-1)?.ended?.after).toMatch(every);
});

test('after a time that was missed, the next one is not skipped, and what was done by hand is not kept', async () => {
  await ana().click(await says(ana(), 'disable News every day 9:00-17:00', /Disable \W?News/), { text: 'Plan it' });
  await saying(/will be disabled every day/);
  const store = await house.openStore();
  const planned = store.of(house.slack.teamId).schedulesOf(null);
  const next = async () => (await planned.list())[0]?.plannedFor ?? 0;
  const start = await next();
  const oneDay = async (begins: number) => {
    await says(ben(), 'disable News', /News\W* disabled by/);
    await says(ben(), 'enable News', /News\W* enabled by/);
    const after = house.slack.transcript.revision;
    clock.skip(begins - clock.now());
    await saying(/News\W* disabled as planned by/, after);
    await says(ben(), 'enable News', /News\W* enabled by/);
    clock.skip(8 * HOUR);
    await until(async () => (await next()) === begins + DAY);
  };
  await oneDay(start);
  // Both times of a day are missed: only the second one counts.
  clock.skip(start + DAY + 10 * HOUR - clock.now());
  await saying(/planned change \W?Enable/);
  await until(async () => (await next()) === start + 2 * DAY);
  await oneDay(start + 2 * DAY);
});

test('the end of quiet leaves disabled what a recurrence keeps disabled for longer', async () => {
  await ana().click(await says(ana(), 'disable News every day 9:00-17:00', /Disable \W?News/), { text: 'Plan it' });
  await saying(/will be disabled every day/);
  const planned = (await house.openStore()).of(house.slack.teamId).schedulesOf(null);
  const timeOf = async (verb: RegExp) => (await planned.list()).find(({ line }) => verb.test(line))?.plannedFor ?? 0;
  const start = await timeOf(/^disable/);
  clock.skip(start - HOUR / 2 - clock.now());
  await says(ben(), 'quiet for 1h', /Everything is quiet/);
  clock.skip(HOUR / 2);
  await until(async () => (await timeOf(/^disable/)) > start);
  clock.skip(HOUR / 2);
  await saying(/Quiet is over/);
  expect([await isEnabled('News'), await isEnabled('Weather')]).toEqual([false, true]);
});

test('a recurrence replaces one that holds at the same time', async () => {
  await ana().click(await says(ana(), 'disable News every day 8-18', /Disable \W?News/), { text: 'Plan it' });
  await saying(/will be disabled every day from 8:00/);
  const asked = await says(ana(), 'disable News every weekday 9-17', /Disable \W?News[\s\S]*This replaces the plan/);
  await ana().click(asked, { text: 'Plan it' });
  await saying(/will be disabled every weekday from 9:00/);
  const list = await says(ana(), 'scheduled', /Planned changes/);
  expect(textOf(list)).not.toContain('8:00');
});

test('the card opens a form that plans a change, and shows the whole plan before it is saved', async () => {
  const card = await says(ana(), 'show News', /News\W* {2}Enabled/);
  await ana().click(card, { text: 'Later…' });
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
  await ana().submit(form, { 'When?': 'whenever' });
  const wrong = await house.slack.nextView((view) => view.callbackId === 'plan' && Object.keys(view.errors).length > 0);
  expect(renderText(form)).toContain('Examples: until tomorrow at 9:00');
  expect(Object.values(wrong.errors).join()).toContain("can't read this as a time");
  await ana().submit(wrong, { 'When?': '2h' });
  const asked = await planQuestion(house, /Disable \W?News\W? now, and enable it again/);
  expect(await isEnabled('News')).toBe(true);
  await ana().submit(asked);
  await saying(/News\W* disabled by you[\s\S]*It will be enabled again/);
});

test('Now does the next change at once and says what follows; a recurrence goes on', async () => {
  await ana().click(await says(ana(), 'disable News for 2h', /now, and enable it again/), { text: 'Disable' });
  await saying(/It will be enabled again/);
  await ben().click(await says(ben(), 'scheduled', /Planned changes[\s\S]*Enable \W?News/), { text: 'Enable now' });
  await saying(/News\W* enabled by[\s\S]*That completes the plan/);
  expect(await isEnabled('News')).toBe(true);
  await says(ana(), 'scheduled', /Nothing is planned/);
  const log = textOf(await says(ana(), 'history with:details', /plan [0-9a-f]{16}/));
  expect(new Set(log.match(/plan [0-9a-f]{16}/g)).size).toBe(1);
  const asked = await says(ana(), 'disable News every day 8:00-18:00', /every day from 8:00 to 18:00/);
  await ana().click(asked, { text: 'Plan it' });
  await saying(/will be disabled every day/);
  await ana().click(await says(ana(), 'scheduled', /Disable \W?News/), { text: 'Disable now' });
  await saying(/News\W* disabled by[\s\S]*The plan continues: the Ability will be enabled/);
  expect(await isEnabled('News')).toBe(false);
  await says(ana(), 'scheduled', /Enable \W?News\W? · disabled every day/);
  const after = house.slack.transcript.revision;
  const store = await house.openStore();
  clock.skip(((await store.schedules.nextDueAt(null)) ?? 0) - clock.now());
  await saying(/News\W* enabled as planned by/, after);
});

test('Change opens the form filled with the plan, and saving it replaces the plan', async () => {
  const first = await says(ana(), 'disable News, Weather at 9:00 tomorrow', /Disable \W?News/);
  await ana().click(first, { text: 'Plan it' });
  await saying(/will be disabled/);
  const planned = (await house.openStore()).of(house.slack.teamId).schedulesOf(null);
  const before = await planned.list();
  await ben().click(await says(ben(), 'scheduled', /Disable \W?News/), { text: 'Change…' });
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
  // Midnight may have passed.
  expect(renderText(form)).toMatch(/\[(?:today|tomorrow) at 9:00_\]/);
  await ben().submit(form, { 'When?': 'in 3 hours' });
  const asked = await planQuestion(house, /Disable \W?News\W? and \W?Weather[\s\S]*This replaces the plan for/);
  const after = house.slack.transcript.revision;
  await ben().submit(asked);
  // Ana had planned it.
  await house.slack.nextMessage((message) => message.channelId.startsWith('D') && /planned by/.test(textOf(message)), {
    after,
  });
  expect(await planned.list()).toMatchObject([{ id: before[0]?.id, userId: house.slack.people.ben.id }]);
  clock.skip(3 * HOUR);
  await saying(/2 of 2 Abilities disabled/);
  expect([await isEnabled('News'), await isEnabled('Weather')]).toEqual([false, false]);
});

test('a time can be picked instead, not both, and for several Abilities', async () => {
  const card = await says(ana(), 'show News', /News\W* {2}Enabled/);
  await ana().click(card, { text: 'Later…' });
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
  const picked = new Date(clock.now() + HOUR).toISOString();
  await ana().submit(form, { 'When?': '2h', 'Or pick a date and time': picked });
  const wrong = await house.slack.nextView((view) => view.callbackId === 'plan' && Object.keys(view.errors).length > 0);
  expect(Object.values(wrong.errors).join()).toContain('You typed a time and also picked one');
  await ana().submit(wrong, { 'When?': '' });
  await ana().submit(await planQuestion(house, /Disable \W?News\W? .*\?/));
  await saying(/News\W* will be disabled/);
  const planned = (await house.openStore()).of(house.slack.teamId).schedulesOf(null);
  const minute = Math.floor(Date.parse(picked) / 60_000) * 60_000;
  expect(await planned.list()).toMatchObject([{ line: expect.stringMatching(/^disable/), plannedFor: minute }]);
  clock.skip(HOUR);
  await saying(/News\W* disabled as planned by/);
  const after = house.slack.transcript.revision;
  await ana().command('disable');
  const again = Math.floor((clock.now() + HOUR) / 60_000) * 60_000;
  const choose = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'choose');
  await ana().submit(choose, {
    Abilities: ['Weather'],
    'Or pick a date and time': new Date(again).toISOString(),
    'At the picked time': 'Revert a change made now',
  });
  await ana().submit(await planQuestion(house, /Disable \W?Weather\W? now, and enable it again/));
  await saying(/Weather\W* disabled by you[\s\S]*It will be enabled again/, after);
  expect(await planned.list()).toMatchObject([{ line: expect.stringMatching(/^enable/), plannedFor: again }]);
});
