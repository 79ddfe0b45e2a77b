import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

// One for all: each test names Abilities of its own.
let house: House;
beforeAll(async () => {
  house = await startHouse({ mode: 'socket', serviceKeepMs: 0 });
});
afterEach(() => house.service.faults.clear());
afterAll(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);

describe('a name that is not exact', () => {
  test('a name that is nearly one: the button does what was asked', async () => {
    const refused = await hear(
      house,
      () => ana().command('disable Home Ligths'),
      ({ text }) => text.includes('Did you mean'),
    );
    await hear(
      house,
      () => ana().click(refused, { text: 'Disable Home Lights' }),
      ({ text }) => text.includes('Home Lights disabled by'),
    );
    expect((await installedRow(house, 'Home Lights')).enabled).toBe(false);
  });

  test('names without a comma between them: the answer says so, and its button takes them apart', async () => {
    const refused = await hear(
      house,
      () => ana().command('enable Timer Weather'),
      ({ text }) => text.includes('Separate names with commas: `enable Timer, Weather`.'),
    );
    await hear(
      house,
      () => ana().click(refused, { text: 'Enable Timer, Weather' }),
      ({ text }) => /^0 of 2 Abilities enabled by you.* 2 already enabled\./.test(text),
    );
  });

  test('a misspelt verb: its button keeps what followed', async () => {
    const refused = await hear(
      house,
      () => ana().command('dsiable Café Finder'),
      ({ text }) => text.startsWith('Unknown command “dsiable”.'),
    );
    await hear(
      house,
      () => ana().click(refused, { text: 'disable Café Finder' }),
      ({ text }) => text.includes('Café Finder disabled by'),
    );
    expect((await installedRow(house, 'Café Finder')).enabled).toBe(false);
  });

  test('a name that matches two: each has the button, which keeps the trigger words of the command', async () => {
    const { service } = house;
    const rows = await otherCaller(house).listInstalledAbilities();
    const body = rows.map(({ enabled, id, name, triggerWords }) => {
      return { id, name: name === 'Timer' ? 'News' : name, enabled, trigger_words: triggerWords };
    });
    service.faults.add({
      match: { path: /get-installed-capabilities/ },
      times: 1,
      fault: { kind: 'wrong-shape', body },
    });
    const refused = await hear(
      house,
      () => ana().command('triggers News add: "hey, you", fog'),
      ({ text }) => text.includes('Several Abilities match'),
    );
    const { id } = await installedRow(house, 'News');
    expect(JSON.stringify(refused.blocks)).toContain(`triggers installed:${id} add: `);
    const saved = await hear(
      house,
      () => ana().click(refused, { text: 'Change trigger words' }),
      ({ text }) => text.includes("News's trigger words changed by you"),
    );
    expect(saved.text).toContain('Added “hey, you” and “fog”');
    const changed = (await otherCaller(house).listInstalledAbilities()).filter(({ triggerWords }) =>
      triggerWords.includes('hey, you'),
    );
    expect(changed).toHaveLength(1);
  });
});

test('a trigger word that contains a comma can be removed', async () => {
  const row = await installedRow(house, 'Night Watch');
  const { enabled, triggerWords } = row;
  await otherCaller(house).setInstalledAbility(row, { enabled, triggerWords: [...triggerWords, 'hey, you'] });
  const saved = await hear(
    house,
    () => ana().command('triggers Night Watch remove: hey, you'),
    ({ text }) => text.includes("Night Watch's trigger words changed by you"),
  );
  expect(saved.text).toContain('Removed “hey, you”');
  expect((await installedRow(house, 'Night Watch')).triggerWords).toEqual(triggerWords);
});

test('for two Agents of the same name, the button opens the form of the selected one', async () => {
  const { service, slack } = house;
  const agents = await otherCaller(house).listAgents();
  const personalities = agents.map(({ id }) => ({ id, name: 'Echo' }));
  service.faults.add({
    match: { path: /get-all-personalities/ },
    fault: { kind: 'wrong-shape', body: { personalities } },
  });
  await ana().command('assign Echo');
  // The form was opened before the Agent was determined.
  const refused = await slack.nextView((view) => renderText(view).includes('Several Agents match'));
  await ana().click(refused, { text: 'Edit…' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'assign');
  expect(renderText(form)).toContain('*Echo*');
});

test('“remove” deletes nothing until the dialog is confirmed', async () => {
  const question = await hear(
    house,
    () => ana().command('remove Timer'),
    ({ text }) => text.includes('Timer  Enabled'),
  );
  expect(JSON.stringify(question.blocks)).toContain('danger');
  expect((await otherCaller(house).listAbilities()).map(({ name }) => name)).toContain('Timer');
});

test('the card comes from the lists when the route of one Ability fails', async () => {
  house.service.faults.add({ match: { path: /get-capability\// }, fault: { kind: 'status', status: 405 } });
  const card = await hear(
    house,
    () => ana().command('show Weather details:'),
    ({ text }) => text.includes('Weather  Enabled'),
  );
  expect(card.text).toContain('1 version');
  expect(card.text).toContain("Agents: Unknown (the voice service hasn't reported them)");
});

test('a number alone: the button has the ID that was probably meant', async () => {
  const refused = await hear(
    house,
    () => ana().command('show 6001'),
    ({ text }) => text.includes('Did you mean `id:6001` (Weather)?'),
  );
  await hear(
    house,
    () => ana().click(refused, { text: 'show id:6001' }),
    ({ text }) => text.includes('Weather  Enabled'),
  );
  await hear(
    house,
    () => ana().command('4'.repeat(9)),
    ({ text }) => text.includes('To use an ID, type `id:6001` or `installed:90001`.'),
  );
});
