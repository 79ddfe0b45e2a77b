import type { LocalWorkspace } from '../state/workspace.ts';
import { BOT_NAME } from '../state/workspace-seed.ts';
import type { Methods } from './method.ts';

export const authMethods: Methods = {
  'auth.test': (slack) => ({
    ...describePlace(slack),
    user: BOT_NAME,
    user_id: slack.team.botUserId,
    bot_id: slack.team.botId,
  }),
};

/**
 * The workspace; or the organization if the app is installed for all of it, in which case Slack uses its ID for the
 * team.
 */
function describePlace({ team, installation }: LocalWorkspace) {
  const { enterprise } = team;
  if (enterprise && installation()?.isEnterpriseInstall) {
    return {
      url: `https://${enterprise.id.toLowerCase()}.enterprise.slack.com/`,
      team: enterprise.name,
      team_id: enterprise.id,
      enterprise_id: enterprise.id,
      is_enterprise_install: true,
    };
  }
  return {
    url: `https://${team.domain}.slack.com/`,
    team: team.name,
    team_id: team.id,
    ...(enterprise && { enterprise_id: enterprise.id }),
    is_enterprise_install: false,
  };
}
