import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import { showGroupFields } from './group-fields.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';

type Name = 'north' | 'south' | 'alone';
let house: CloudHouse<Name>;
beforeAll(async () => {
  house = await startCloudHouse<Name>({
    workspaces: [
      {
        name: 'north',
        enterpriseId: 'E0BOTH',
        people: [{ id: 'U0HEAD', name: 'head', kind: 'admin', inOrganization: 'owner' }],
        userGroups: [{ id: 'S0HEADS', handle: 'heads', name: 'Heads', userIds: ['U0NORTHGUS'] }],
      },
      { name: 'south', enterpriseId: 'E0BOTH' },
      'alone',
    ],
    app: { orgDeploy: true },
  });
});
afterAll(() => house.close());

test('an organization installs it once, connects once, and has one account in all its workspaces', async () => {
  const { north, south } = house.cloud.workspaces;
  const { head } = north.people;
  if (!head) throw new Error('There is no head.');
  const done = await house.install(head, { into: 'E0BOTH' });
  expect(done.body).toContain('The app is installed in Organization E0BOTH.');
  expect(await house.store.installations.tenants()).toEqual(['E0BOTH']);

  const head1 = north.as(head);
  await head1.command('connect');
  const form = await north.nextView(({ callbackId }) => callbackId === 'connect');
  await head1.submit(form, { api_key: house.accounts.north.key });
  expect((await house.store.of('E0BOTH').account.find())?.connectedBy).toBe('U0HEAD');

  for (const slack of [north, south]) {
    await slack.as(slack.people.ben).command('list');
    await slack.nextMessage(({ text }) => text.includes('Abilities · '));
  }
});

test('its user groups can be chosen, and their members get the role', async () => {
  const { north, south } = house.cloud.workspaces;
  const { gus, head } = north.people;
  if (!head) throw new Error('There is no head.');
  const roleOf = async (slack: typeof north, id: string, role: string) => {
    const person = Object.values(slack.people).find((one) => one.id === id);
    if (!person) throw new Error(`There is no ${id}.`);
    await slack.as(person).command('whoami');
    await slack.nextMessage(({ ephemeralFor, text }) => ephemeralFor === id && text.includes(role));
  };
  await roleOf(north, gus.id, "You don't have access");
  await north.as(head).command('settings');
  const opened = await north.nextView(({ callbackId }) => callbackId === 'settings');
  const form = await showGroupFields(north, north.as(head), opened);
  const offered = await north.as(head).suggest(form, 'viewer_groups', 'hea');
  expect(offered.map(({ text }) => text.text)).toEqual(['Heads (@heads)']);
  await north.as(head).submit(form, { viewer_groups: ['Heads (@heads)'] });
  await north.nextMessage(({ text }) => text.includes('Settings saved by'));
  await roleOf(north, gus.id, 'Your role is viewer, because you are in <!subteam^S0HEADS>');
  // Who is in none of its groups keeps the default role.
  await roleOf(south, south.people.ben.id, 'Your role is editor');
});

test('a workspace outside of it is another one', async () => {
  const { alone } = house.cloud.workspaces;
  await house.install(alone.people.ana);
  await alone.as(alone.people.ana).command('list');
  await alone.nextMessage(({ text }) => text.includes("isn't connected"));
});

test('an admin of one of its workspaces is no admin of the organization', async () => {
  const { south } = house.cloud.workspaces;
  await south.as(south.people.ana).command('connect');
  await south.nextMessage(({ text }) => text.includes('Only admins can '));
});

test('removed, it is removed from all of its workspaces', async () => {
  const { north } = house.cloud.workspaces;
  await north.uninstall();
  await until(() => house.logLines.some((line) => line.includes('bot uninstalled')));
  expect(await house.store.installations.tenants()).toEqual(['T0ALONE']);
  expect(await house.store.of('E0BOTH').account.versionOf()).toBe(0);
});
