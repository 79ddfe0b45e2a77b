import { afterEach, describe, expect, test } from 'vitest';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

const names = async () => (await otherCaller(house).listAbilities()).map(({ name }) => name);

describe.each(['socket', 'http'] as const)('deleting over %s', (mode) => {
  test('from the list: asks, the dialog names the Ability, Keep sends nothing, Delete deletes and redraws', async () => {
    house = await startHouse({ mode });
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    await ana.command('');
    const list = await slack.nextMessage(({ text }) => text.includes('News: enabled'));
    await ana.click(list, { text: 'Delete News…' });
    const question = await slack.nextMessage(({ text }) => text.startsWith('Delete News'));
    const pick = { text: 'Delete' };
    const kept = await ana.click(question, pick, { confirm: false });
    expect(kept.confirm?.title.text).toBe('Delete News?');
    expect(await names()).toContain('News');
    await ana.click(question, pick);
    const after = await slack.nextMessage(({ text }) => /News \(ID \d+\) deleted by/.test(text));
    expect(after.ts).toBe(list.ts);
    expect(after.text).not.toContain('News:');
    expect(await names()).not.toContain('News');
  });
});

test('Keep brings the list back', async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('list 2');
  const list = await slack.nextMessage(({ text }) => text.includes('page 2 of 2'));
  await ana.click(list, { text: 'Delete Weather…' });
  const question = await slack.nextMessage(({ text }) => text.startsWith('Delete Weather'));
  const after = slack.transcript.revision;
  await ana.click(question, { text: 'Keep' });
  const back = await slack.nextMessage(({ text }) => text.includes('page 2 of 2'), { after });
  expect(back.ts).toBe(list.ts);
  expect(await names()).toContain('Weather');
});

test('typed: asks first, and the question is gone afterwards', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('delete Timer');
  const question = await slack.nextMessage(({ text }) => text.startsWith('Delete Timer'));
  expect(question.text).toContain('It is enabled');
  expect(await names()).toContain('Timer');
  await ana.click(question, { text: 'Delete' });
  const done = await slack.nextMessage(({ text }) => text.includes('deleted by'));
  expect(done.ts).toBe(question.ts);
});

test('the button of an Ability that is gone deletes nothing else, even when its name is in use again', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('');
  const list = await slack.nextMessage(({ text }) => text.includes('News: enabled'));
  await ana.click(list, { text: 'Delete News…' });
  const question = await slack.nextMessage(({ text }) => text.startsWith('Delete News'));
  const other = otherCaller(house);
  const news = (await other.listAbilities()).find(({ name }) => name === 'News');
  if (!news) throw new Error('the demo account has News');
  await other.deleteAbilities([news.id]);
  await ana.click(question, { text: 'Delete' });
  await slack.nextMessage(({ text }) => text.includes(`ID ${news.id} was gone already. Nothing changed.`));
});

test('a delete whose answer is lost is told by what the list shows', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('delete Timer');
  const question = await slack.nextMessage(({ text }) => text.startsWith('Delete Timer'));
  service.faults.add({
    match: { path: /delete-capability/ },
    times: 1,
    afterEffect: true,
    fault: { kind: 'status', status: 502 },
  });
  await ana.click(question, { text: 'Delete' });
  await slack.nextMessage(({ text }) => text.includes('deleted by'));
  expect(service.requests.filter(({ path }) => path.includes('delete-capability'))).toHaveLength(1);
});
