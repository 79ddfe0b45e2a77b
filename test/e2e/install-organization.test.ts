import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../until.ts';
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
  expect((await house.store.accounts.of('E0BOTH').find())?.connectedBy).toBe('U0HEAD');

  for (const slack of [north, south]) {
    await slack.as(slack.people.ben).command('list');
    await slack.nextMessage(({ text }) => text.includes('Abilities · '));
  }
});

test('a workspace outside of it is another one', async () => {
  const { alone } = house.cloud.workspaces;
  await house.install(alone.people.ana);
  await alone.as(alone.people.ana).command('list');
  await alone.nextMessage(({ text }) => text.includes('not connected'));
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
  expect(await house.store.accounts.of('E0BOTH').versionOf()).toBe(0);
});
