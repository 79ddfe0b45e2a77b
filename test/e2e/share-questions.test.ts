import { type Message, readObject } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

/** Ana shares the result of a command in #ops, and Ben uses it. */
async function share(line: string, words: string) {
  house = await startHouse({
    mode: 'http',
    policy: { memberRole: 'admin' },
    service: { agentRowsCarryAbilities: true },
  });
  const { slack } = house;
  const [ana, ben, ops] = [slack.as(slack.people.ana), slack.as(slack.people.ben), slack.channels.ops];
  const mine = await hear(
    house,
    () => ana.command(line, { channel: ops }),
    ({ text }) => text.includes(words),
  );
  const shared = await hear(
    house,
    () => ana.click(mine, { text: 'Show in channel' }),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Shown by'),
  );
  return { slack, ana, ben, ops, shared };
}

const isFor =
  (id: string, words: string) =>
  ({ ephemeralFor, text }: Message) =>
    ephemeralFor === id && text.includes(words);

const formOf = (callbackId: string) => house.slack.nextView((view) => view.callbackId === callbackId && view.open);

/** What Ben sees after one action. */
const bens = (act: () => Promise<unknown>, words: string) => hear(house, act, isFor(house.slack.people.ben.id, words));

const isBare = (name: string, drawn: Message) => renderText(drawn).includes(`*${name}* · no Abilities`);

/** The shared message once its redraw matches, and the single notice in its thread. */
async function seeAfter(shared: Message, shows: (drawn: Message) => boolean, notice: string) {
  const { slack } = house;
  const drawn = await slack.nextMessage((message) => message.ts === shared.ts && message.edits > 0 && shows(message));
  expect(drawn.text).toContain(`Shown by <@${slack.people.ana.id}>`);
  const told = await slack.nextMessage(({ text, threadTs }) => threadTs === shared.ts && text.includes(notice));
  expect(told).toMatchObject({ ephemeralFor: null, channelId: shared.channelId });
  expect(told.text).toContain(`by <@${slack.people.ben.id}>`);
  expect(inThread(shared)).toHaveLength(1);
  return drawn;
}

const inThread = ({ ts }: Message) =>
  house.slack.transcript.messages.filter(({ ephemeralFor, threadTs }) => threadTs === ts && ephemeralFor === null);

describe('a card or form that was opened from a shared message', () => {
  test('a delete from the card updates the list, and its thread says so', async () => {
    const { ben, shared } = await share('list', 'News: enabled');
    const card = await bens(() => ben.click(shared, { text: 'More about…' }, { option: 'News' }), 'read the news');
    await bens(() => ben.click(card, { text: 'Delete News' }), 'News deleted by you');
    await seeAfter(shared, ({ text }) => text.includes('Abilities') && !text.includes('News: '), 'News deleted by');
  });

  test('a toggle on the card updates the card and the list, and so does its undo', async () => {
    const { slack, ben, shared } = await share('list', 'News: enabled');
    const card = await bens(() => ben.click(shared, { text: 'More about…' }, { option: 'News' }), 'read the news');
    const off = await bens(() => ben.click(card, { text: 'Disable News' }), 'News disabled by you');
    expect(off.ts).toBe(card.ts);
    expect(renderText(off)).toContain('*News*  Disabled');
    await seeAfter(shared, ({ text }) => text.includes('News: disabled'), 'News disabled by');
    const undone = await bens(() => ben.click(off, { text: 'Undo' }), 'Undone: News is enabled again');
    expect(renderText(undone)).toContain('*News*  Enabled');
    await slack.nextMessage(({ edits, text, ts }) => ts === shared.ts && edits > 1 && text.includes('News: enabled'));
    await slack.nextMessage(({ text, threadTs }) => threadTs === shared.ts && text.startsWith('Undone: News'));
    expect(inThread(shared)).toHaveLength(2);
    // The redrawn card still belongs to the list.
    await bens(() => ben.click(undone, { text: 'Disable News' }), 'News disabled by you');
    await slack.nextMessage(({ edits, text, ts }) => ts === shared.ts && edits > 2 && text.includes('News: disabled'));
  });

  test('Add to Agent on the card updates the list', async () => {
    const { ben, shared } = await share('list', 'News: enabled');
    const card = await bens(() => ben.click(shared, { text: 'More about…' }, { option: 'Radio' }), 'Radio');
    await ben.click(card, { text: 'Add to Agent: Radio' });
    const form = await formOf('add-to-agent');
    await ben.click(form, { actionId: 'agent' }, { option: 'Nova' });
    const chosen = await house.slack.nextView((view) => view.id === form.id && renderText(view).includes('(x) Nova'));
    await bens(() => ben.submit(chosen, {}), 'Nova');
    await seeAfter(shared, ({ text }) => text.includes('Abilities'), 'Radio added to Nova by');
  });

  test('trigger words are saved from the form, and undone', async () => {
    const { slack, ben, shared } = await share('triggers News', 'read the news');
    await ben.click(shared, { text: 'Edit the trigger words for News' });
    const saved = await bens(
      async () => ben.submit(await formOf('edit-triggers'), { trigger_words: 'read the news\nmorning news' }),
      "News's trigger words changed by you",
    );
    await seeAfter(shared, ({ text }) => text.includes('morning news'), "News's trigger words changed by");
    await bens(() => ben.click(saved, { text: 'Undo' }), 'Undone:');
    await slack.nextMessage(({ edits, text, ts }) => ts === shared.ts && edits > 1 && !text.includes('morning news'));
    await slack.nextMessage(({ text, threadTs }) => threadTs === shared.ts && text.startsWith('Undone:'));
  });
});

