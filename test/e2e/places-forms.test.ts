import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

async function start(mode: 'socket' | 'http') {
  house = await startHouse({ mode });
  const { slack } = house;
  return { slack, ana: slack.as(slack.people.ana) };
}

const formOf = (callbackId: string) => house.slack.nextView((view) => view.callbackId === callbackId);

describe.each(['socket', 'http'] as const)('the form that searches over %s', (mode) => {
  test('draws the list it was opened from, with what was asked for', async () => {
    const { slack, ana } = await start(mode);
    const list = await hear(
      house,
      () => ana.command('list'),
      ({ text }) => text.includes('News: enabled'),
    );
    await ana.click(list, { text: 'Search…' });
    const form = await formOf('search');
    await ana.submit(form, { words: 'house', State: 'Disabled', Order: 'Sorted by state' });
    const found = await slack.nextMessage(({ text, ts }) => ts === list.ts && text.includes('1 found for “house”'));
    expect(found.text).toContain('Night Watch: disabled');
    expect(found.text).not.toContain('Home Lights');
    // Reopened, it starts with what the list shows.
    await ana.click(found, { text: 'Search…' });
    const again = await slack.nextView(({ callbackId, id }) => callbackId === 'search' && id !== form.id);
    expect(renderText(again)).toContain('house');
  });

  test('a menu of the list filters in place, and another clears it', async () => {
    const { slack, ana } = await start(mode);
    const list = await hear(
      house,
      () => ana.command(''),
      ({ text }) => text.includes('News: enabled'),
    );
    await ana.click(list, { actionId: 'state' }, { option: 'Orphan' });
    const filtered = await slack.nextMessage(({ text, ts }) => ts === list.ts && text.includes('1 found for orphan'));
    expect(filtered.text).toContain('Old Jukebox: orphan');
    await ana.click(filtered, { actionId: 'state' }, { option: 'All states' });
    await slack.nextMessage(({ revision, text, ts }) => {
      return ts === list.ts && revision > filtered.revision && text.includes('News: enabled');
    });
  });
});

describe.each(['socket', 'http'] as const)('the form that chooses over %s', (mode) => {
  test('switches several, each told on its own, and all of it is taken back by one button, once', async () => {
    const { slack, ana } = await start(mode);
    await ana.command('disable');
    await ana.submit(await formOf('choose'), { Abilities: ['News', 'Weather', 'Night Watch'] });
    const told = await slack.nextMessage(({ text }) => text.includes('News') && text.includes('disabled by'));
    expect(told.text).toContain('Night Watch was already disabled');
    expect((await installedRow(house, 'News')).enabled).toBe(false);
    const undo = { text: 'Undo' };
    await Promise.all([ana.click(told, undo), ana.click(told, undo)]);
    await slack.nextMessage(({ text }) => text.startsWith('Undone:'));
    await slack.nextMessage(({ text }) => text.includes('was already undone'));
    expect((await installedRow(house, 'News')).enabled).toBe(true);
    expect((await installedRow(house, 'Weather')).enabled).toBe(true);
    expect((await installedRow(house, 'Night Watch')).enabled).toBe(false);
  });

  test('deletes several after a form that lists what goes', async () => {
    const { slack, ana } = await start(mode);
    await ana.command('delete');
    const form = await formOf('choose');
    await ana.submit(form, { Abilities: ['Garage Door', 'Weather'] });
    // Replaces the selection form once the service has been read.
    const question = await slack.nextView(({ callbackId, id }) => callbackId === 'delete-several' && id === form.id);
    expect(renderText(question)).toContain('*2 Abilities will be deleted for good*');
    const names = async () => (await otherCaller(house).listAbilities()).map(({ name }) => name);
    expect(await names()).toContain('Garage Door');
    await ana.submit(question);
    await slack.nextMessage(({ text }) => text.includes('Garage Door') && text.includes('deleted'));
    expect(await names()).not.toContain('Garage Door');
    expect(await names()).not.toContain('Weather');
  });
});

test('one that is chosen to be deleted is asked about as if it were named', async () => {
  const { slack, ana } = await start('http');
  await ana.command('delete');
  await ana.submit(await formOf('choose'), { Abilities: ['Garage Door'] });
  await slack.nextMessage(({ text }) => text.includes('Delete Garage Door (ID') && text.includes('not installed'));
});

test('the form that follows comes also when Slack shows the ack later than it takes the next call', async () => {
  const { slack, ana } = await start('http');
  await ana.command('delete');
  slack.faults.add({ method: 'views.update', times: 2, fault: { error: 'not_found' } });
  await ana.submit(await formOf('choose'), { Abilities: ['Garage Door', 'Weather'] });
  await formOf('delete-several');
});

test('what is offered is what the verb can be done to, each with its state', async () => {
  const { slack, ana } = await start('http');
  const offered = async (verb: string) => {
    const after = slack.transcript.revision;
    await ana.command(verb);
    const form = await slack.nextView(({ callbackId }) => callbackId === 'choose', { after });
    return ana.suggest(form, 'chosen', '');
  };
  const labels = async (verb: string) => (await offered(verb)).map(({ text }) => text.text);
  expect(await labels('enable')).not.toContain('Garage Door');
  expect(await labels('triggers')).not.toContain('Old Jukebox');
  expect(await labels('delete')).not.toContain('Old Jukebox');
  expect(await labels('delete')).toContain('Garage Door');
  const shown = await offered('show');
  expect(shown).toHaveLength(13);
  expect(shown.find(({ text }) => text.text === 'Night Watch')?.description?.text).toMatch(/^disabled · ID \d+$/);
});

test('an Ability without trigger words that is chosen alone leads to the form for them', async () => {
  const { slack, ana } = await start('http');
  await ana.command('enable');
  await ana.submit(await formOf('choose'), { Abilities: ['Radio'] });
  const told = await slack.nextMessage(({ text }) => text.includes('This needs a form'));
  await ana.click(told, { text: 'Open the form' });
  await ana.submit(await formOf('trigger-words'), { trigger_words: 'play the radio' });
  await slack.nextMessage(({ text }) => text.includes('Radio enabled by'));
});

test('unassigning all by the form of an assignment asks once more, and is taken back by a button', async () => {
  const { slack, ana } = await start('socket');
  await ana.command('assign Echo');
  await ana.submit(await formOf('assign'), { Abilities: ['Radio', 'News'] });
  await slack.nextMessage(({ text }) => text.includes('Abilities of Echo saved by'));
  await ana.command('assign Echo');
  const form = await slack.nextView(({ callbackId, blocks }) => {
    return callbackId === 'assign' && renderText({ blocks }).includes('As last saved');
  });
  await ana.submit(form, { Abilities: [] });
  const question = await slack.nextView(({ callbackId, id }) => callbackId === 'unassign' && id === form.id);
  await ana.submit(question);
  const told = await slack.nextMessage(({ text }) => text.includes('All Abilities of Echo unassigned by'));
  await ana.click(told, { text: 'Undo' });
  const back = await slack.nextMessage(({ text }) => text.startsWith('Undone:') && text.includes('Echo'));
  expect(back.text).toContain('Radio');
});
