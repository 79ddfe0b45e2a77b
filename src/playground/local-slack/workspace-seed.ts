/** Made-up credentials of the local workspace. They open nothing outside this process. */
export const credentials = {
  botToken: 'xoxb-local-made-up',
  appToken: 'xapp-local-made-up',
  signingSecret: 'signing-secret-made-up',
  verificationToken: 'verification-token-made-up',
} as const;

export const teamId = 'T0LOCAL';
export const teamName = 'Local Slack';
export const teamDomain = 'local-slack';
export const appId = 'A0LOCALBOT';
export const botUserId = 'U0LOCALBOT';
export const botId = 'B0LOCALBOT';
/** The name by which people mention the bot: the display name of its user. */
export const botName = 'abilities';

/** What the bot may do unless told otherwise: the least with which its main job works. */
export const defaultScopes = ['commands', 'chat:write', 'files:read'];
