import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';

describe('an enabled Ability whose trigger words do not work', () => {
  let house: House;
  afterEach(() => house.close());

  async function show(who: 'ana' | 'ben', line: string, words: string) {
    const person = house.slack.people[who];
    const after = house.slack.transcript.revision;
    await house.slack.as(person).command(line);
    return house.slack.nextMessage(
      (message) => message.ephemeralFor === person.id && renderText(message).includes(words),
      { after },
    );
  }

  test('is marked in its row, and repaired on its card by those who may', async () => {
    house = await startHouse({ mode: 'http', policy: { memberRole: 'viewer' } });
    const row = "*Memory Keeper*  Enabled · :warning: trigger words don't work";
    await show('ana', 'list', row);
    await house.slack.as(house.slack.people.ana).openHome();
    await house.slack.nextView(
      (view) => view.type === 'home' && renderText(view).includes("· :warning: trigger words don't work"),
    );
    const problem = ":warning: Its trigger words don't work, because it isn't installed for Agents.";
    expect(renderText(await show('ben', 'show Memory Keeper', problem))).not.toContain('[Repair]');
    const card = await show('ana', 'show Memory Keeper', problem);
    await house.slack.as(house.slack.people.ana).click(card, { text: 'Repair' });
    const repaired = await house.slack.nextMessage((message) =>
      renderText(message).includes("*Memory Keeper*'s trigger words repaired by you"),
    );
    expect(repaired.ts).toBe(card.ts);
    expect(renderText(repaired)).toContain('[Disable]');
    expect(renderText(repaired)).not.toMatch(/:warning:|\[Repair\]/);
  });
});

describe('looking', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse({ mode: 'socket' });
  });
  afterAll(() => house.close());

  test('/abilities shows both lists joined, privately, and pages in place', async () => {
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    expect((await ana.command('')).acked).toBe(true);
    const list = await slack.nextMessage(({ text }) => text.startsWith('Abilities · '));
    expect(list.ephemeralFor).toBe(slack.people.ana.id);
    const shown = renderText(list);
    expect(shown).toContain('*Abilities* · 7 enabled · 2 disabled · 3 not installed · 1 orphaned · page 1 of 2');
    expect(shown).toContain(':white_circle: *Night Watch*  Disabled · “watch the house”, “stop watching”');
    expect(shown).toContain('“check the weather”, “what is the weather” +2');
    expect(shown).toContain('*Garage Door*  Not installed · “open the garage”');
    await ana.click(list, { text: 'Next ›' });
    const second = await slack.nextMessage(({ text }) => text.includes('page 2 of 2'));
    expect(second.ts).toBe(list.ts);
    // Those that nothing can be done with come last.
    expect(renderText(second)).toContain(':warning: *Old Jukebox*  Orphaned · its Ability was deleted');
  });

  test('a card shows one Ability from its own endpoint', async () => {
    const { slack, service } = house;
    const ben = slack.as(slack.people.ben);
    await ben.command('show weather');
    const card = await slack.nextMessage(
      ({ text, ephemeralFor }) => ephemeralFor === slack.people.ben.id && text.includes('Weather'),
    );
    expect(renderText(card)).toContain('Tells the weather now and for the next three days.');
    expect(renderText(card)).toContain("*Agents*\nUnknown (the voice service hasn't reported them)");
    expect(service.requests.some(({ path }) => /get-capability\/\d+\//.test(path))).toBe(true);
  });

  test('a name chosen in a list shows its card in place', async () => {
    const { slack } = house;
    const ben = slack.as(slack.people.ben);
    await ben.command('list');
    const mine = slack.people.ben.id;
    const list = await slack.nextMessage(({ text, ephemeralFor }) => ephemeralFor === mine && text.includes('page 1'));
    await ben.click(list, { text: 'More about…' }, { option: 'News' });
    const card = await slack.nextMessage(
      ({ text, ephemeralFor }) => ephemeralFor === mine && text.includes('read the news'),
    );
    expect(card.ts).toBe(list.ts);
  });

  test('help comes from the verb table', async () => {
    const { slack } = house;
    await slack.as(slack.people.ana).command('help delete');
    await slack.nextMessage(({ text }) => text.includes('Permanently delete Abilities, after confirmation.'));
  });

  test('an unknown word gets a suggestion', async () => {
    const { slack } = house;
    await slack.as(slack.people.ana).command('agnets');
    await slack.nextMessage(({ text }) => text.includes('Unknown command “agnets”. Did you mean agents?'));
  });

  test('a command in a channel where the bot is not still gets its answer', async () => {
    const { slack } = house;
    const { lounge } = slack.channels;
    await slack.as(slack.people.ana).command('agents', { channel: lounge });
    await slack.nextMessage(({ channelId, text }) => channelId === lounge.id && text.includes('3 Agents'));
  });
});
