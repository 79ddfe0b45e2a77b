import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
beforeEach(async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
});
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);

test('a switch of several of which one fails has a warning first, and a button for that one', async () => {
  const news = await installedRow(house, 'News');
  const { faults } = house.service;
  faults.add({
    match: { path: new RegExp(`edit-installed-capability/${news.id}/`) },
    fault: { kind: 'status', status: 403 },
  });
  const told = await hear(
    house,
    () => ana().command('disable News, Weather'),
    ({ text }) => text.includes('1 of 2 Abilities disabled by you'),
  );
  expect(told.text).toMatch(/^:warning: 1 of 2 .*\n• News not disabled: .*\n• Weather disabled$/);
  faults.clear();
  await hear(
    house,
    () => ana().click(told, { text: 'Try again' }),
    ({ text }) => /^✓ News disabled by you/.test(text),
  );
  expect((await installedRow(house, 'News')).enabled).toBe(false);
});

test('a deletion of several that the service does not confirm asks again for those', async () => {
  house.service.faults.add({ match: { path: /delete-capability/ }, fault: { kind: 'status', status: 500 } });
  await ana().command('delete Recipe Helper, Focus Coach');
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'delete-several');
  const told = await hear(
    house,
    () => ana().submit(form, {}),
    ({ text }) => text.includes('0 of 2 Abilities deleted by you'),
  );
  expect(told.text).toMatch(/^:warning: /);
  house.service.faults.clear();
  await ana().click(told, { text: 'Try again…' });
  const again = await house.slack.nextView(({ callbackId, id }) => callbackId === 'delete-several' && id !== form.id);
  await hear(
    house,
    () => ana().submit(again, {}),
    ({ text }) => text.startsWith('✓ 2 of 2 Abilities deleted by you'),
  );
});
