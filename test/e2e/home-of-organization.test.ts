import type { Delivery } from '@abilities-bot/local-slack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeButton } from '../../src/slack/button-value.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';
import { clickOn } from './twin-crossing.ts';

const HEAD = { id: 'U0HEAD', name: 'head', kind: 'admin' } as const;
const inBoth = { enterpriseId: 'E0BOTH', people: [HEAD] };

let house: CloudHouse<'north' | 'south' | 'alone'>;
beforeAll(async () => {
  house = await startCloudHouse({
    workspaces: [{ name: 'north', ...inBoth }, { name: 'south', ...inBoth }, 'alone'],
  });
  for (const name of ['north', 'south', 'alone'] as const) await house.move(name);
});
afterAll(() => house.close());

type Name = 'north' | 'south' | 'alone';

const isEnabled = async (name: Name) =>
  (await house.accounts[name].client.listInstalledAbilities()).find((row) => row.name === 'News')?.enabled;

/** A person presses *Disable News* in south, on a Home tab that was drawn for another workspace. */
async function press(personId: string, drawnFor: Name): Promise<void> {
  const { south } = house.cloud.workspaces;
  const person = Object.values(south.people).find(({ id }) => id === personId);
  if (!person) throw new Error(`There is no ${personId}.`);
  const driver = south.as(person);
  await driver.openHome();
  const home = await south.nextView(({ open, type, userId }) => open && type === 'home' && userId === personId);
  const help: Delivery = await driver.click(home, { text: 'Help' });
  const drawn = `w-${house.cloud.workspaces[drawnFor].teamId}-ab120`;
  await south.redeliver(clickOn(help, encodeButton({ do: 'disable News' }), drawn));
}

const COPIED = /This button belongs to another workspace\./;

const shows = (words: RegExp, id: string) => (view: { type: string; userId: string; blocks: unknown }) =>
  view.type === 'home' && view.userId === id && words.test(JSON.stringify(view.blocks));

test('a button of the Home tab works for the workspace that drew it, for a person of both', async () => {
  await press(HEAD.id, 'north');
  await house.cloud.workspaces.north.nextView(shows(/News\* disabled by you/, HEAD.id));
  expect(await isEnabled('north')).toBe(false);
  expect(await isEnabled('south')).toBe(true);
});

test.each([
  ['of somebody who does not belong to that workspace', 'ben', 'north'],
  ['for a workspace outside of the organization', 'head', 'alone'],
] as const)('a button %s changes nothing, and says so where it was pressed', async (_what, name, drawnFor) => {
  const id = name === 'head' ? HEAD.id : house.cloud.workspaces.south.people.ben.id;
  const before = await isEnabled(drawnFor);
  await press(id, drawnFor);
  await house.cloud.workspaces.south.nextView(shows(COPIED, id));
  expect(await isEnabled(drawnFor)).toBe(before);
  expect(await isEnabled('south')).toBe(true);
});
