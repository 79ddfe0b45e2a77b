import type { View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseOnHome } from './home-menu.ts';
import { installedRow } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { startSlowService } from './slow-service.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

/** Opens Ana's Home tab. */
async function openHome() {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.openHome();
  return { slack, ana, home: await homeSaying('*Abilities*') };
}

const homeSaying = (words: string) =>
  house.slack.nextView((view) => view.type === 'home' && renderText(view).includes(words));

const modalSaying = (words: string, fits: (view: View) => boolean = () => true) =>
  house.slack.nextView((view) => view.type === 'modal' && renderText(view).includes(words) && fits(view));

describe('from the Home tab', () => {
  test('a change updates the tab, with the result and Undo', async () => {
    const { ana, home } = await openHome();
    await ana.click(home, { text: 'Disable News' });
    const changed = await homeSaying('*News* disabled by you');
    expect((await installedRow(house, 'News')).enabled).toBe(false);
    await ana.click(changed, { text: 'Undo' });
    await homeSaying('Undone: *News* is enabled again');
    expect((await installedRow(house, 'News')).enabled).toBe(true);
    expect(house.slack.transcript.messages).toEqual([]);
  });

  test('an answer opens in a modal, and clicks in it update that modal', async () => {
    const { slack, ana, home } = await openHome();
    await chooseOnHome(house, house.slack.people.ana, home, 'All Abilities');
    const list = await modalSaying('*Café Finder*  Enabled');
    expect(list.title).toBe('Abilities');
    await ana.click(list, { text: 'Disable Café Finder' });
    const changed = await modalSaying('*Café Finder* disabled by', ({ id }) => id === list.id);
    expect(renderText(changed)).toContain('*Café Finder*  Disabled');
    await homeSaying('*Café Finder*  Disabled');
    await ana.click(changed, { actionId: 'state' }, { option: 'Orphaned' });
    await modalSaying('Old Jukebox', ({ id }) => id === list.id);
    expect(slack.transcript.messages).toEqual([]);
  });

  test('a name leads to the card, where it can be deleted', async () => {
    const { ana, home } = await openHome();
    await ana.click(home, { text: 'More about…' }, { option: 'News' });
    const card = await modalSaying('*News*  Enabled');
    expect(card.title).toBe('News');
    await ana.click(card, { text: 'Delete News' });
    await modalSaying('✓ *News* deleted by you', ({ id }) => id === card.id);
    expect(house.slack.transcript.messages).toEqual([]);
  });

  test('a form opened in such a modal is stacked on it, and its result appears in the modal below', async () => {
    const { slack, ana, home } = await openHome();
    await chooseOnHome(house, house.slack.people.ana, home, 'All Abilities');
    const list = await modalSaying('*Café Finder*  Enabled');
    await ana.click(list, { text: 'Search…' });
    const form = await slack.nextView(({ callbackId }) => callbackId === 'search');
    expect(form.previousViewId).toBe(list.id);
    await ana.submit(form, { words: 'radio' });
    const found = await modalSaying('1 of 12 Abilities matches “radio”', ({ id }) => id === list.id);
    expect(ana.modal()?.id).toBe(list.id);
    await ana.click(found, { text: 'Enable Radio' });
    const words = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
    expect(words.previousViewId).toBe(list.id);
    await ana.submit(words, { trigger_words: 'play the radio' });
    await modalSaying('*Radio* enabled by', ({ id }) => id === list.id);
    expect(slack.transcript.messages).toEqual([]);
  });
});

test('an Ability is deleted with two clicks in the chooser of the Home tab, and the tab shows it', async () => {
  const { ana, home } = await openHome();
  await chooseOnHome(house, house.slack.people.ana, home, 'Delete…');
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'choose');
  await ana.click(form, { text: 'Delete News' }, { confirm: true });
  await modalSaying('✓ *News* deleted by you', ({ id }) => id === form.id);
  await homeSaying('*News* deleted by you');
});

