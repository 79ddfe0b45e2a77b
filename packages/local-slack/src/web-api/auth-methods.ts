import type { Workspace } from '../workspace.ts';
import { botName } from '../workspace-seed.ts';
import type { Methods } from './method.ts';

/** Whose token it is. */
export const authMethods: Methods = {
  'auth.test': (slack) => ({
    ...describePlace(slack),
    user: botName,
    user_id: slack.team.botUserId,
    bot_id: slack.team.botId,
  }),
};

/** The workspace; the organisation where the app is installed for all of it, by whose ID Slack then calls the team. */
function describePlace({ team, installation }: Workspace) {
  const { enterprise } = team;
  if (enterprise && installation()?.isEnterpriseInstall) {
    return {
      url: `https://${enterprise.id.toLowerCase()}.enterprise.slack.com/`,
      ...{ team: enterprise.name, team_id: enterprise.id, enterprise_id: enterprise.id, is_enterprise_install: true },
    };
  }
  return {
    url: `https://${team.domain}.slack.com/`,
    ...{ team: team.name, team_id: team.id, ...(enterprise && { enterprise_id: enterprise.id }) },
    is_enterprise_install: false,
  };
}
