import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import { SkippingClock } from '../skipping-clock.ts';
import { until } from '../until.ts';
import { planQuestion } from './plan-dialog.ts';
import { installedRow } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { listenTo, textOf } from './saying.ts';
import { type House, startHouse } from './start-house.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: SkippingClock;
let house: House;
let stopLater: () => Promise<void>;
beforeEach(async () => {
  clock = new SkippingClock();
  stopLater = async () => {};
  house = await startHouse({ mode: 'http', clock });
});
afterEach(async () => {
  await stopLater();
  await house.close();
});

const ana = () => house.slack.as(house.slack.people.ana);
const { says, saying } = listenTo(() => house);
const isEnabled = async (name: string) => (await installedRow(house, name)).enabled;

/** Plans it in a channel, and confirms it. */
async function plan(line: string, channel = house.slack.channels.ops): Promise<void> {
  const after = house.slack.transcript.revision;
  await ana().command(line, { channel });
  const asked = await saying(/\?(?:\n|\s|$)/, after);
  expect(textOf(asked)).toContain('where everyone can see it');
  await ana().click(asked, { text: /again/.test(textOf(asked)) ? 'Disable' : 'Plan it' });
  await saying(/will be (?:en|dis)abled/, asked.revision);
}

const skipTo = async () => {
  const store = await house.openStore();
  const due = (await store.schedules.nextDueAt(null)) ?? 0;
  clock.skip(Math.max(0, due - clock.now()));
  return due;
};

test('the result of a plan is posted in the channel where it was made, once', async () => {
  const { ops } = house.slack.channels;
  await ana().invite(ops);
  await (await house.openStore())
    .of(house.slack.teamId)
    .settings.save({ ...EMPTY_SETTINGS, auditChannel: ops.id }, house.slack.people.ana.id);
  await plan('disable News for 1h');
  const after = house.slack.transcript.revision;
  await skipTo();
  const told = await saying(/News\W* enabled as planned by/, after);
  expect(told).toMatchObject({ channelId: ops.id, ephemeralFor: null });
  // The channel for announcements is the same.
  await says(ana(), 'scheduled', /Nothing is planned/);
  const all = house.slack.transcript.messages.filter((message) => textOf(message).includes('as planned by'));
  expect(all).toHaveLength(1);
});

test('where the bot may not post, it is a direct message, and quiet is told likewise', async () => {
  await plan('disable News for 1h', house.slack.channels.lounge);
  await skipTo();
  const told = await saying(/News\W* enabled as planned by/);
  expect(house.slack.channels.lounge.id).not.toBe(told.channelId);
  expect(told.channelId).toMatch(/^D/);
  await ana().invite(house.slack.channels.lounge);
  const after = house.slack.transcript.revision;
  await ana().command('quiet for 30m', { channel: house.slack.channels.lounge });
  expect(textOf(await saying(/Everything is quiet until/, after))).toContain('where everyone can see it');
  await skipTo();
  const over = await saying(/Quiet is over as planned by/);
  expect(over.channelId).toBe(house.slack.channels.lounge.id);
});

test('what is late by less than an hour is done, and says so', async () => {
  await plan('disable News for 1h');
  await house.bot.stop();
  clock.skip(HOUR + 40 * MINUTE);
  const bot = await replaceBot(house, { clock });
  stopLater = () => bot.stop();
  const told = textOf(await saying(/News\W* enabled as planned by/));
  expect(told).toMatch(/, 40 minutes late/);
  expect(told).not.toContain('by you');
});

