import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { chooseOnHome } from './home-menu.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

async function start() {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  return { slack, ana: slack.as(slack.people.ana) };
}

const formOf = () => house.slack.nextView(({ callbackId, open }) => open && callbackId === 'say');

test('on Home, a form asks for the words, and its dialog shows which Ability answers', async () => {
  const { slack, ana } = await start();
  await ana.openHome();
  const home = await slack.nextView(({ type }) => type === 'home');
  await chooseOnHome(house, slack.people.ana, home, 'Which Ability answers…');
  const form = await formOf();
  await ana.submit(form, { phrase: '  ' });
  const again = await slack.nextView(({ id, state }) => id === form.id && state !== undefined);
  expect(renderText(again)).toContain('Enter what people say.');
  await ana.submit(again, { phrase: 'tell me, will it rain' });
  const shown = await slack.nextView((view) => view.type === 'modal' && renderText(view).includes('Weather*  Enabled'));
  expect(shown).toMatchObject({ id: form.id, title: 'Which Ability answers?' });
  expect(renderText(shown)).toContain('“tell me, will it rain”');
  expect(slack.transcript.messages).toEqual([]);
});

test('typed without words, it opens the form, and the answer for the chosen Agent can be shared', async () => {
  const { slack, ana } = await start();
  await ana.command('say');
  await ana.submit(await formOf(), { phrase: 'will it rain', Agent: 'Echo' });
  const told = await slack.nextMessage(({ text }) => text.includes('will it rain'));
  expect(told.ephemeralFor).toBe(slack.people.ana.id);
  expect(renderText(told)).toContain('*“will it rain”* on *Echo*');
  const shared = await hear(
    house,
    () => ana.click(told, { text: 'Show in channel' }),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Shown by'),
  );
  expect(renderText(shared)).toContain('*“will it rain”* on *Echo*');
});

test('in a thread, where no form can open, a button opens it', async () => {
  const { slack, ana } = await start();
  const { ops } = slack.channels;
  const { messageTs: threadTs } = await ana.say(ops, 'Who answers to that?');
  await ana.say(ops, '@abilities say', { threadTs });
  const told = await slack.nextMessage(({ text }) => text.includes('This command needs a form.'));
  await ana.click(told, { text: 'Open the form' });
  await formOf();
});
