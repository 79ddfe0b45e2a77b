import { randomBytes } from 'node:crypto';
import type { Team } from './team.ts';

const random = () => randomBytes(16).toString('hex');

/**
 * Fake credentials of the local workspace, which are valid nowhere else. New in each process: other programs on this
 * machine can reach its port.
 */
export const credentials = {
  botToken: `xoxb-made-up-${random()}`,
  appToken: `xapp-made-up-${random()}`,
  signingSecret: random(),
  verificationToken: random(),
} as const;

/** The app, the same in every workspace. */
export const APP_ID = 'A0LOCALBOT';
/** The display name of the bot's user, used in mentions. */
export const BOT_NAME = 'abilities';

/** The default scopes of the bot: the minimum for its main function. */
export const DEFAULT_SCOPES = ['commands', 'chat:write', 'files:read'];

/** The default event subscriptions of the app. */
export const DEFAULT_EVENTS = ['file_shared', 'app_home_opened'];

export const teamId = 'T0LOCAL';

/** Part of the IDs of the single workspace, its people and its channels. */
export const LOCAL_STEM = 'LOCAL';

/** The single workspace. */
export const LOCAL_TEAM: Team = {
  id: teamId,
  name: 'Local Slack',
  domain: 'local-slack',
  enterprise: null,
  botUserId: 'U0LOCALBOT',
  botId: 'B0LOCALBOT',
};
