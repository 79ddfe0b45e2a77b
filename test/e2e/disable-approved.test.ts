import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { saying } from './upload-job.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

const CLEO = { id: 'U0LOCALCLEO', name: 'cleo', kind: 'member' } as const;

/** Ana is an admin, Ben and Cleo are editors; disabling needs an approval. */
const open = async () => {
  house = await startHouse({ mode: 'http', slack: { people: [CLEO] }, policy: { approvals: ['disable'] } });
  const { people } = house.slack;
  return { ana: house.slack.as(people.ana), ben: house.slack.as(people.ben), people };
};

const isEnabled = async (name: string) => (await installedRow(house, name)).enabled;

const isPrivate =
  (who: { id: string }, words: string) =>
  ({ ephemeralFor, text }: Message) =>
    ephemeralFor === who.id && text.includes(words);

/** Ben presses *Disable* in a list. @returns the request, which everybody sees. */
async function askFromList(name: string): Promise<Message> {
  const { channels, people } = house.slack;
  const ben = house.slack.as(people.ben);
  const list = await hear(
    house,
    () => ben.command('list', { channel: channels.ops }),
    isPrivate(people.ben, 'Abilities ·'),
  );
  return hear(
    house,
    () => ben.click(list, { text: `Ask to disable ${name}` }),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes(`wants to disable ${name}`),
  );
}

test('an editor asks from a list, an admin approves, and the log says what was done', async () => {
  const { ana, people } = await open();
  const asked = await askFromList('News');
  const told = await house.slack.nextMessage(isPrivate(people.ben, 'You asked to disable News'));
  expect(told.text).toContain("The request needs an admin's approval");
  // It is still the list.
  expect(renderText(told)).toContain('[Withdraw]');
  expect(renderText(told)).toContain('[Ask to disable]');
  expect(await isEnabled('News')).toBe(true);
  await ana.click(asked, { text: 'Approve' });
  const done = await saying(house, asked, 'disabled');
  expect(done.text).toContain(`requested by <@${people.ben.id}>, approved by <@${people.ana.id}>`);
  expect(await isEnabled('News')).toBe(false);
  await ana.command('history News');
  const history = await house.slack.nextMessage(isPrivate(people.ana, 'Audit log'));
  expect(history.text).toContain(`<@${people.ben.id}> disabled News · approved by <@${people.ana.id}>`);
});

test('the editor can withdraw it, and what another editor presses changes nothing', async () => {
  const { ben, people } = await open();
  const asked = await askFromList('News');
  await house.slack.as(CLEO).click(asked, { text: 'Decline' });
  await house.slack.nextMessage(isPrivate(CLEO, 'Only admins can decline requests.'));
  const list = await hear(house, () => ben.command('decline'), isPrivate(people.ben, '1 pending approval'));
  expect(renderText(list)).not.toMatch(/\[Approve|\[Decline/);
  await ben.click(list, { text: 'Withdraw: disable News' });
  await saying(house, list, 'You withdrew your request to disable News');
  await saying(house, asked, 'withdrew their request to disable News');
  expect(await isEnabled('News')).toBe(true);
});

test('Withdraw beside the rows of the list withdraws the request and keeps the list', async () => {
  const { ben, people } = await open();
  const asked = await askFromList('News');
  const told = await house.slack.nextMessage(isPrivate(people.ben, 'You asked to disable News'));
  await ben.click(told, { text: 'Withdraw: disable News' });
  const now = await saying(house, told, 'You withdrew your request to disable News');
  expect(renderText(now)).toContain('[Ask to disable]');
  await saying(house, asked, 'withdrew their request to disable News');
});

test('the card and the Home tab ask too, and Home offers Withdraw', async () => {
  const { ben, people } = await open();
  const card = await hear(house, () => ben.command('show News'), isPrivate(people.ben, 'News  Enabled'));
  expect(renderText(card)).toContain('[Ask to disable]');
  await ben.openHome();
  const homeSaying = (words: string) =>
    house.slack.nextView(({ type, definition }) => type === 'home' && renderText(definition).includes(words));
  const home = await homeSaying('[Ask to disable]');
  await ben.click(home, { text: 'Ask to disable News' });
  await ben.click(await homeSaying('[Withdraw]'), { text: 'Withdraw: disable News' });
  await homeSaying('You withdrew your request to disable');
  expect(await isEnabled('News')).toBe(true);
});

test('an undo that has been requested is not offered again, until the request is withdrawn', async () => {
  const { ben, people } = await open();
  const enabled = await hear(house, () => ben.command('enable Night Watch'), isPrivate(people.ben, 'enabled by you'));
  const showsUndo = async (line: string, words: string) =>
    renderText(await hear(house, () => ben.command(line), isPrivate(people.ben, words))).includes('[Undo]');
  const everywhere = async () => [await showsUndo('list', 'Abilities ·'), await showsUndo('history', 'Audit log')];
  expect(await everywhere()).toEqual([true, true]);
  await ben.click(enabled, { text: 'Undo' });
  const told = await saying(house, enabled, 'You asked to disable Night Watch');
  expect(renderText(told)).not.toContain('[Undo]');
  expect(await everywhere()).toEqual([false, false]);
  await ben.openHome();
  const home = await house.slack.nextView(({ type }) => type === 'home');
  expect(renderText(home.definition)).not.toContain('[Undo]');
  await ben.click(told, { text: 'Withdraw: disable Night Watch' });
  await saying(house, told, 'You withdrew your request');
  expect(await everywhere()).toEqual([true, true]);
});

test.each(['disable News for 2h', 'disable News every weekday 8:00-18:00', 'enable News every weekday 8:00-18:00'])(
  'a plan that has an end is refused: %s',
  async (line) => {
    const { ana } = await open();
    await ana.command(line);
    await house.slack.nextMessage(({ text }) => text.includes("it can't end at a set time"));
    expect(await isEnabled('News')).toBe(true);
  },
);

test('the settings say that quiet and disabling for a time are refused, and they are', async () => {
  const { ana, people } = await open();
  await ana.command('settings');
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'settings');
  expect(JSON.stringify(form.definition)).toContain('Quiet and disabling for a time are then refused.');
  for (const line of ['quiet for 30m', 'disable News for 30m']) {
    await hear(house, () => ana.command(line), isPrivate(people.ana, "needs another admin's approval here"));
  }
});