test('a form of the Home tab is replaced by its result', async () => {
  const { ana, home } = await openHome();
  await chooseOnHome(house, house.slack.people.ana, home, 'Show an Ability…');
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'choose');
  await ana.submit(form, { Ability: 'Weather' });
  const card = await modalSaying('Tells the weather now', ({ id }) => id === form.id);
  await ana.click(card, { text: 'Trigger words for Weather' });
  await modalSaying('will it rain', ({ id }) => id === form.id);
});

test('a form of the Home tab that changes something closes, and the tab shows the result', async () => {
  const { ana, home } = await openHome();
  await chooseOnHome(house, house.slack.people.ana, home, 'Disable several…');
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'choose');
  await ana.submit(form, { Abilities: ['Weather', 'News'] });
  const changed = await homeSaying('*Weather*  Disabled');
  expect(renderText(changed)).toContain('[Undo]\n');
  expect(ana.modal()).toBeUndefined();
});

test('an Ability without trigger words asks for them in a modal, and the Home tab shows the result', async () => {
  const { ana, home } = await openHome();
  await ana.click(home, { text: 'Enable Radio' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
  await ana.submit(form, { trigger_words: 'play the radio' });
  await homeSaying('*Radio* enabled by');
});

test('a result whose modal was closed in the meantime arrives in a direct message', async () => {
  const { slack, ana } = await openHome();
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client });
  try {
    await chooseOnHome(house, house.slack.people.ana, await homeSaying('*Abilities*'), 'Agents');
    const agents = await modalSaying('*Echo*', ({ callbackId }) => callbackId === 'answer');
    await ana.click(agents, { text: "Edit Echo's Abilities" });
    const form = await slack.nextView(({ callbackId }) => callbackId === 'assign');
    expect(form.previousViewId).toBe(agents.id);
    const letGo = slow.hold(/edit-personality/);
    await ana.submit(form, { Abilities: ['Radio'] });
    await ana.closeView(agents);
    letGo();
    const told = await slack.nextMessage(({ text }) => text.includes("Echo's Abilities set by you"));
    expect(told.channelId).toBe((await slack.directMessage(slack.people.ana)).id);
  } finally {
    await bot.stop();
    await slow.close();
  }
});

test('a form that is too late for Slack becomes a button in the modal', async () => {
  const { slack, ana, home } = await openHome();
  await chooseOnHome(house, house.slack.people.ana, home, 'All Abilities');
  const list = await modalSaying('*Café Finder*  Enabled');
  slack.faults.add({ method: 'views.push', fault: { error: 'expired_trigger_id' } });
  await ana.click(list, { text: 'Search…' });
  const late = await modalSaying('The form took too long to open.', ({ id }) => id === list.id);
  await ana.click(late, { text: 'Open the form' });
  await slack.nextView(({ callbackId, previousViewId }) => callbackId === 'search' && previousViewId === list.id);
});

test('trouble is shown in the modal, without buttons that lead further', async () => {
  const { slack, ana, home } = await openHome();
  await chooseOnHome(house, house.slack.people.ana, home, 'Agents');
  const agents = await modalSaying('*Echo*', ({ callbackId }) => callbackId === 'answer');
  house.service.faults.add({ match: {}, fault: { kind: 'status', status: 403 } });
  await ana.click(agents, { text: "Edit Echo's Abilities" });
  const told = await modalSaying("The voice service doesn't allow this.");
  expect(told.previousViewId).toBe(agents.id);
  expect(told.blocks.some(({ type }) => type === 'actions')).toBe(false);
  await ana.closeView(told);
  await ana.click(agents, { text: 'Refresh' });
  const here = await modalSaying("The voice service doesn't allow this.", ({ id }) => id === agents.id);
  expect(here.blocks.some(({ type }) => type === 'actions')).toBe(true);
  expect(slack.transcript.messages).toEqual([]);
});
