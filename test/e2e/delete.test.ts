import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { otherCaller } from './reading.ts';
import { listenTo } from './saying.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

const names = async () => (await otherCaller(house).listAbilities()).map(({ name }) => name);

/** Ana opens the card of an Ability. */
async function openCard(name: string) {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command(`show ${name}`);
  const card = await slack.nextMessage(({ text }) => text.includes(name));
  return { slack, ana, card };
}

test('from the card: the dialog asks once, Cancel sends nothing, Delete deletes and shows the list', async () => {
  const { slack, ana, card } = await openCard('News');
  const pick = { text: 'Delete News' };
  const kept = await ana.click(card, pick, { confirm: false });
  expect(kept.confirm?.title.text).toBe('Delete News?');
  expect(kept.confirm?.text.text).toBe("It is enabled. This removes it from every Agent and can't be undone.");
  expect(await names()).toContain('News');
  await ana.click(card, pick);
  const after = await slack.nextMessage(({ text }) => text.includes('✓ News deleted by you'));
  expect(after.ts).toBe(card.ts);
  expect(after.text).not.toContain('News:');
  expect(await names()).not.toContain('News');
});

test('typed: asks once about the Ability, and is gone afterwards', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('delete Timer');
  const question = await slack.nextMessage(({ text }) => text.includes('Timer  Enabled'));
  expect(question.text).toMatch(/^Delete Timer\? This removes it from every Agent and can't be undone\.\n/);
  expect(renderText(question)).toContain('[Delete] [Cancel]');
  expect(await names()).toContain('Timer');
  const { confirm } = await ana.click(question, { text: 'Delete Timer' });
  expect(confirm).toBeNull();
  const done = await slack.nextMessage(({ text }) => text.includes('deleted by'));
  expect(done.ts).toBe(question.ts);
  expect(await names()).not.toContain('Timer');
});

test('without a name: one click chooses, and one confirms', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('delete');
  const choice = await slack.nextView(({ callbackId, open }) => open && callbackId === 'choose');
  expect(renderText(choice)).toMatch(/\*Garage Door\* {2}Not installed.*\[Delete…\]/);
  expect(renderText(choice)).not.toContain('Old Jukebox');
  const { confirm } = await ana.click(choice, { text: 'Delete News' });
  expect(confirm?.title.text).toBe('Delete News?');
  const done = await slack.nextView(({ id, blocks }) => id === choice.id && renderText({ blocks }).includes('deleted'));
  expect(renderText(done)).toContain('✓ *News* deleted by you');
  expect(await names()).not.toContain('News');
});

test('the button of an Ability that is gone deletes nothing else, even when its name is in use again', async () => {
  const { slack, ana, card } = await openCard('News');
  const other = otherCaller(house);
  const news = (await other.listAbilities()).find(({ name }) => name === 'News');
  if (!news) throw new Error('the demo account has News');
  await other.deleteAbilities([news.id]);
  await ana.click(card, { text: 'Delete News' });
  await slack.nextMessage(({ text }) => text.includes('That Ability no longer exists, so nothing changed.'));
});

test('a second click on Delete says who deleted it, and when', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('delete News');
  const question = await slack.nextMessage(({ text }) => text.startsWith('Delete News?'));
  const pick = { text: 'Delete News' };
  await Promise.all([ana.click(question, pick), ana.click(question, pick)]);
  const told = await slack.nextMessage(({ text }) => /already|no longer/.test(text));
  expect(told.ts).toBe(question.ts);
  expect(told.text).toMatch(/^News was already deleted by you · /);
});

describe('an old button of an Ability that somebody has deleted from Slack', () => {
  /** Ana opens a message with buttons of an Ability, and Ben deletes it. */
  async function seeBefore(line: string, name = 'News') {
    house = await startHouse({ mode: 'socket', policy: { memberRole: 'admin' } });
    const { slack } = house;
    const { ana, ben } = slack.people;
    const { says, saying } = listenTo(() => house);
    const old = await says(slack.as(ana), line, new RegExp(name));
    const question = await says(slack.as(ben), `delete ${name}`, /^Delete .*\?/);
    await slack.as(ben).click(question, { text: `Delete ${name}` });
    await saying(/✓ .* deleted by you/);
    return { ana: slack.as(ana), old, saying, slack, by: `by <?@(?:${ben.id}|ben)\\b>? · ` };
  }

  test.each([
    ['list', 'Disable News'],
    ['show News', 'Trigger words for News'],
    ['show News', 'Delete News'],
  ])('from %s: %s names it, and the person', async (line, label) => {
    const { ana, by, old, saying, slack } = await seeBefore(line);
    await ana.click(old, { text: label });
    const verb = label.startsWith('Delete') ? 'was already deleted' : 'was deleted';
    const words = new RegExp(`\\*News\\* ${verb} ${by}`);
    if (label.startsWith('Trigger')) {
      await slack.nextView((view) => words.test(renderText(view)));
    } else await saying(words);
  });

  test('from a list: Add… gives only the reason in its dialog, not the list', async () => {
    const { ana, by, old, slack } = await seeBefore('list', 'Garage Door');
    await ana.click(old, { text: 'Add to Agent: Garage Door' });
    const view = await slack.nextView((one) => /was deleted|no longer/i.test(renderText(one)));
    const words = new RegExp(
      `^.*\\n\\*Garage Door\\* was deleted ${by}.*, so nothing changed\\.\\n\\[All Abilities\\]$`,
    );
    expect(renderText(view)).toMatch(words);
  });
});

test('the result of a delete with a lost response comes from the list', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('delete Timer');
  const question = await slack.nextMessage(({ text }) => text.includes('Timer  Enabled'));
  service.faults.add({
    match: { path: /delete-capability/ },
    times: 1,
    afterEffect: true,
    fault: { kind: 'status', status: 502 },
  });
  await ana.click(question, { text: 'Delete Timer' });
  await slack.nextMessage(({ text }) => text.includes('deleted by'));
  expect(service.requests.filter(({ path }) => path.includes('delete-capability'))).toHaveLength(1);
});
