import { type JsonObject, readText } from '../json.ts';
import { findPerson } from '../people.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { botId, botName, botUserId, teamDomain, teamId, teamName } from '../workspace-seed.ts';
import { type Methods, requireScope } from './method.ts';

/** Who is who. */
export const userMethods: Methods = {
  'auth.test': () => ({
    url: `https://${teamDomain}.slack.com/`,
    ...{ team: teamName, user: botName, team_id: teamId, user_id: botUserId, bot_id: botId },
    is_enterprise_install: false,
  }),
  'users.info': (slack, args) => {
    requireScope(slack, 'users:read');
    const userId = readText(args.user);
    const person = findPerson(userId);
    if (person) return { user: describeUser(person) };
    if (userId === botUserId) return { user: describeUser({ id: botUserId, name: botName, role: 'app' }) };
    throw new SlackApiError('user_not_found');
  },
};

/** Slack marks guests as restricted. */
function describeUser({ id, name, role }: { id: string; name: string; role: string }): JsonObject {
  return {
    ...{ id, name, team_id: teamId, real_name: name, deleted: false, is_bot: role === 'app' },
    ...{ is_admin: role === 'workspace admin', is_owner: role === 'workspace admin', is_primary_owner: false },
    ...{ is_restricted: role === 'guest', is_ultra_restricted: false, tz: 'Etc/UTC', tz_offset: 0 },
    profile: { real_name: name, display_name: name },
  };
}
