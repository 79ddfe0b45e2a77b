import { type JsonObject, readFlag, readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { UserGroup } from '../state/people.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { type Methods, requireScope } from './method.ts';

/** When all groups were created, and when the disabled ones were disabled, in seconds since 1970. */
const CREATED = 1_700_000_000;
const DISABLED = 1_750_000_000;

export const userGroupMethods: Methods = {
  'usergroups.list': (slack, args) => {
    requireScope(slack, 'usergroups:read');
    return { usergroups: askedFor(slack, args).map((group) => describeGroup(slack, group, args)) };
  },
  'usergroups.users.list': (slack, args) => {
    requireScope(slack, 'usergroups:read');
    const group = askedFor(slack, args).find(({ id }) => id === readText(args.usergroup));
    if (!group) throw new SlackApiError('no_such_subteam');
    return { users: group.userIds };
  },
};

function askedFor({ userGroups }: LocalWorkspace, args: JsonObject): readonly UserGroup[] {
  return readFlag(args.include_disabled) ? userGroups : userGroups.filter(({ isDisabled = false }) => !isDisabled);
}

function describeGroup(
  { team }: LocalWorkspace,
  { id, handle, name, userIds, isDisabled = false }: UserGroup,
  args: JsonObject,
): JsonObject {
  return {
    id,
    team_id: team.id,
    handle,
    name,
    description: '',
    is_usergroup: true,
    is_subteam: true,
    is_external: false,
    date_create: CREATED,
    date_update: CREATED,
    date_delete: isDisabled ? DISABLED : 0,
    auto_type: null,
    prefs: { channels: [], groups: [] },
    ...(readFlag(args.include_users) && { users: userIds }),
    // A string, as in Slack.
    ...(readFlag(args.include_count) && { user_count: String(userIds.length) }),
  };
}
