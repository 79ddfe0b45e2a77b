import { expect, onTestFinished, test } from 'vitest';
import { installedRow } from './reading.ts';
import { listenTo, textOf } from './saying.ts';
import { startHouse } from './start-house.ts';

test('a viewer sees what is planned, and can neither change it nor do it now; without access it is not shown', async () => {
  const house = await startHouse({ mode: 'http', policy: { memberRole: 'viewer' } });
  onTestFinished(() => house.close());
  const { people, teamId } = house.slack;
  const [ana, ben, gus] = [people.ana, people.ben, people.gus].map((person) => house.slack.as(person));
  if (!ana || !ben || !gus) throw new Error('The workspace lacks somebody.');
  const { says, saying } = listenTo(() => house);
  await ana.click(await says(ana, 'disable News at 9:00 tomorrow', /Disable \W?News/), { text: 'Plan it' });
  await saying(/will be disabled/);
  const planned = (await house.openStore()).of(teamId).schedulesOf(null);
  const before = await planned.list();
  const line = `disable plan:${before[0]?.id}`;

  const list = await says(ana, 'scheduled', /Disable \W?News/);
  expect(textOf(list)).toMatch(/Change…[\s\S]*Cancel plan[\s\S]*Disable now/);
  const shown = textOf(await says(ben, 'scheduled', /Disable \W?News/));
  expect(shown).not.toMatch(/Change…|Cancel|now/);
  for (const asked of [line, `${line} later:`]) {
    await says(ben, asked, /You need the editor role to/);
    await says(gus, asked, /You don't have access/);
  }
  await says(gus, 'scheduled', /You don't have access/);
  expect(house.slack.transcript.views.filter(({ callbackId }) => callbackId === 'plan')).toEqual([]);
  expect(await planned.list()).toEqual(before);
  expect((await installedRow(house, 'News')).enabled).toBe(true);
});
