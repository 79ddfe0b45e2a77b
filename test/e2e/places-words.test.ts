import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

/** Ana opens the form that edits the words of News. */
async function openForm(mode: 'socket' | 'http') {
  house = await startHouse({ mode });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('triggers News edit:');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'edit-triggers');
  return { slack, ana, form };
}

describe.each(['socket', 'http'] as const)('editing trigger words over %s', (mode) => {
  test('shows the difference before it saves, and leaves alone what somebody else added meanwhile', async () => {
    const { slack, ana, form } = await openForm(mode);
    expect(renderText(form)).toContain('read the news\nwhat is new today');
    await ana.submit(form, { trigger_words: 'read the news\nheadlines, headlines' });
    const question = await slack.nextMessage(({ text }) => text.includes('Nothing is saved yet'));
    expect(question.text).toContain('Adds: “headlines”');
    expect(question.text).toContain('Removes: “what is new today”');
    expect((await installedRow(house, 'News')).triggerWords).toEqual(['read the news', 'what is new today']);

    const row = await installedRow(house, 'News');
    const { enabled, triggerWords } = row;
    await otherCaller(house).setInstalledAbility(row, { enabled, triggerWords: [...triggerWords, 'news of the day'] });
    await ana.click(question, { text: 'Save' });
    const saved = await slack.nextMessage(({ text }) => text.includes('Trigger words of News saved by'));
    expect((await installedRow(house, 'News')).triggerWords).toEqual(['read the news', 'news of the day', 'headlines']);
    expect(saved.text).toContain('Meanwhile somebody else added “news of the day”; that stays.');

    await ana.click(saved, { text: 'Undo' });
    await slack.nextMessage(({ text }) => text.startsWith('Undone: Trigger words of News'));
    expect((await installedRow(house, 'News')).triggerWords).toEqual([...triggerWords, 'news of the day']);
  });
});

test('a form that is sent as it was opened, and one without words, stay open and say why', async () => {
  const { ana, form } = await openForm('http');
  const same = await ana.submit(form);
  expect(same.body).toMatchObject({ errors: { trigger_words: expect.stringContaining('as they were') } });
  const none = await ana.submit(form, { trigger_words: ' , ' });
  expect(none.body).toMatchObject({ errors: { trigger_words: 'Write at least one trigger word.' } });
});

test('two who save different words one after the other both keep theirs', async () => {
  const { slack, ana, form } = await openForm('http');
  const ben = slack.as(slack.people.ben);
  const isQuestionFor =
    (id: string) =>
    ({ ephemeralFor, text }: Message) =>
      ephemeralFor === id && text.includes('Nothing is saved yet');
  const anas = await hear(
    house,
    () => ana.submit(form, { trigger_words: 'read the news\nwhat is new today\nmorning news' }),
    isQuestionFor(slack.people.ana.id),
  );
  const bens = await hear(
    house,
    () => ben.command('triggers News add: evening news remove: what is new today'),
    isQuestionFor(slack.people.ben.id),
  );
  await ana.click(anas, { text: 'Save' });
  await slack.nextMessage(({ text, ts }) => ts === anas.ts && text.includes('saved by'));
  await ben.click(bens, { text: 'Save' });
  await slack.nextMessage(({ text, ts }) => ts === bens.ts && text.includes('saved by'));
  expect((await installedRow(house, 'News')).triggerWords).toEqual(['read the news', 'morning news', 'evening news']);
});

/** Changes the words of News with another tool. */
async function setWords(triggerWords: string[]) {
  const row = await installedRow(house, 'News');
  await otherCaller(house).setInstalledAbility(row, { enabled: row.enabled, triggerWords });
}

describe('what somebody else did meanwhile', () => {
  test('while the form was open is told with the question, and what came after it with what was saved', async () => {
    const { slack, ana, form } = await openForm('http');
    await setWords(['read the news', 'news of the day']);
    await ana.submit(form, { trigger_words: 'read the news\nwhat is new today\nheadlines' });
    const question = await slack.nextMessage(({ text }) => text.includes('Nothing is saved yet'));
    expect(question.text).toContain(
      'Meanwhile somebody else added “news of the day”, removed “what is new today”; that stays.',
    );
    await setWords(['news of the day']);
    await ana.click(question, { text: 'Save' });
    const saved = await slack.nextMessage(({ text }) => text.includes('saved by'));
    expect(saved.text).toContain('Meanwhile somebody else removed “read the news”; that stays.');
    expect((await installedRow(house, 'News')).triggerWords).toEqual(['news of the day', 'headlines']);
  });

  test('is told although nothing is left to save', async () => {
    const { slack, ana, form } = await openForm('socket');
    await ana.submit(form, { trigger_words: 'read the news\nwhat is new today\nheadlines' });
    const question = await slack.nextMessage(({ text }) => text.includes('Nothing is saved yet'));
    await setWords(['read the news', 'what is new today', 'headlines', 'news of the day']);
    await ana.click(question, { text: 'Save' });
    const told = await slack.nextMessage(({ text }) => text.includes('has these trigger words already'));
    expect(told.text).toContain('Meanwhile somebody else added “headlines”, “news of the day”; that stays.');
  });

  test('is not guessed: not of typed changes, and not where nobody did anything', async () => {
    house = await startHouse({ mode: 'http' });
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    await setWords(['read the news', 'news of the day']);
    await ana.command('triggers News add: headlines remove: read the news');
    const question = await slack.nextMessage(({ text }) => text.includes('Nothing is saved yet'));
    expect(question.text).not.toContain('Meanwhile');
    await ana.click(question, { text: 'Save' });
    const saved = await slack.nextMessage(({ text }) => text.includes('saved by'));
    expect(saved.text).not.toContain('Meanwhile');
  });

  test('is not told where the words that were shown fit into no button', async () => {
    house = await startHouse({ mode: 'http' });
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    const many = Array.from({ length: 90 }, (_, n) => `the news of the day number ${n}`);
    await setWords(many);
    await ana.command('triggers News add: headlines');
    const question = await slack.nextMessage(({ text }) => text.includes('Nothing is saved yet'));
    await setWords([...many, 'news of the night']);
    await ana.click(question, { text: 'Save' });
    const saved = await slack.nextMessage(({ text }) => text.includes('saved by'));
    expect(saved.text).not.toContain('Meanwhile');
    expect((await installedRow(house, 'News')).triggerWords).toEqual([...many, 'news of the night', 'headlines']);
  });
});