test('canceling a recurrence ends the retries of its last run', async () => {
  await plan('disable News every day 9:00-17:00');
  const list = async () => (await house.openStore()).of(house.slack.teamId).schedulesOf(null).list();
  const [planned] = await list();
  house.service.faults.add({ match: { method: 'PUT' }, fault: { kind: 'status', status: 503, body: {} } });
  await skipTo();
  await saying(/I'll retry the failed ones/);
  await until(async () => (await list()).length === 2);
  await says(ana(), `cancel ${planned?.id}`, /Canceled by/);
  expect(await list()).toEqual([]);
  house.service.faults.clear();
  clock.skip(5 * MINUTE);
  await says(ana(), 'scheduled', /Nothing is planned/);
  expect(await isEnabled('News')).toBe(true);
});

test('canceling a plan ends its retries too', async () => {
  await plan('disable News at 9:00');
  const list = async () => (await house.openStore()).of(house.slack.teamId).schedulesOf(null).list();
  const [planned] = await list();
  house.service.faults.add({ match: { method: 'PUT' }, fault: { kind: 'status', status: 503, body: {} } });
  await skipTo();
  await saying(/I'll retry the failed ones/);
  await says(ana(), `cancel ${planned?.id}`, /Canceled by/);
  expect(await list()).toEqual([]);
});

test('two quick clicks save one plan, and announce it once', async () => {
  const { ops } = house.slack.channels;
  await ana().invite(ops);
  await (await house.openStore())
    .of(house.slack.teamId)
    .settings.save({ ...EMPTY_SETTINGS, auditChannel: ops.id }, house.slack.people.ana.id);
  for (const line of ['disable News for 2h', 'disable Weather every day 9:00-17:00']) {
    const after = house.slack.transcript.revision;
    await ana().command(line);
    const asked = await saying(/\?(?:\n|\s|$)/, after);
    const text = line.includes('every') ? 'Plan it' : 'Disable';
    await Promise.all([ana().click(asked, { text }), ana().click(asked, { text })]);
    await saying(/already planned/, after);
    await saying(/will be (?:en|dis)abled/, after);
  }
  const planned = await (await house.openStore()).of(house.slack.teamId).schedulesOf(null).list();
  expect(planned).toHaveLength(2);
  await until(async () => {
    const announced = house.slack.transcript.messages.filter(
      (message) => message.channelId === ops.id && message.ephemeralFor === null,
    );
    return announced.length === 2;
  });
});

test('a confirmation that Slack delivers twice saves one plan', async () => {
  const { slack } = house;
  await ana().command('disable News for 2h');
  const asked = await saying(/\?(?:\n|\s|$)/);
  const sent = await ana().click(asked, { text: 'Disable' });
  await saying(/will be enabled/);
  const { list } = (await house.openStore()).of(slack.teamId).schedulesOf(null);
  const [planned] = await list();
  // Canceled since: a second run would save it again.
  await says(ana(), `cancel ${planned?.id}`, /Canceled by/);
  expect(await slack.redeliver(sent)).toMatchObject({ acked: true });
  // The plans of a person are saved one after another, so this one follows all that have begun.
  await plan('disable Weather tomorrow at 9:00');
  expect((await list()).map(({ line }) => line)).toEqual([expect.stringMatching(/^disable /)]);
});

test('a line whose command cannot be planned does not run', async () => {
  await house.bot.stop();
  const { people, teamId } = house.slack;
  const schedules = (await house.openStore()).of(teamId).schedulesOf(null);
  const own = { id: '0123456789abcdef', userId: people.ana.id, channelId: null, partOf: null };
  await schedules.plan({ ...own, line: 'disable News' }, clock.now());
  const bot = await replaceBot(house, { clock });
  stopLater = () => bot.stop();
  await until(async () => (await schedules.list()).length === 0);
  expect(await isEnabled('News')).toBe(true);
});

test('Cancel plan in an older message says how the plan ended, in its place', async () => {
  const planned = async (line: string) => {
    await ana().click(await says(ana(), line, /\?/), { text: 'Plan it' });
    return saying(/News\W* will be disabled/);
  };
  const older = await planned('disable News in 2h');
  await skipTo();
  await saying(/News\W* disabled as planned by/);
  const after = house.slack.transcript.revision;
  await ana().click(older, { text: 'Cancel plan' });
  const ended = await saying(/News\W* was disabled as planned by you · .*\. The plan is complete\./, after);
  expect(ended.ts).toBe(older.ts);
  expect(textOf(ended)).not.toContain('Cancel plan');

  const second = await planned('disable News in 3h');
  const [left] = await (await house.openStore()).of(house.slack.teamId).schedulesOf(null).list();
  const ben = house.slack.as(house.slack.people.ben);
  await says(ben, `cancel ${left?.id}`, /Canceled by/);
  await ana().click(second, { text: 'Cancel plan' });
  const canceled = await saying(/The plan for \W*News\W* was canceled by .* · /);
  expect(canceled.ts).toBe(second.ts);
  await says(ana(), `cancel 0123456789abcdef`, /has already happened or was canceled/);
});

test('Change… in an older list says how the plan ended', async () => {
  await ana().click(await says(ana(), 'disable News in 2h', /\?/), { text: 'Plan it' });
  await saying(/News\W* will be disabled/);
  const older = await says(ana(), 'scheduled', /Disable \W?News/);
  await skipTo();
  await saying(/News\W* disabled as planned by/);
  await ana().click(older, { text: 'Change…' });
  const drawn = await house.slack.nextView((view) =>
    /plan is complete|happened or was canceled/.test(renderText(view)),
  );
  expect(renderText(drawn)).toMatch(/News\W* was disabled as planned by you · .*\. The plan is complete\./);
});

test('Now in an older list of a plan that has gone on says so, and changes nothing', async () => {
  await ana().click(await says(ana(), 'disable News every day 9:00-17:00', /\?/), { text: 'Plan it' });
  await saying(/News\W* will be disabled every/);
  const older = await says(ana(), 'scheduled', /Disable \W?News/);
  await skipTo();
  await saying(/News\W* disabled as planned by/);
  await says(ana(), 'enable News', /News\W* enabled by/);
  const after = house.slack.transcript.revision;
  await ana().click(older, { text: 'Disable now' });
  const answer = await saying(/[Nn]othing changed|has already happened/, after);
  expect(textOf(answer)).toContain("This plan's next change is now a different one, so nothing changed.");
  expect(await isEnabled('News')).toBe(true);
});

test.each([
  [
    'by hand',
    async () => {
      await ana().click(await says(ana(), 'scheduled', /Disable \W?News/), { text: 'Disable now' });
      await saying(/The plan continues/);
    },
  ],
  [
    'at its time',
    async () => {
      await skipTo();
      await saying(/News\W* disabled as planned by/);
    },
  ],
])('what a recurrence did %s is not taken for its end', async (_how, doOnce) => {
  const planned = async (line: string) => {
    await ana().click(await says(ana(), line, /\?/), { text: 'Plan it' });
    return saying(/News\W* will be disabled every/);
  };
  const older = await planned('disable News every day 9:00-17:00');
  await doOnce();
  const store = (await house.openStore()).of(house.slack.teamId).schedulesOf(null);
  const [first] = await store.list();
  const after = house.slack.transcript.revision;
  // It replaces the first, so nobody canceled that.
  await ana().click(await says(ana(), 'disable News every weekday 8:00-18:00', /This replaces/), { text: 'Plan it' });
  await saying(/will be disabled every weekday/, after);
  expect((await store.list()).map(({ id }) => id)).not.toContain(first?.id);
  const clicked = house.slack.transcript.revision;
  await ana().click(older, { text: 'Cancel plan' });
  const answer = await saying(/plan is complete|happened or was canceled/, clicked);
  expect(textOf(answer)).toContain('That planned change has already happened or was canceled.');
});

test('a recurrence that somebody changed to a single time ends with that', async () => {
  await ana().click(await says(ana(), 'disable News every day 9:00-17:00', /\?/), { text: 'Plan it' });
  await saying(/News\W* will be disabled every/);
  await skipTo();
  await saying(/News\W* disabled as planned by/);
  await says(ana(), 'enable News', /News\W* enabled by/);
  clock.skip(MINUTE);
  await ana().click(await says(ana(), 'scheduled', /News\W* disabled every day/), { text: 'Change…' });
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
  const after = house.slack.transcript.revision;
  await ana().submit(form, { 'When?': 'in 2h' });
  await ana().submit(await planQuestion(house, /This replaces the plan/));
  const older = await saying(/News\W* will be disabled/, after);
  await skipTo();
  await saying(/News\W* disabled as planned by/, after);
  await ana().click(older, { text: 'Cancel plan' });
  const answer = await saying(/plan is complete|happened or was canceled/, after);
  expect(textOf(answer)).toMatch(/News\W* was disabled as planned by you · .*\. The plan is complete\./);
});
