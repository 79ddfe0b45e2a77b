import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

/** The calls to the service during `work`, without those of the start. */
async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = house.service.requests.length;
  await work();
  return house.service.requests.slice(before).map(({ method, path }) => `${method} ${path.split('/')[3]}`);
}

const says = (line: string, fits: string) =>
  hear(
    house,
    () => house.slack.as(house.slack.people.ana).command(line),
    ({ text }) => text.includes(fits),
  );

describe('with lists that are kept for long', () => {
  test('a list is two reads, its pages and another list none', async () => {
    house = await startHouse({ mode: 'http', serviceKeepMs: 60_000 });
    await says('agents', 'Agents');
    const lists = ['GET get-all-capabilities', 'GET get-installed-capabilities'];
    expect((await callsOf(() => says('list', 'News: enabled'))).sort()).toEqual(lists.slice(1));
    expect(await callsOf(() => says('list state:enabled', 'match enabled'))).toEqual([]);
  });

  test('a click on it is one write between two reads, and shows what it did', async () => {
    house = await startHouse({ mode: 'http', serviceKeepMs: 60_000 });
    const list = await says('list', 'News: enabled');
    const click = () =>
      hear(
        house,
        () => house.slack.as(house.slack.people.ana).click(list, { text: 'Disable News' }),
        ({ ts, text }) => ts === list.ts && text.includes('News: disabled'),
      );
    expect(await callsOf(click)).toEqual([
      ...['GET get-installed-capabilities', 'PUT edit-installed-capability', 'GET get-installed-capabilities'],
    ]);
    expect((await installedRow(house, 'News')).enabled).toBe(false);
  });

  test('a click on a card is the same', async () => {
    house = await startHouse({ mode: 'http', serviceKeepMs: 60_000 });
    const card = await says('show News', 'News');
    const click = () =>
      hear(
        house,
        () => house.slack.as(house.slack.people.ana).click(card, { text: 'Disable' }),
        ({ ts, text }) => ts === card.ts && text.includes('News disabled by'),
      );
    expect(await callsOf(click)).toEqual([
      ...['GET get-installed-capabilities', 'PUT edit-installed-capability', 'GET get-installed-capabilities'],
    ]);
  });

  test('the Home tab counts problems in the lists that it shows, and once drawn it reads none', async () => {
    house = await startHouse({ mode: 'http', serviceKeepMs: 60_000 });
    const { slack } = house;
    const ben = slack.as(slack.people.ben);
    const open = async (name: 'ana' | 'ben') => {
      await slack.as(slack.people[name]).openHome();
      return slack.waitFor(({ views }) =>
        views.find(
          (view) =>
            view.type === 'home' && view.userId === slack.people[name].id && renderText(view).includes('*2 problems*'),
        ),
      );
    };
    const first = await callsOf(() => open('ana'));
    expect(first.filter((call) => call.includes('get-all-personalities'))).toHaveLength(1);
    expect(first.length).toBeLessThanOrEqual(3);
    expect(await callsOf(() => open('ben'))).toEqual([]);
    await ben.click(await open('ben'), { text: 'Review' });
    await slack.nextView((view) => view.type === 'modal' && /2 problems/.test(renderText(view)));
  });

  test('what others changed decides, however old the list is', async () => {
    house = await startHouse({ mode: 'http', serviceKeepMs: 60_000 });
    await says('list', 'News: enabled');
    const others = otherCaller(house);
    const row = await installedRow(house, 'News');
    await others.setInstalledAbility(row, { enabled: false, triggerWords: ['breaking'] });
    await says('disable News', 'already disabled');
    await says('enable News', 'News enabled by');
    expect((await installedRow(house, 'News')).triggerWords).toEqual(['breaking']);
  });

  test('what is not on the list is looked for on the account', async () => {
    house = await startHouse({ mode: 'http', serviceKeepMs: 60_000 });
    await says('list', 'News: enabled');
    expect(await callsOf(() => says('show Nowhere', 'No Ability is called'))).toHaveLength(2);
  });
});
