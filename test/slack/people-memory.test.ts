import { type LocalSlackOptions, startLocalSlack } from '@abilities-bot/local-slack';
import { webApi } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { SlackClient } from '../../src/slack/outbound/client.ts';
import { People } from '../../src/slack/people/people.ts';
import { PeopleMemory } from '../../src/slack/people/people-memory.ts';
import { BOT_SCOPES } from '../../src/slack/workspace.ts';
import { HandClock } from '../hand-clock.ts';

const KIM = { id: 'U0KIM', name: 'kim', kind: 'member', timeZone: 'Asia/Kathmandu' } as const;
const MEMBERS = Array.from({ length: 100 }, (_, n) => `U0MEMBER${n}`);
const GROUPS = [
  { id: 'S0SMALL', name: 'Small', handle: 'small', userIds: MEMBERS.slice(0, 2) },
  { id: 'S0LARGE', name: 'Large', handle: 'large', userIds: MEMBERS },
];

/** @param maxBytes half of which is for people: an answer takes 400 bytes, and a member of a group 64 more. */
async function open(maxBytes: number, people: LocalSlackOptions['people'] = []) {
  const slack = await startLocalSlack({
    scopes: Object.keys(BOT_SCOPES),
    userGroups: GROUPS,
    people: [KIM, ...people],
  });
  onTestFinished(() => slack.close());
  const clock = new HandClock();
  const memory = new PeopleMemory(maxBytes, clock.monotonic);
  const client = new SlackClient((token) => new webApi.WebClient(token, { slackApiUrl: slack.apiUrl }), slack.botToken);
  const openPeople = (id: string) => new People(client, { id, teamId: slack.teamId, enterpriseId: null }, memory);
  const calls = (method: string) => slack.wire.filter(({ name }) => name === method).length;
  const { ana, ben, gus } = slack.people;
  return { calls, clock, openPeople, ids: { ana: ana.id, ben: ben.id, gus: gus.id } };
}

test('people of all workspaces share the room: those who were used least recently are looked up again', async () => {
  const { calls, ids, openPeople } = await open(2 * 2 * 400);
  const [one, other] = [openPeople('T1'), openPeople('T2')];
  await one.read(ids.ana);
  await other.read(ids.ben);
  await one.read(ids.ana);
  expect(calls('users.info')).toBe(2);
  await other.read(ids.gus);
  await one.read(ids.ana);
  expect(calls('users.info')).toBe(3);
  await other.read(ids.ben);
  expect(calls('users.info')).toBe(4);
});

test('a workspace never gets the answers of another one', async () => {
  const { calls, ids, openPeople } = await open(1_000_000);
  const [one, other] = [openPeople('T1'), openPeople('T2')];
  for (const people of [one, other, one, other]) {
    await people.read(ids.ana);
    await people.groupsOf(ids.ana, ['S0SMALL']);
  }
  expect([calls('users.info'), calls('usergroups.users.list')]).toEqual([2, 2]);
});

test('a group counts with its members, and is not kept if it is larger than all room', async () => {
  const { calls, openPeople } = await open(2 * 3000);
  const people = openPeople('T1');
  for (const group of ['S0SMALL', 'S0LARGE', 'S0SMALL', 'S0LARGE']) {
    expect(await people.groupsOf('U0MEMBER1', [group])).toEqual([group]);
  }
  expect(calls('usergroups.users.list')).toBe(3);
});

test('an answer is kept for a minute, however often it is used', async () => {
  const { calls, clock, ids, openPeople } = await open(1_000_000);
  const people = openPeople('T1');
  await people.read(ids.ana);
  clock.move(60_000);
  await people.read(ids.ana);
  expect(calls('users.info')).toBe(1);
  clock.move(1);
  await people.read(ids.ana);
  expect(calls('users.info')).toBe(2);
});

test('admins are found among the first thousand people, and kept for an hour', async () => {
  const more = Array.from({ length: 1100 }, (_, n) => ({
    id: `U0MORE${n}`,
    name: `more${n}`,
    kind: n === 300 || n === 1050 ? ('owner' as const) : ('member' as const),
  }));
  const { calls, clock, ids, openPeople } = await open(1_000_000, more);
  const [one, other] = [openPeople('T1'), openPeople('T2')];
  expect(await one.readAdmins()).toEqual({ users: [ids.ana, 'U0MORE300'], isComplete: false });
  clock.move(60 * 60_000);
  await one.readAdmins();
  expect(calls('users.list')).toBe(5);
  await other.readAdmins();
  clock.move(1);
  await one.readAdmins();
  expect(calls('users.list')).toBe(15);
});

test.each([
  ['all of nine', 8, true],
  ['all of ten', 9, true],
  ['ten of eleven', 10, false],
])('of the admins, %s are named; with all of them, the list is complete', async (_what, owners, isComplete) => {
  const more = Array.from({ length: owners }, (_, n) => ({
    id: `U0MORE${n}`,
    name: `more${n}`,
    kind: 'owner' as const,
  }));
  const { openPeople } = await open(1_000_000, more);
  const { users, isComplete: isAll } = await openPeople('T1').readAdmins();
  expect([users.length, isAll]).toEqual([Math.min(owners + 1, 10), isComplete]);
});

test('the name of the time zone is kept, with its offset', async () => {
  const { openPeople } = await open(1_000_000);
  const kathmandu = { kind: 'member', timeZone: 'Asia/Kathmandu', utcOffset: 20_700, teams: ['T0LOCAL'] };
  expect(await openPeople('T0LOCAL').read('U0KIM')).toEqual(kathmandu);
});
