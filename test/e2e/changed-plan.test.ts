import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SkippingClock } from '../skipping-clock.ts';
import { planQuestion } from './plan-dialog.ts';
import { listenTo, textOf } from './saying.ts';
import { type House, startHouse } from './start-house.ts';

let clock: SkippingClock;
let house: House;
beforeEach(async () => {
  clock = new SkippingClock();
  house = await startHouse({ mode: 'http', clock });
});
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const { says, saying } = listenTo(() => house);

const list = async () => (await house.openStore()).of(house.slack.teamId).schedulesOf(null).list();

const skipTo = async () => {
  const due = (await (await house.openStore()).schedules.nextDueAt(null)) ?? 0;
  clock.skip(Math.max(0, due - clock.now()));
};

describe('Cancel plan in a message from before the plan was changed', () => {
  const plan = async (line: string) => {
    await ana().click(await says(ana(), line, /\?/), { text: 'Plan it' });
    return saying(/News\W* will be disabled/);
  };
  const change = async (time: string) => {
    await ana().click(await says(ana(), 'scheduled', /Disable \W?News/), { text: 'Change…' });
    const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
    const after = house.slack.transcript.revision;
    await ana().submit(form, { 'When?': time });
    await ana().submit(await planQuestion(house, /This replaces the plan/));
    return saying(/News\W* will be disabled/, after);
  };

  test.each([
    ['to another time', 'disable News in 2h', 'in 3h'],
    ['from once to every day', 'disable News in 2h', 'every day 9:00-17:00'],
    ['to other hours', 'disable News every day 9:00-17:00', 'every day 9:00-18:00'],
  ])('shows the plan as it is now, and cancels only that: %s', async (_how, line, time) => {
    const older = await plan(line);
    await change(time);
    const [changed] = await list();
    const after = house.slack.transcript.revision;
    await ana().click(older, { text: 'Cancel plan' });
    const answer = await saying(/This plan has changed\./, after);
    expect(answer.ts).toBe(older.ts);
    expect(textOf(answer)).toMatch(/Disable \W?News[\s\S]*\[Change…\] \[Cancel plan\]/);
    expect(await list()).toEqual([changed]);
    await ana().click(answer, { text: 'Cancel plan' });
    await saying(/Canceled by/, after);
    expect(await list()).toEqual([]);
    const { records } = await (await house.openStore()).of(house.slack.teamId).auditLog.list({ page: 1, perPage: 2 });
    expect(records.map(({ ended }) => ended?.outcome)).toEqual(['done', 'unchanged']);
  });

  test('in a list, shows the list as it is now', async () => {
    await plan('disable News in 2h');
    const older = await says(ana(), 'scheduled', /Disable \W?News/);
    await change('in 3h');
    const after = house.slack.transcript.revision;
    await ana().click(older, { text: 'Cancel plan' });
    expect((await saying(/This plan has changed\.[\s\S]*Planned changes/, after)).ts).toBe(older.ts);
    expect(await list()).toHaveLength(1);
  });

  test('of a recurrence that has only gone on cancels it', async () => {
    const older = await plan('disable News every day 9:00-17:00');
    await skipTo();
    await saying(/News\W* disabled as planned by/);
    await ana().click(older, { text: 'Cancel plan' });
    await saying(/Canceled by/);
    expect(await list()).toEqual([]);
  });
});

test('the audit log says what was planned, changed and canceled, and until when it is quiet', async () => {
  await ana().click(await says(ana(), 'disable News in 2h', /\?/), { text: 'Plan it' });
  await saying(/News\W* will be disabled/);
  await ana().click(await says(ana(), 'scheduled', /Disable \W?News/), { text: 'Change…' });
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
  await ana().submit(form, { 'When?': 'until 9:00 tomorrow' });
  await ana().submit(await planQuestion(house, /This replaces the plan/));
  await saying(/It will be enabled again/);
  const [changed] = await list();
  await says(ana(), `cancel ${changed?.id}`, /Canceled by/);
  await says(ana(), 'quiet for 30m', /is quiet until/);
  await says(ana(), 'quiet', /stays quiet/);
  const time = '[\\d-]+ at [\\d:]+ UTC';
  const log = textOf(await says(ana(), 'history', /Audit log/));
  const written = [
    'You changed quiet to last until someone resumes',
    `You started quiet until ${time}, disabling \\*`,
    `You canceled the plan for \\*News\\*, due ${time}`,
    `You changed the plan for \\*News\\*, and disabled it until ${time}`,
    `You planned to disable \\*News\\* ${time}`,
  ];
  expect(log).toMatch(new RegExp(written.join('[^\n]*\n[\\s\\S]*')));
  expect(log).toMatch(/^5 entries$/m);
});
