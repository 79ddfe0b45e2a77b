import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

async function start() {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  return { slack, ana: slack.as(slack.people.ana) };
}

const formOf = (callbackId: string) => house.slack.nextView((view) => view.callbackId === callbackId);

describe('the form that searches', () => {
  test('updates the list it was opened from with the results', async () => {
    const { slack, ana } = await start();
    const list = await hear(
      house,
      () => ana.command('list'),
      ({ text }) => text.includes('News: enabled'),
    );
    await ana.click(list, { text: 'Search…' });
    const form = await formOf('search');
    await ana.submit(form, { words: 'house', State: 'Disabled', Order: 'Sorted by state' });
    const found = await slack.nextMessage(
      ({ text, ts }) => ts === list.ts && text.includes('1 of 12 Abilities matches “house”, disabled'),
    );
    expect(found.text).toContain('Night Watch: disabled');
    expect(found.text).not.toContain('Home Lights');
    // Reopened, it starts with what the list shows.
    await ana.click(found, { text: 'Search…' });
    const again = await slack.nextView(({ callbackId, id }) => callbackId === 'search' && id !== form.id);
    expect(renderText(again)).toContain('house');
  });

  test('a menu of the list filters in place, and another clears it', async () => {
    const { slack, ana } = await start();
    const list = await hear(
      house,
      () => ana.command(''),
      ({ text }) => text.includes('News: enabled'),
    );
    await ana.click(list, { actionId: 'state' }, { option: 'Orphaned' });
    const filtered = await slack.nextMessage(
      ({ text, ts }) => ts === list.ts && text.includes('1 of 1 matches orphaned'),
    );
    expect(filtered.text).toContain('Old Jukebox: orphaned');
    await ana.click(filtered, { actionId: 'state' }, { option: 'All states' });
    await slack.nextMessage(({ revision, text, ts }) => {
      return ts === list.ts && revision > filtered.revision && text.includes('News: enabled');
    });
  });
});

describe('the form that chooses', () => {
  test('disables several, with a result for each, and one button undoes all of it, once', async () => {
    const { slack, ana } = await start();
    await ana.command('disable');
    await ana.submit(await formOf('choose'), { Abilities: ['News', 'Weather'] });
    const told = await slack.nextMessage(({ text }) => text.includes('News') && text.includes('disabled by'));
    expect(told.text).toContain('2 of 2 Abilities disabled by you');
    expect((await installedRow(house, 'News')).enabled).toBe(false);
    const undo = { text: 'Undo' };
    await Promise.all([ana.click(told, undo), ana.click(told, undo)]);
    await slack.nextMessage(({ text }) => /^✓ Undone: .* are enabled again/.test(text));
    await slack.nextMessage(({ text }) => text.includes('was already undone'));
    expect((await installedRow(house, 'News')).enabled).toBe(true);
    expect((await installedRow(house, 'Weather')).enabled).toBe(true);
  });

  test('deletes several after a form that lists them', async () => {
    const { slack, ana } = await start();
    await ana.command('delete');
    const form = await formOf('choose');
    await ana.submit(form, { Abilities: ['Garage Door', 'Weather'] });
    // Replaces the selection form once the service has been read.
    const question = await slack.nextView(({ callbackId, id }) => callbackId === 'delete-several' && id === form.id);
    expect(renderText(question)).toContain('Delete 2 Abilities? This removes them from every Agent');
    const names = async () => (await otherCaller(house).listAbilities()).map(({ name }) => name);
    expect(await names()).toContain('Garage Door');
    await ana.submit(question);
    await slack.nextMessage(({ text }) => text.includes('Garage Door') && text.includes('deleted'));
    expect(await names()).not.toContain('Garage Door');
    expect(await names()).not.toContain('Weather');
  });
});

test('one that is chosen to be deleted is asked about once, in the form', async () => {
  const { slack, ana } = await start();
  await ana.command('delete');
  const form = await formOf('choose');
  await ana.submit(form, { Abilities: ['Weather'] });
  const question = await slack.nextView(({ callbackId, id }) => callbackId === 'delete-several' && id === form.id);
  expect(renderText(question)).toContain("Delete *Weather*? This removes it from every Agent and can't be undone.");
  expect(renderText(question)).toContain('*Weather*  Enabled');
  await ana.submit(question);
  await slack.nextMessage(({ text }) => text.includes('✓ Weather deleted by you'));
});

test('the next form also opens if Slack shows the ack after the next call', async () => {
  const { slack, ana } = await start();
  await ana.command('delete');
  const form = await formOf('choose');
  slack.faults.add({ method: 'views.update', times: 2, fault: { error: 'not_found' } });
  await ana.submit(form, { Abilities: ['Garage Door', 'Weather'] });
  await formOf('delete-several');
});

test('offers only Abilities that fit the verb, each with its state', async () => {
  const { slack, ana } = await start();
  const offered = async (verb: string) => {
    const after = slack.transcript.revision;
    await ana.command(verb);
    const form = await slack.nextView(({ callbackId }) => callbackId === 'choose', { after });
    return ana.suggest(form, 'chosen', '');
  };
  const labels = async (verb: string) => (await offered(verb)).map(({ text }) => text.text);
  expect(await labels('enable')).toEqual(['Night Watch', 'Radio']);
  expect(await labels('disable')).toEqual([
    ...['Café Finder', 'Home Lights', 'Memory Keeper', 'News', 'System Update', 'Timer', 'Weather'],
  ]);
  expect(await labels('triggers')).not.toContain('Old Jukebox');
  expect(await labels('delete')).not.toContain('Old Jukebox');
  expect(await labels('delete')).toContain('Garage Door');
  const shown = await offered('show');
  expect(shown).toHaveLength(13);
  expect(shown.find(({ text }) => text.text === 'Night Watch')?.description?.text).toMatch(/^disabled · ID \d+$/);
});

test('selecting one Ability without trigger words leads to the form for them', async () => {
  const { slack, ana } = await start();
  await ana.command('enable');
  await ana.submit(await formOf('choose'), { Abilities: ['Radio'] });
  const told = await slack.nextMessage(({ text }) => text.includes('This command needs a form'));
  await ana.click(told, { text: 'Open the form' });
  await ana.submit(await formOf('trigger-words'), { trigger_words: 'play the radio' });
  await slack.nextMessage(({ text }) => text.includes('Radio enabled by'));
});

test('an empty assignment form asks before it removes all, and a button undoes it', async () => {
  const { slack, ana } = await start();
  await ana.command('assign Echo');
  await ana.submit(await formOf('assign'), { Abilities: ['Radio', 'News'] });
  await slack.nextMessage(({ text }) => text.includes("Echo's Abilities set by you"));
  await ana.command('assign Echo');
  const form = await slack.nextView(({ callbackId, blocks }) => {
    return callbackId === 'assign' && renderText({ blocks }).includes('Based on what was last set from Slack');
  });
  await ana.submit(form, { Abilities: [] });
  const question = await slack.nextView(({ callbackId, id }) => callbackId === 'unassign' && id === form.id);
  await ana.submit(question);
  const told = await slack.nextMessage(({ text }) => text.includes('All Abilities removed from Echo by you'));
  await ana.click(told, { text: 'Undo' });
  const back = await slack.nextMessage(({ text }) => text.startsWith('✓ Undone: Echo has '));
  expect(back.text).toContain('Radio');
});
