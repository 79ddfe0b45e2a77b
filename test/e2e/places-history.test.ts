import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { runSql } from '../store/run-sql.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

async function start() {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  return { slack, ana: slack.as(slack.people.ana), ben: slack.as(slack.people.ben) };
}

test('a change can be undone by anyone, once', async () => {
  const { slack, ana, ben } = await start();
  await ana.command('disable News');
  const told = await slack.nextMessage(({ text }) => text.includes('News disabled by'));
  expect(renderText(told)).toContain('[Undo]');
  // They have made no change yet; another person's can be found by its ID.
  await hear(
    house,
    () => ben.command('undo'),
    ({ text }) => text.includes('You have no changes to undo'),
  );
  const [change] = await runSql(house.config.store, 'select id from changes');
  const { id } = z.object({ id: z.string() }).parse(change);
  await hear(
    house,
    () => ben.command(`undo ${id}`),
    ({ text }) => text.startsWith('✓ Undone: News is enabled again'),
  );
  expect((await installedRow(house, 'News')).enabled).toBe(true);
  // A second click on an undone change does nothing.
  await hear(
    house,
    () => ana.click(told, { text: 'Undo' }),
    ({ ephemeralFor, text }) => ephemeralFor === slack.people.ana.id && text.includes('was already undone'),
  );
  expect((await installedRow(house, 'News')).enabled).toBe(true);
});

test("a change that can't be saved to the undo log is still made and announced, without Undo", async () => {
  const { slack, ana } = await start();
  await runSql(house.config.store, 'alter table changes rename to changes_away');
  await ana.command('disable News');
  const told = await slack.nextMessage(({ text }) => text.includes('News disabled by'));
  expect(renderText(told)).not.toContain('Undo');
  expect((await installedRow(house, 'News')).enabled).toBe(false);
  expect(house.logLines.some((line) => line.includes('change not saved to the undo log'))).toBe(true);
});
