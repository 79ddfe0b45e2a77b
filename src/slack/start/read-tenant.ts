import * as z from 'zod';
import type { Tenant } from '../people/tenant.ts';
import type { SlackClient } from '../slack-client.ts';
import { StartError } from './start-error.ts';

const AuthTest = z.object({
  team_id: z.string().optional(),
  user_id: z.string().optional(),
  enterprise_id: z.string().optional(),
  is_enterprise_install: z.boolean().optional(),
});

/** To whom the bot's token belongs, and who the bot is there. @throws StartError without a workspace: everybody would be taken for somebody of another one. */
export async function readTenant({
  web,
}: Pick<SlackClient, 'web'>): Promise<{ tenant: Tenant; botUserId: string | null }> {
  const { enterprise_id, is_enterprise_install, team_id, user_id } = AuthTest.parse(await web.auth.test());
  const enterpriseId = enterprise_id ?? null;
  const botUserId = user_id ?? null;
  if (is_enterprise_install && enterpriseId !== null) {
    return { tenant: { id: enterpriseId, teamId: null, enterpriseId }, botUserId };
  }
  if (team_id === undefined) {
    throw new StartError('Slack does not say to which workspace SLACK_BOT_TOKEN belongs. Use the bot token (xoxb-…).');
  }
  return { tenant: { id: team_id, teamId: team_id, enterpriseId }, botUserId };
}
