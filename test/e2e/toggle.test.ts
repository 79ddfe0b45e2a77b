import type { Person } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { listenTo } from './saying.ts';
import { startSlowService } from './slow-service.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

test('a click resends the trigger words, changes the state and redraws the list from the truth', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const before = await installedRow(house, 'News');
  await ana.command('list');
  const list = await slack.nextMessage(({ text }) => text.includes('News: enabled'));
  await ana.click(list, { text: 'Disable News' });
  const after = await slack.nextMessage(({ text }) => text.includes('News disabled by'));
  expect(after.ts).toBe(list.ts);
  expect(after.text).toContain('News: disabled');
  expect(await installedRow(house, 'News')).toMatchObject({ enabled: false, triggerWords: before.triggerWords });
});

test('a second click on the old button changes nothing and says so', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack, service } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('');
  const list = await slack.nextMessage(({ text }) => text.includes('News: enabled'));
  const click = { text: 'Disable News' };
  await Promise.all([ana.click(list, click), ana.click(list, click)]);
  await slack.nextMessage(({ text }) => /News was already disabled\b/.test(text));
  expect(service.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a change that somebody has made already names them, unless it was made elsewhere since', async () => {
  house = await startHouse({ mode: 'socket', serviceKeepMs: 0 });
  const { slack } = house;
  const { ana, ben } = slack.people;
  const { says } = listenTo(() => house);
  await says(slack.as(ben), 'disable News', /News\W* disabled by/);
  await says(slack.as(ana), 'disable News', new RegExp(`News\\W* was already disabled by <?@(?:${ben.id}|ben)\\b`));
  const news = await installedRow(house, 'News');
  await otherCaller(house).setInstalledAbility(news, { enabled: true, triggerWords: news.triggerWords });
  await says(slack.as(ana), 'enable News', /News\W* was already enabled\.$/m);
});

test('two people who click at the same time both see the real state', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  const { ana, ben } = slack.people;
  const listOf = ({ id }: Person, words: string) =>
    slack.nextMessage(({ ephemeralFor, text }) => ephemeralFor === id && text.includes(words));
  await Promise.all([slack.as(ana).command(''), slack.as(ben).command('')]);
  const [anas, bens] = await Promise.all([listOf(ana, 'News: enabled'), listOf(ben, 'News: enabled')]);
  await Promise.all([
    slack.as(ana).click(anas, { text: 'Disable News' }),
    slack.as(ben).click(bens, { text: 'Disable News' }),
  ]);
  const shown = await Promise.all([listOf(ana, 'News: disabled'), listOf(ben, 'News: disabled')]);
  const notices = shown.map(({ text }) => text.split('\n')[0]);
  expect(notices).toContainEqual(expect.stringContaining('News was already disabled'));
  expect(notices).toContainEqual(expect.stringContaining('News disabled by'));
  expect((await installedRow(house, 'News')).enabled).toBe(false);
});

test('an Ability without trigger words asks for them, then is enabled and the list is redrawn', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('list');
  const list = await slack.nextMessage(({ text }) => text.includes('Radio: disabled'));
  await ana.click(list, { text: 'Enable Radio' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
  const refused = await ana.submit(form, { trigger_words: ' , \n' });
  expect(refused.body).toMatchObject({ errors: { trigger_words: 'Enter at least one trigger word.' } });
  await ana.submit(form, { trigger_words: 'play the radio\nradio on, play the radio' });
  const after = await slack.nextMessage(({ text }) => text.includes('Radio enabled by'));
  expect(after.ts).toBe(list.ts);
  expect(await installedRow(house, 'Radio')).toMatchObject({
    enabled: true,
    triggerWords: ['play the radio', 'radio on'],
  });
});

test('of several names, one that is misspelt gets a button with the name that may be meant', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('disable\n• Nwes\n• *Weather*');
  const told = await slack.nextMessage(({ text }) => text.includes('1 of 2 Abilities disabled'));
  await ana.click(told, { text: 'Disable News' });
  await slack.nextMessage(({ text }) => text.includes('News disabled by'));
  expect((await installedRow(house, 'News')).enabled).toBe(false);
});

test('the form for trigger words opens before a slow service has answered', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client });
  try {
    const ana = slack.as(slack.people.ana);
    await ana.command('list');
    const list = await slack.nextMessage(({ text }) => text.includes('Radio: disabled'));
    const letGo = slow.hold(/get-/);
    await ana.click(list, { text: 'Enable Radio' });
    const reading = await slack.nextView((view) => renderText(view).includes('Loading…'));
    letGo();
    const form = await slack.nextView(({ callbackId, id }) => id === reading.id && callbackId === 'trigger-words');
    await ana.submit(form, { trigger_words: 'play the radio' });
    await slack.nextMessage(({ text }) => text.includes('Radio enabled by'));
  } finally {
    await bot.stop();
    await slow.close();
  }
});

