import { WebClient } from '@slack/web-api';
import { expect, it } from 'vitest';
import type { UserGroup } from '../src/local-slack.ts';
import { openSlack } from './tiny-app.ts';

const onCall: UserGroup = { id: 'S0ONCALL', handle: 'on-call', name: 'On call', userIds: ['U0LOCALANA', 'U0LOCALBEN'] };
const retired: UserGroup = { id: 'S0RETIRED', handle: 'retired', name: 'Retired', userIds: [], isDisabled: true };

async function openGroups(scopes = ['usergroups:read']) {
  const slack = await openSlack({ scopes, userGroups: [onCall, retired] });
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
  return { slack, list: client.usergroups.list, users: client.usergroups.users.list };
}

it('user groups are listed, the disabled ones when they are asked for', async () => {
  const { slack, list } = await openGroups();
  const { usergroups } = await list();
  const group = { id: onCall.id, handle: 'on-call', name: 'On call', team_id: slack.teamId, date_delete: 0 };
  expect(usergroups).toMatchObject([group]);
  expect(usergroups?.[0]).not.toHaveProperty('users');
  const all = await list({ include_disabled: true, include_users: true, include_count: true });
  expect(all.usergroups).toMatchObject([{ ...group, users: onCall.userIds, user_count: '2' }, { id: retired.id }]);
  expect(all.usergroups?.[1]?.date_delete).toBeGreaterThan(0);
});

it('the people of a group are told, and not those of one that is disabled or not there', async () => {
  const { users } = await openGroups();
  expect((await users({ usergroup: onCall.id })).users).toEqual(onCall.userIds);
  await expect(users({ usergroup: retired.id })).rejects.toThrow('no_such_subteam');
  expect((await users({ usergroup: retired.id, include_disabled: true })).users).toEqual([]);
  await expect(users({ usergroup: 'S0NOWHERE' })).rejects.toThrow('no_such_subteam');
});

it('both want the scope', async () => {
  const { list, users } = await openGroups(['users:read']);
  await expect(list()).rejects.toThrow('missing_scope');
  await expect(users({ usergroup: onCall.id })).rejects.toThrow('missing_scope');
});

it.each(['usergroups.list', 'usergroups.users.list'])('%s can be made to fail alone', async (method) => {
  const { slack, list, users } = await openGroups();
  slack.faults.add({ method, fault: { status: 500 } });
  const calls = { 'usergroups.list': () => list(), 'usergroups.users.list': () => users({ usergroup: onCall.id }) };
  for (const [name, call] of Object.entries(calls)) {
    if (name === method) await expect(call()).rejects.toMatchObject({ statusCode: 500 });
    expect(await call()).toMatchObject({ ok: true });
  }
});
