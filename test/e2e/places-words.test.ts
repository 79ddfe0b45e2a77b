import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

/** Ana opens the form that edits the words of News. */
async function openForm() {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('triggers News edit:');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'edit-triggers');
  return { slack, ana, form };
}

const isSaved = ({ text }: Message) => text.includes("News's trigger words changed by you");

test('the form shows the difference as it is typed, and keeps what somebody else added meanwhile', async () => {
  const { slack, ana, form } = await openForm();
  expect(renderText(form)).toContain('read the news\nwhat is new today');
  const row = await installedRow(house, 'News');
  const { enabled, triggerWords } = row;
  await ana.click(form, { actionId: 'trigger_words' }, { option: 'read the news\nheadlines' });
  const shown = await slack.nextView((view) => view.id === form.id && renderText(view).includes('Adds “headlines”'));
  expect(renderText(shown)).toContain('Removes “what is new today”');
  expect((await installedRow(house, 'News')).triggerWords).toEqual(triggerWords);

  await otherCaller(house).setInstalledAbility(row, { enabled, triggerWords: [...triggerWords, 'news of the day'] });
  await ana.submit(shown, { trigger_words: 'read the news\nheadlines, headlines' });
  const saved = await slack.nextMessage(isSaved);
  expect((await installedRow(house, 'News')).triggerWords).toEqual(['read the news', 'news of the day', 'headlines']);
  expect(saved.text).toContain('Added “headlines”\nRemoved “what is new today”');
  expect(saved.text).toContain('Someone else added “news of the day” in the meantime. Their changes are kept.');

  await ana.click(saved, { text: 'Undo' });
  await slack.nextMessage(({ text }) => text.includes('Undone: '));
  expect((await installedRow(house, 'News')).triggerWords).toEqual([...triggerWords, 'news of the day']);
});

test('a form that is sent as it was opened, and one without words, stay open and say why', async () => {
  const { ana, form } = await openForm();
  const same = await ana.submit(form);
  expect(same.body).toMatchObject({ errors: { trigger_words: 'No changes yet.' } });
  const none = await ana.submit(form, { trigger_words: ' , ' });
  expect(none.body).toMatchObject({ errors: { trigger_words: 'Enter at least one trigger word.' } });
});

test('from the card, the result is shown on the card', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('show News');
  const card = await slack.nextMessage(({ text }) => text.includes('News'));
  await ana.click(card, { text: 'Trigger words for News' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'edit-triggers');
  await ana.submit(form, { trigger_words: 'headlines' });
  const after = await slack.nextMessage(isSaved);
  expect(after.ts).toBe(card.ts);
  expect(renderText(after)).toContain('“headlines”');
});

test('two who save different words one after the other both keep theirs', async () => {
  const { slack, ana, form } = await openForm();
  const ben = slack.as(slack.people.ben);
  await hear(house, () => ben.command('triggers News add: evening news remove: what is new today'), isSaved);
  await ana.submit(form, { trigger_words: 'read the news\nwhat is new today\nmorning news' });
  await slack.nextMessage((message) => isSaved(message) && message.ephemeralFor === slack.people.ana.id);
  expect((await installedRow(house, 'News')).triggerWords).toEqual(['read the news', 'evening news', 'morning news']);
});

test('a typed change is saved, and nothing is guessed about others', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('triggers News add: headlines remove: read the news');
  const saved = await slack.nextMessage(isSaved);
  expect(saved.text).not.toContain('Someone else');
  expect(renderText(saved)).toContain('[Undo]');
  expect((await installedRow(house, 'News')).triggerWords).toEqual(['what is new today', 'headlines']);
});

test('words that another Ability has are named in the form, while somebody types, and on both cards, and can be saved', async () => {
  const { slack, ana, form } = await openForm();
  expect(renderText(form)).not.toContain('also a trigger word');
  const [weather] = (await installedRow(house, 'Weather')).triggerWords;
  await ana.click(form, { actionId: 'trigger_words' }, { option: `read the news\n${weather}` });
  const warning = `“${weather}” is also a trigger word of *Weather*`;
  const shown = await slack.nextView((view) => view.id === form.id && renderText(view).includes(warning));
  await ana.submit(shown, { trigger_words: `read the news\n${weather}` });
  await slack.nextMessage(isSaved);
  await ana.command('triggers News edit:');
  const again = await slack.nextView(({ id, callbackId }) => id !== form.id && callbackId === 'edit-triggers');
  expect(renderText(again)).toContain(warning);
  const cardOf = (name: string) =>
    hear(
      house,
      () => ana.command(`show ${name}`),
      ({ text }) => text.includes('Trigger words'),
    );
  expect(renderText(await cardOf('News'))).toContain(warning);
  expect(renderText(await cardOf('Weather'))).toContain(`“${weather}” is also a trigger word of *News*`);
  await ana.command('disable News');
  await slack.nextMessage(({ text }) => text.includes('News disabled by'));
  expect(renderText(await cardOf('Weather'))).not.toContain('also a trigger word');
});
