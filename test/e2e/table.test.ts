import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

async function openTable() {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('list');
  const list = await slack.nextMessage(({ text }) => text.startsWith('Abilities · '));
  return { slack, ana, list };
}

test('Table turns the list into one table, and Show as list turns it back', async () => {
  const { ana, list, slack } = await openTable();
  const after = slack.transcript.revision;
  await ana.click(list, { text: 'Table' });
  const table = await slack.nextMessage(({ ts }) => ts === list.ts, { after });
  const block = table.blocks.find(({ type }) => type === 'data_table');
  expect(block).toMatchObject({ caption: 'Abilities', page_size: 20 });
  expect(block?.type === 'data_table' && block.rows[0]).toEqual(
    ['Name', 'State', 'Category', 'Trigger words', 'Updated'].map((text) => ({ type: 'raw_text', text })),
  );
  expect(block?.type === 'data_table' && block.rows).toHaveLength(1 + 12 + 1);
  await ana.click(table, { text: 'Show as list' });
  await slack.nextMessage(({ ts, text }) => ts === list.ts && text.includes('page 1 of 2'));
});

test('a workspace without tables gets the same rows as lines', async () => {
  const { ana, list, slack } = await openTable();
  slack.faults.add({ method: '*', times: Number.POSITIVE_INFINITY, fault: { rejectBlock: 'data_table' } });
  const after = slack.transcript.revision;
  await ana.click(list, { text: 'Table' });
  const lines = await slack.nextMessage(({ ts }) => ts === list.ts, { after });
  expect(renderText(lines)).toContain('*News* · Enabled · Skill · read the news, what is new today · ');
  expect(renderText(lines)).toContain('Show as list');
});
