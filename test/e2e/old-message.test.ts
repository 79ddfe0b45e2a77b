import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { installedRow, otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

test('the pages of an old list lead to a page that there still is, after a restart and on an account that shrank', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const first = await hear(
    house,
    () => ana.command('list'),
    ({ text }) => text.includes('page 1 of 2'),
  );
  const old = await hear(
    house,
    () => ana.click(first, { text: 'Next ›' }),
    ({ text }) => text.includes('page 2 of 2'),
  );
  await ana.command('list');
  const other = await slack.nextMessage(({ text, ts }) => ts !== old.ts && text.includes('page 1 of 2'));

  const bot = await replaceBot(house, {});
  try {
    const service = otherCaller(house);
    const kept = ['Weather', 'News'];
    const gone = (await service.listAbilities()).filter(({ name }) => !kept.includes(name));
    await service.deleteAbilities(gone.map(({ id }) => id));

    const after = await hear(
      house,
      () => ana.click(other, { text: 'Next ›' }),
      ({ text, ts }) => ts === other.ts && !text.includes('of 2'),
    );
    expect(after.text).toContain('Abilities · ');
    for (const name of kept) expect(after.text).toContain(`${name}: enabled`);
    expect(after.text).not.toContain('Timer');
    expect(renderText(after)).not.toContain('[Next]');

    const before = await hear(
      house,
      () => ana.click(old, { text: '‹ Previous' }),
      ({ text, ts }) => ts === old.ts && !text.includes('of 2'),
    );
    expect(before.text).toContain('Abilities · ');
  } finally {
    await bot.stop();
  }
});

test('an Undo that is older than ten minutes is refused with its reason, and nothing is changed', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack, service } = house;
  const ana = slack.as(slack.people.ana);
  const told = await hear(
    house,
    () => ana.command('disable News'),
    ({ text }) => text.includes('News disabled by'),
  );
  // The bot only knows its age from the store.
  await runSql(house.config.store, `update changes set at = at - ${10 * 60_000 + 1000}`);
  const sent = service.requests.length;
  const refused = await hear(
    house,
    () => ana.click(told, { text: 'Undo' }),
    ({ text }) => text.includes("can't be undone"),
  );
  expect(refused.text).toContain("The change to News is more than 10 minutes old, so it can't be undone anymore.");
  expect(service.requests.slice(sent).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await installedRow(house, 'News')).enabled).toBe(false);
});
