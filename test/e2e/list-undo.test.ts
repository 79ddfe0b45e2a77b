import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

const openList = (name: 'ana' | 'ben') => {
  const { as, people } = house.slack;
  return hear(
    house,
    () => as(people[name]).command('list'),
    ({ ephemeralFor, text }) => ephemeralFor === people[name].id && text.startsWith('Abilities · '),
  );
};

test('a list that is opened again shows the last change with Undo to everybody who may undo it, for ten minutes', async () => {
  // The store is changed past the bot below.
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const { slack } = house;
  const { ana, ben } = slack.people;
  const first = await openList('ana');
  expect(renderText(first)).not.toContain('[Undo]');
  await hear(
    house,
    () => slack.as(ana).click(first, { text: 'Disable News' }),
    ({ text }) => text.includes('News disabled by'),
  );

  expect(renderText(await openList('ana'))).toMatch(/\*News\* disabled by you · .*\[Undo\]/);
  const bens = await openList('ben');
  expect(renderText(bens)).toMatch(new RegExp(`\\*News\\* disabled by @${ana.id} · .*\\[Undo\\]`));
  const undone = await hear(
    house,
    () => slack.as(ben).click(bens, { text: 'Undo' }),
    ({ text, ts }) => ts === bens.ts && text.includes('News is enabled again'),
  );
  // In place, with a way back.
  expect(renderText(undone)).toContain('[Redo]');
  expect((await installedRow(house, 'News')).enabled).toBe(true);

  expect(renderText(await openList('ana'))).toMatch(
    new RegExp(`\\*News\\* enabled again by @${ben.id} · .*\\[Redo\\]`),
  );
  await runSql(house.config.store, `update changes set at = at - ${10 * 60_000 + 1000}`);
  const late = renderText(await openList('ana'));
  expect(late).not.toMatch(/\[(?:Undo|Redo)\]/);
  expect(late).toContain('Updated ');
});

test('somebody who may not undo it, and the channel, see the list without it', async () => {
  house = await startHouse({ mode: 'http', policy: { memberRole: 'viewer' } });
  const { slack } = house;
  const { ana } = slack.people;
  await hear(
    house,
    () => slack.as(ana).command('disable News'),
    ({ text }) => text.includes('News disabled by'),
  );
  const mine = await openList('ana');
  expect(renderText(mine)).toContain('*News* disabled by you');
  expect(renderText(await openList('ben'))).not.toContain('*News* disabled by');
  const shared = await hear(
    house,
    () => slack.as(ana).click(mine, { text: 'Show in channel' }),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Shown by'),
  );
  expect(renderText(shared)).not.toContain('*News* disabled by');
});
