import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';

/** The local Slack enforces Slack's limits, so an answer that arrives has kept them. */
describe('an account with 5,000 Abilities and 60 Agents', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse({ mode: 'socket', service: { seed: 'large' } });
    // Generous: the service first writes 5,000 Abilities.
  }, 180_000);
  afterAll(() => house.close());

  const say = async (line: string, words: string) => {
    const { slack } = house;
    await slack.as(slack.people.ana).command(line);
    return slack.nextMessage(({ text }) => text.includes(words));
  };

  test('is listed, page by page, to the end', async () => {
    const { slack } = house;
    const first = await say('list', 'page 1 of 417');
    expect(first.text).toMatch(/\d+ enabled · \d+ disabled/);
    await slack.as(slack.people.ana).click(first, { text: 'Next ›' });
    await slack.nextMessage(({ text }) => text.includes('page 2 of 417'));
    await say('list page:417', 'page 417 of 417');
  });

  test('is searched and filtered', async () => {
    const found = await say('list 天気予報 category:brain_skill state:enabled sort:updated', ' match ');
    expect(found.text).not.toContain('page 1 of 417');
    expect(found.text).toContain('天気予報');
    await say('list number 4711', '1 of 5000 Abilities matches');
  });

  test('has a card for a name of 255 characters', async () => {
    const card = await say('show id:6004', 'Number 4 of many.');
    expect(card.text).toContain('…');
  });

  test('has its Agents listed, and a form for one of them', async () => {
    const { slack } = house;
    await say('agents', '60 Agents');
    await slack.as(slack.people.ana).command('assign Echo');
    const form = await slack.nextView(({ callbackId }) => callbackId === 'assign');
    const offered = async (query: string) => {
      const options = await slack.as(slack.people.ana).suggest(form, 'abilities', query);
      return options.map(({ text }) => text.text);
    };
    expect(await offered('')).toHaveLength(100);
    expect(await offered('n')).toHaveLength(30);
    expect((await offered('weather 4711'))[0]).toBe('Weather 4711');
    expect((await offered('w'))[0]).toMatch(/^Weather/);
  });

  test('fits into the Home tab', async () => {
    const { slack } = house;
    await slack.as(slack.people.ana).openHome();
    const home = await slack.waitFor(({ views }) => views.find(({ type }) => type === 'home'));
    expect(home.blocks.length).toBeLessThanOrEqual(100);
    expect(renderText(home)).toMatch(/\d+ enabled · \d+ disabled/);
  });
});
