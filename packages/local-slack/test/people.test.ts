import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { LocalSlack, Person } from '../src/local-slack.ts';
import { Conversations } from '../src/state/conversations.ts';
import { LOCAL_TEAM } from '../src/state/workspace-seed.ts';
import { describePerson } from '../src/web-api/user-methods.ts';
import { otherPeople, others } from './kinds-of-people.ts';
import { openSlack } from './tiny-app.ts';

const scopes = ['users:read', 'chat:write'];

async function ask(slack: LocalSlack, user: string) {
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
  return (await client.users.info({ user })).user;
}

const none = { is_admin: false, is_owner: false, is_primary_owner: false, is_restricted: false };
const flags = { ...none, is_ultra_restricted: false, deleted: false, is_bot: false, is_app_user: false };

describe('users.info', () => {
  it.each<[string, object]>([
    ['ana', { is_admin: true }],
    ['ben', {}],
    ['gus', { is_restricted: true }],
    ['olga', { is_admin: true, is_owner: true, is_primary_owner: true }],
    ['otto', { is_admin: true, is_owner: true }],
    ['sam', { is_restricted: true, is_ultra_restricted: true }],
    ['zoe', { team_id: 'T0ELSEWHERE', is_stranger: false }],
    ['robo', { is_bot: true }],
  ])('returns the flags of %s', async (name, own) => {
    const slack = await openSlack({ scopes, people: otherPeople });
    const person = slack.people[name];
    const user = await ask(slack, person?.id ?? '');
    expect(user).toMatchObject({ ...flags, id: person?.id, name, team_id: slack.teamId, ...own });
    expect(user).not.toHaveProperty('enterprise_user');
  });

  it('returns no rights for a deactivated person', async () => {
    const slack = await openSlack({ scopes, people: otherPeople });
    const user = await ask(slack, others.dora.id);
    expect(user).toMatchObject({ id: others.dora.id, deleted: true, is_bot: false, team_id: slack.teamId });
    for (const right of [...Object.keys(none), 'is_ultra_restricted']) expect(user).not.toHaveProperty(right);
  });

  it('calls only those strangers with whom the bot has no channel', async () => {
    const far: Person = { ...others.zoe, channels: ['lounge'] };
    const slack = await openSlack({ scopes, people: [far] });
    expect(await ask(slack, far.id)).toMatchObject({ is_stranger: true, team_id: far.teamId });
    expect(await ask(slack, slack.people.ana.id)).not.toHaveProperty('is_stranger');
  });

  it('returns the bot, but no unknown user', async () => {
    const slack = await openSlack({ scopes });
    expect(await ask(slack, slack.botUserId)).toMatchObject({ is_bot: true, deleted: false, team_id: slack.teamId });
    await expect(ask(slack, 'U0NOBODY')).rejects.toThrow('user_not_found');
  });

  it('can be made to fail, and no other method with it', async () => {
    const slack = await openSlack({ scopes });
    const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
    slack.faults.add({ method: 'users.info', fault: { error: 'fatal_error' } });
    await client.chat.postMessage({ channel: slack.channels.ops.id, text: 'x' });
    await expect(ask(slack, slack.people.ana.id)).rejects.toThrow('fatal_error');
    expect(await ask(slack, slack.people.ana.id)).toMatchObject({ name: 'ana' });
  });
});

describe('in an organization', () => {
  const enterprise = { id: 'E0ORBIT', name: 'Orbit' };
  const team = { ...LOCAL_TEAM, enterprise };
  const describeInOrganization = (person: Person) => {
    const options = { stem: 'LOCAL', people: [person], botUserId: team.botUserId, onJoin: () => undefined };
    return describePerson({ team, people: [person], conversations: new Conversations(options) }, person);
  };

  it('the flags for the organization are separate from those for the workspace', () => {
    const cleo: Person = { id: 'W0CLEO', name: 'cleo', kind: 'member', inOrganization: 'owner' };
    const place = { enterprise_id: enterprise.id, enterprise_name: 'Orbit', teams: [team.id] };
    expect(describeInOrganization(cleo)).toMatchObject({
      is_admin: false,
      is_owner: false,
      team_id: team.id,
      enterprise_user: { ...place, id: cleo.id, is_admin: true, is_owner: true },
    });
    const { inOrganization: _, ...plain } = cleo;
    expect(describeInOrganization(plain)).toMatchObject({
      enterprise_user: { ...place, is_admin: false, is_owner: false },
    });
  });

  it('a stranger is not', () => {
    expect(describeInOrganization(others.zoe)).not.toHaveProperty('enterprise_user');
  });
});

describe('further people', () => {
  it('are in the channels of their kind, or in those that they say', async () => {
    const chosen: Person = { id: 'U0CLEO', name: 'cleo', kind: 'member', channels: ['board'] };
    const { channels, people } = await openSlack({ people: [...otherPeople, chosen] });
    const named = Object.values(channels).map(({ name, memberIds }) => [
      name,
      Object.values(people).flatMap((person) => (memberIds.has(person.id) ? person.name : [])),
    ]);
    expect(Object.fromEntries(named)).toEqual({
      general: ['ana', 'ben', 'gus', 'olga', 'otto', 'sam', 'robo', 'dora'],
      ops: ['ana', 'ben', 'olga', 'otto', 'zoe', 'robo', 'dora'],
      lounge: ['ana', 'ben'],
      board: ['ana', 'ben', 'cleo'],
    });
  });

  it('can be driven and mentioned, regardless of their kind', async () => {
    const slack = await openSlack({ people: otherPeople });
    const { general, ops } = slack.channels;
    for (const person of otherPeople) {
      const where = person.kind === 'stranger' ? ops : general;
      await slack.as(person).say(where, `@${person.name} here`);
      expect(slack.as(person).sees(where).at(-1)).toMatchObject({
        userId: person.id,
        text: `<@${person.id}> here`,
      });
    }
  });

  it('that Slack would not have are refused in a sentence', async () => {
    const refused = (person: Person) => expect(openSlack({ people: [person] })).rejects;
    const person = { id: 'U0CLEO', name: 'cleo', kind: 'member' } as const;
    await refused({ ...person, id: 'cleo' }).toThrow('that is not a user ID');
    await refused({ ...person, id: 'U0LOCALANA' }).toThrow('the ID is taken');
    await refused({ ...person, name: 'ana' }).toThrow('the name is taken');
    await refused({ ...person, name: 'abilities' }).toThrow('the name is taken');
    await refused({ ...person, name: 'Cleo P.' }).toThrow('lowercase letters');
    await refused({ ...person, kind: 'single-channel guest', channels: ['general', 'ops'] }).toThrow(
      'exactly one channel',
    );
    await refused({ ...person, kind: 'stranger', teamId: 'T0LOCAL' }).toThrow('another workspace');
  });
});

it('a bot that speaks says that it is one', async () => {
  const slack = await openSlack({
    people: otherPeople,
    events: ['message.channels'],
    scopes: ['chat:write', 'channels:history'],
  });
  const { deliveries } = await slack.as(others.robo).say(slack.channels.ops, 'beep');
  expect(deliveries.map(({ payload }) => payload.event)).toMatchObject([{ user: others.robo.id, bot_id: 'B0ROBO' }]);
});