describe('a form that was opened from a shared message', () => {
  test('assigns, and is seen there', async () => {
    const { ben, shared } = await share('agents', '3 Agents');
    await ben.click(shared, { text: "Edit Nova's Abilities" });
    await ben.submit(await formOf('assign'), { Abilities: ['Radio'] });
    await seeAfter(
      shared,
      (drawn) => renderText(drawn).includes('*Nova* · 1 Ability: Radio'),
      "Nova's Abilities changed by",
    );
  });

  test('unassigns all after its question, and is seen there', async () => {
    const { ben, shared } = await share('agents', '3 Agents');
    await ben.click(shared, { text: "Edit Echo's Abilities" });
    await ben.submit(await formOf('assign'), { Abilities: [] });
    await ben.submit(await formOf('unassign'));
    await seeAfter(shared, (drawn) => isBare('Echo', drawn), 'All Abilities removed from Echo by');
  });

  test('deletes several, and is seen there', async () => {
    const { ben, shared } = await share('list', 'News: enabled');
    await ben.click(shared, { text: 'Delete…' });
    await ben.submit(await formOf('choose'), { Abilities: ['News', 'Radio'] });
    await ben.submit(await formOf('delete-several'));
    await seeAfter(shared, ({ text }) => !/News: |Radio: /.test(text), '2 of 2 Abilities deleted by');
  });

  test('chooses one to delete, which is asked about in the form, and is seen there', async () => {
    const { ben, shared } = await share('list', 'News: enabled');
    await ben.click(shared, { text: 'Delete…' });
    await ben.submit(await formOf('choose'), { Abilities: ['News'] });
    const question = await formOf('delete-several');
    await bens(() => ben.submit(question), 'deleted by');
    await seeAfter(shared, ({ text }) => !text.includes('News: '), 'News deleted by');
  });
});

test('viewing a shared message does not redraw it', async () => {
  const { slack, ben, shared } = await share('list', 'News: enabled');
  await bens(() => ben.click(shared, { actionId: 'more-about' }, { option: 'News' }), 'read the news');
  await bens(() => ben.click(shared, { text: 'Refresh' }), 'News: enabled');
  expect(slack.transcript.messages.find(({ ts }) => ts === shared.ts)?.edits).toBe(0);
  expect(inThread(shared)).toEqual([]);
});

test('a value that names a message of somebody else changes nothing of it', async () => {
  const { slack, ana, ben, ops } = await share('list', 'News: enabled');
  const { messageTs } = await ana.say(ops, 'Nobody writes this but me.');
  const card = await bens(() => ben.command('show News', { channel: ops }), 'read the news');
  const delivery = await ben.click(card, { text: 'Trigger words for News' });
  const id = (await otherCaller(house).listAbilities()).find(({ name }) => name === 'News')?.id;
  const place = { ts: messageTs, sharedBy: slack.people.ana.id, redraw: 'disable Weather' };
  const forge = (redraw: string) => ({
    ...delivery.payload,
    trigger_id: `forged.${redraw}`,
    actions: [
      {
        ...readObject(Array.isArray(delivery.payload.actions) ? delivery.payload.actions[0] : null),
        value: JSON.stringify({ v: 1, do: `delete id:${id}`, sure: true, shared: { ...place, redraw } }),
      },
    ],
  });
  await bens(() => slack.redeliver({ ...delivery, payload: forge('list') }), 'News deleted by');
  await slack.waitFor(() => house.logLines.some((line) => line.includes('shared message not redrawn')));
  expect(slack.transcript.messages.find(({ ts }) => ts === messageTs)).toMatchObject({
    text: 'Nobody writes this but me.',
    edits: 0,
  });
  // The line for the redraw is not carried out either.
  await bens(() => slack.redeliver({ ...delivery, payload: forge('disable Weather') }), 'News was already deleted by');
  expect((await installedRow(house, 'Weather')).enabled).toBe(true);
});
