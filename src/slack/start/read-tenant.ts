import * as z from 'zod';
import type { Tenant } from '../people/tenant.ts';
import type { SlackClient } from '../slack-client.ts';
import { StartError } from './start-error.ts';

const AuthTest = z.object({
  team_id: z.string().optional(),
  enterprise_id: z.string().optional(),
  is_enterprise_install: z.boolean().optional(),
});

/** To whom the bot's token belongs. @throws StartError without a workspace: everybody would be taken for somebody of another one. */
export async function readTenant({ web }: Pick<SlackClient, 'web'>): Promise<Tenant> {
  const { enterprise_id, is_enterprise_install, team_id } = AuthTest.parse(await web.auth.test());
  const enterpriseId = enterprise_id ?? null;
  if (is_enterprise_install && enterpriseId !== null) return { id: enterpriseId, teamId: null, enterpriseId };
  if (team_id === undefined) {
    throw new StartError('Slack does not say to which workspace SLACK_BOT_TOKEN belongs. Use the bot token (xoxb-…).');
  }
  return { id: team_id, teamId: team_id, enterpriseId };
}