test('an error of the form for trigger words stays when a slow answer to typing comes after it', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const { slack } = house;
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client });
  try {
    const ana = slack.as(slack.people.ana);
    await ana.command('enable Radio');
    const form = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
    const [word = ''] = (await installedRow(house, 'Weather')).triggerWords;
    const letGo = slow.hold(/get-/);
    await ana.click(form, { actionId: 'trigger_words' }, { option: word });
    await ana.submit(form, { trigger_words: ' , ' });
    expect(slack.transcript.findView(form.id)?.errors).toEqual({ trigger_words: 'Enter at least one trigger word.' });
    letGo();
    // Finishes the redraw.
    await bot.stop();
    expect(slack.transcript.findView(form.id)?.errors).toEqual({ trigger_words: 'Enter at least one trigger word.' });
  } finally {
    await bot.stop();
    await slow.close();
  }
});

test('typed, with quotes from a phone and another case', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  await slack.as(slack.people.ben).command('DISABLE “café finder”');
  await slack.nextMessage(({ text }) => text.includes('Café Finder disabled by'));
  expect((await installedRow(house, 'Café Finder')).enabled).toBe(false);
});

test('all of a kind are listed first, and one button changes exactly those', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('disable all Skills');
  const question = await slack.nextMessage(({ text }) => text.startsWith('Disable 4 Abilities?'));
  expect(question.text).toContain('Enabled Abilities in the category Skill:');
  expect(question.text).toMatch(/Café Finder[\s\S]*News[\s\S]*Timer[\s\S]*Weather/);
  expect((await installedRow(house, 'News')).enabled).toBe(true);
  await ana.click(question, { text: 'Disable 4 Abilities' });
  const told = await slack.nextMessage(({ text }) => text.includes('4 of 4 Abilities disabled by you'));
  expect(told.ts).toBe(question.ts);
  expect((await installedRow(house, 'News')).enabled).toBe(false);
  expect((await installedRow(house, 'Home Lights')).enabled).toBe(true);
});

test('an orphan and an Ability that is not installed are told apart, and nothing is sent', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('enable old jukebox');
  const refused = await slack.nextMessage(({ text }) => text.startsWith('Old Jukebox is the orphaned record'));
  await ana.command('show old jukebox');
  const card = await slack.nextMessage(({ text }) => text.includes('Old Jukebox  Orphaned'));
  for (const { blocks } of [refused, card]) {
    expect(renderText({ blocks })).toContain("Remove it in the voice service's dashboard if it's listed there.");
    expect(renderText({ blocks })).toContain('[Upload…] [Audit log]');
  }
  await ana.command('enable Garage Door');
  await slack.nextMessage(({ text }) => text.includes('is not installed'));
  await ana.command('enable Garag Door');
  await slack.nextMessage(({ text }) => text.includes('Did you mean Garage Door?'));
  expect(service.requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
});

test('a change whose answer was lost is read back and told as what it is', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  service.faults.add({
    match: { method: 'PUT', path: /edit-installed-capability/ },
    times: 2,
    afterEffect: true,
    fault: { kind: 'status', status: 500 },
  });
  await slack.as(slack.people.ana).command('disable News');
  await slack.nextMessage(({ text }) => text.includes('News disabled by'));
});

test('a service that is away is a sentence, and the list stays where it is', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('');
  const list = await slack.nextMessage(({ text }) => text.includes('News: enabled'));
  service.faults.add({ match: { path: /get-installed/ }, fault: { kind: 'status', status: 503 } });
  await ana.click(list, { text: 'Disable News' });
  const told = await slack.nextMessage(({ text }) =>
    text.includes('The voice service returned an internal error. News was not changed.'),
  );
  expect(told.ephemeralFor).toBe(slack.people.ana.id);
  expect(told.text).toMatch(/\(ref [0-9a-f]{6}\)/);
  expect(slack.transcript.findMessage(list)).toMatchObject({ deleted: false, edits: 0 });
});

test('an Ability that shares trigger words with another one says so once it is enabled, without a further call', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const ana = slack.as(slack.people.ana);
  const news = await installedRow(house, 'News');
  const enable = async (triggerWords: string[]) => {
    await otherCaller(house).setInstalledAbility(news, { enabled: false, triggerWords });
    const before = service.requests.length;
    const { text } = await hear(
      house,
      () => ana.command(`enable installed:${news.id}`),
      (message) => message.text.includes('News enabled by you'),
    );
    return { calls: service.requests.slice(before).map(({ method, path }) => `${method} ${path}`), text };
  };
  const alone = await enable(['read the news']);
  const shared = await enable(['read the news', 'Will it rain?']);
  expect(alone.text).not.toContain('trigger word');
  expect(shared.text).toContain('“Will it rain?” is nearly the same as “will it rain”, a trigger word of Weather.');
  expect(shared.calls).toEqual(alone.calls);
});
