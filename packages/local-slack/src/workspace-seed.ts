import type { Team } from './team.ts';

/** Fake credentials of the local workspace. They are not valid anywhere else. */
export const credentials = {
  botToken: 'xoxb-local-made-up',
  appToken: 'xapp-local-made-up',
  signingSecret: 'signing-secret-made-up',
  verificationToken: 'verification-token-made-up',
} as const;

/** The app, the same in every workspace. */
export const appId = 'A0LOCALBOT';
/** The display name of the bot's user, used in mentions. */
export const botName = 'abilities';

/** The default scopes of the bot: the minimum for its main function. */
export const defaultScopes = ['commands', 'chat:write', 'files:read'];

/** The default event subscriptions of the app. */
export const defaultEvents = ['file_shared', 'app_home_opened'];

export const teamId = 'T0LOCAL';

/** Part of the IDs of the single workspace, its people and its channels. */
export const localStem = 'LOCAL';

/** The single workspace. */
export const localTeam: Team = {
  id: teamId,
  name: 'Local Slack',
  domain: 'local-slack',
  enterprise: null,
  botUserId: 'U0LOCALBOT',
  botId: 'B0LOCALBOT',
};
