import { type JsonObject, readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { findPerson, homeTeamId, type Person } from '../state/people.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { BOT_NAME } from '../state/workspace-seed.ts';
import { type Methods, requireScope } from './method.ts';

type Place = Pick<LocalWorkspace, 'conversations' | 'people' | 'team'>;

/** A person as in users.info. */
export function describePerson(slack: Place, person: Person): JsonObject {
  const { id, name, kind, timeZone } = person;
  return {
    ...describeName(id, name, homeTeamId(person, slack.team), timeZone),
    deleted: kind === 'deactivated',
    is_bot: kind === 'bot',
    is_app_user: false,
    // Slack omits the rights of deactivated users.
    ...(kind !== 'deactivated' && describeRights(slack, person)),
    ...(person.kind === 'stranger' ? describeStranger(slack, person) : describeInOrganization(slack, person)),
  };
}

function describeBot({ team }: Pick<LocalWorkspace, 'team'>): JsonObject {
  return { ...describeName(team.botUserId, BOT_NAME, team.id), deleted: false, is_bot: true, is_app_user: false };
}

function describeName(id: string, name: string, teamId: string, timeZone = 'Etc/UTC'): JsonObject {
  return {
    id,
    name,
    team_id: teamId,
    real_name: name,
    tz: timeZone,
    tz_offset: offsetOf(timeZone),
    profile: { real_name: name, display_name: name, team: teamId },
  };
}

/** In seconds, now. */
function offsetOf(timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
}

/** Owners are admins too, and the first of them is the primary owner. A single-channel guest is a guest too. */
function describeRights({ people }: Place, { id, kind }: Person): JsonObject {
  return {
    is_admin: kind === 'admin' || kind === 'owner',
    is_owner: kind === 'owner',
    is_primary_owner: people.find((person) => person.kind === 'owner')?.id === id,
    is_restricted: kind === 'guest' || kind === 'single-channel guest',
    is_ultra_restricted: kind === 'single-channel guest',
  };
}

/** Slack sets is_stranger only for users who share no channel with the app. */
function describeStranger({ conversations }: Place, { id }: Person): JsonObject {
  const channels = Object.values(conversations.channels);
  return { is_stranger: !channels.some(({ botIsMember, memberIds }) => botIsMember && memberIds.has(id)) };
}

/** In an organization Slack also returns the user's rights in the whole organization. */
function describeInOrganization({ team }: Place, person: Exclude<Person, { kind: 'stranger' }>): JsonObject {
  const { enterprise } = team;
  if (!enterprise) return {};
  const office = person.inOrganization;
  return {
    enterprise_user: {
      id: person.id,
      enterprise_id: enterprise.id,
      enterprise_name: enterprise.name,
      teams: [team.id],
      is_admin: office !== undefined,
      is_owner: office === 'owner',
      is_primary_owner: false,
    },
  };
}

export const userMethods: Methods = {
  'users.info': (slack, args) => {
    requireScope(slack, 'users:read');
    const userId = readText(args.user);
    if (userId === slack.team.botUserId) return { user: describeBot(slack) };
    const person = findPerson(slack, userId);
    if (!person) throw new SlackApiError('user_not_found');
    return { user: describePerson(slack, person) };
  },
  /** The cursor is the number of people before. */
  'users.list': (slack, args) => {
    requireScope(slack, 'users:read');
    const start = Number(readText(args.cursor) || 0);
    const end = start + (Number(readText(args.limit)) || slack.people.length);
    return {
      members: slack.people.slice(start, end).map((person) => describePerson(slack, person)),
      response_metadata: { next_cursor: end < slack.people.length ? String(end) : '' },
    };
  },
};
