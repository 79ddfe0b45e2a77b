import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SkippingClock } from '../skipping-clock.ts';
import { until } from '../until.ts';
import { chooseOnHome } from './home-menu.ts';
import { planQuestion } from './plan-dialog.ts';
import { installedRow } from './reading.ts';
import { listenTo } from './saying.ts';
import { type House, startHouse } from './start-house.ts';

let clock: SkippingClock;
let house: House;
beforeEach(async () => {
  clock = new SkippingClock();
  house = await startHouse({ mode: 'http', clock });
});
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const isEnabled = async (name: string) => (await installedRow(house, name)).enabled;

describe('the question in a dialog', () => {
  const openHome = async () => {
    await ana().openHome();
    return house.slack.nextView(({ type }) => type === 'home');
  };

  test('is confirmed with its submit button, beside Cancel', async () => {
    await ana().click(await openHome(), { actionId: 'home-about' }, { option: 'News' });
    const card = await house.slack.nextView(
      (view) => view.type === 'modal' && /\*News\* {2}Enabled/.test(renderText(view)),
    );
    await ana().click(card, { text: 'Later…' });
    const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
    await ana().submit(form, { 'When?': 'at 9:00 tomorrow' });
    const question = await planQuestion(house, /\?/);
    expect(question.id).not.toBe(card.id);
    expect(renderText(question.definition)).toMatch(
      /^== Plan a change ==[\s\S]*Disable \*News\*[\s\S]*\[Cancel\] \[Plan it\]$/,
    );
    await ana().submit(question);
    const done = await house.slack.nextView((view) => /News\* will be disabled/.test(renderText(view)));
    expect(done.id).toBe(card.id);
    expect(renderText(done)).toContain('[Planned changes]');
    expect(house.slack.transcript.messages).toEqual([]);
  });

  test('of the Home tab closes, and the tab shows the result', async () => {
    await chooseOnHome(house, house.slack.people.ana, await openHome(), 'Disable several…');
    const choose = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'choose');
    await ana().submit(choose, { Abilities: ['News', 'Weather'], 'When?': '2h' });
    await ana().submit(await planQuestion(house, /\?/));
    await house.slack.nextView(
      ({ blocks, type }) => type === 'home' && /2 of 2 Abilities disabled/.test(renderText({ blocks })),
    );
    expect(await isEnabled('News')).toBe(false);
    expect(ana().modal()).toBeUndefined();
  });
});

describe('a time that is out of range is an error at its field, and the form stays open', () => {
  const errorsOf = async (
    form: Parameters<ReturnType<typeof ana>['submit']>[0],
    values: Parameters<ReturnType<typeof ana>['submit']>[1],
  ) => {
    const after = house.slack.transcript.revision;
    await ana().submit(form, values);
    const wrong = await house.slack.nextView(({ errors, open }) => open && Object.keys(errors).length > 0, { after });
    return { errors: wrong.errors, form: wrong };
  };

  test('in the form of Later…', async () => {
    const { says } = listenTo(() => house);
    await ana().click(await says(ana(), 'show News', /News\W* {2}Enabled/), { text: 'Later…' });
    const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
    const typed = await errorsOf(form, { 'When?': 'at 2020-01-01 9:00' });
    expect(typed.errors).toEqual({ when: 'That time has passed.' });
    for (const [text, reason] of [
      ['at 2099-01-01 9:00', 'more than a year away'],
      ['31d', 'at most 30 days'],
      ['for 0m', 'at least one minute'],
      ['every day 8:00-8:00', 'start and end are the same'],
    ] as const) {
      const { errors } = await errorsOf(typed.form, { 'When?': text });
      expect(errors).toEqual({ when: expect.stringContaining(reason) });
    }
    // In the future for the machine's clock, but not for the bot's.
    clock.skip(2 * 60 * 60_000);
    const picked = new Date(clock.now() - 60 * 60_000).toISOString();
    const last = await errorsOf(typed.form, { 'When?': '', 'Or pick a date and time': picked });
    expect(last.errors).toEqual({ picked: 'That time has passed.' });
    await ana().submit(last.form, {
      'Or pick a date and time': new Date(clock.now() + 60 * 60_000).toISOString(),
    });
    await planQuestion(house, /Disable \W?News/);
  });

  test('in the form of several Abilities', async () => {
    await ana().command('disable');
    const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'choose');
    const typed = await errorsOf(form, { Abilities: ['News', 'Weather'], 'When?': 'until 2020-01-01 9:00' });
    expect(typed.errors).toEqual({ when: 'That time has passed.' });
    await ana().submit(typed.form, { 'When?': '2h' });
    await planQuestion(house, /News\W? and \W?Weather|Weather\W? and \W?News/);
  });
});

test('where nothing is planned, a button opens a form that plans', async () => {
  await ana().command('scheduled');
  const list = await house.slack.nextMessage(({ text }) => text.includes('Nothing is planned'));
  await ana().click(list, { text: 'Plan a change…' });
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'choose');
  expect(renderText(form)).toContain('When?');
});

test('a picked time replaces the one that the form of a plan began with, if nobody changed it', async () => {
  const { saying, says } = listenTo(() => house);
  await ana().click(await says(ana(), 'disable News at 9:00 tomorrow', /Disable \W?News/), { text: 'Plan it' });
  await saying(/will be disabled/);
  await ana().click(await says(ana(), 'scheduled', /Disable \W?News/), { text: 'Change…' });
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
  // Midnight may have passed.
  const [, filledIn = ''] = /\[((?:today|tomorrow) at 9:00)_\]/.exec(renderText(form)) ?? [];
  expect(filledIn).not.toBe('');
  const picked = Math.floor(clock.now() / 60_000) * 60_000 + 2 * 60 * 60_000;
  await ana().submit(form, { 'When?': 'at 8:00 tomorrow', 'Or pick a date and time': new Date(picked).toISOString() });
  const wrong = await house.slack.nextView((view) => view.callbackId === 'plan' && Object.keys(view.errors).length > 0);
  await ana().submit(wrong, { 'When?': filledIn });
  await ana().submit(await planQuestion(house, /This replaces the plan/));
  const planned = (await house.openStore()).of(house.slack.teamId).schedulesOf(null);
  await until(async () => (await planned.list())[0]?.plannedFor === picked);
});

test('a time that nobody changed in the form of a plan stays the same after midnight', async () => {
  const { saying, says } = listenTo(() => house);
  await ana().click(await says(ana(), 'disable News at 9:00 tomorrow', /Disable \W?News/), { text: 'Plan it' });
  await saying(/will be disabled/);
  const planned = (await house.openStore()).of(house.slack.teamId).schedulesOf(null);
  const plannedFor = (await planned.list())[0]?.plannedFor ?? 0;
  const midnight = plannedFor - 9 * 60 * 60_000;
  clock.skip(Math.max(0, midnight - 60_000 - clock.now()));
  await ana().click(await says(ana(), 'scheduled', /Disable \W?News/), { text: 'Change…' });
  const form = await house.slack.nextView(({ callbackId, open }) => open && callbackId === 'plan');
  clock.skip(2 * 60_000);
  await ana().submit(form, { Change: 'Enable' });
  await ana().submit(await planQuestion(house, /Enable \W?News[\s\S]*This replaces the plan/));
  await saying(/will be enabled/);
  expect(await planned.list()).toMatchObject([{ line: expect.stringMatching(/^enable/), plannedFor }]);
});
