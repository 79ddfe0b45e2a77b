import type { Team } from './team.ts';

/** Made-up credentials of the local workspace. They open nothing outside this process. */
export const credentials = {
  botToken: 'xoxb-local-made-up',
  appToken: 'xapp-local-made-up',
  signingSecret: 'signing-secret-made-up',
  verificationToken: 'verification-token-made-up',
} as const;

/** The app: one, wherever it is installed. */
export const appId = 'A0LOCALBOT';
/** The name by which people mention the bot: the display name of its user. */
export const botName = 'abilities';

/** What the bot may do unless told otherwise: the least with which its main job works. */
export const defaultScopes = ['commands', 'chat:write', 'files:read'];

/** Which events the app is subscribed to unless told otherwise. */
export const defaultEvents = ['file_shared', 'app_home_opened'];

export const teamId = 'T0LOCAL';

/** What stands in the IDs of the one workspace, its people and its channels. */
export const localStem = 'LOCAL';

/** The workspace that is alone. */
export const localTeam: Team = {
  id: teamId,
  name: 'Local Slack',
  domain: 'local-slack',
  enterprise: null,
  botUserId: 'U0LOCALBOT',
  botId: 'B0LOCALBOT',
};
