import { randomBytes } from 'node:crypto';

/** Made-up credentials of the local workspace. They open nothing outside this process. */
export const credentials = {
  botToken: 'xoxb-local-made-up',
  appToken: 'xapp-local-made-up',
  signingSecret: 'signing-secret-made-up',
  verificationToken: 'verification-token-made-up',
} as const;

export const teamDomain = 'local-slack';
export const appId = 'A0LOCALBOT';
export const botUserId = 'U0LOCALBOT';
export const botId = 'B0LOCALBOT';
export const botName = 'abilities-bot';

/** What the bot may do unless told otherwise: the least with which its main job works. */
export const defaultScopes = ['commands', 'chat:write', 'files:read'];

/** ana is workspace admin, ben a member, gus a guest. */
export const roles = {
  ana: { isAdmin: true, isGuest: false },
  ben: { isAdmin: false, isGuest: false },
  gus: { isAdmin: false, isGuest: true },
} as const;
export type PersonName = keyof typeof roles;
export const personNames: readonly PersonName[] = ['ana', 'ben', 'gus'];

/** Tokens by which the gateway itself speaks with the emulator. Random, so that no bot can use them. */
export function makeInnerTokens() {
  const token = (owner: string) => `xoxp-inner-${owner}-${randomBytes(8).toString('hex')}`;
  return { bot: token('bot'), ana: token('ana'), ben: token('ben'), gus: token('gus') };
}

/** The emulator's seed. Users come before channels, which take every user as a member; the bot joins where it belongs. */
export function makeSeed(tokens: ReturnType<typeof makeInnerTokens>, scopes: readonly string[]) {
  return {
    team: { name: 'Local Slack', domain: teamDomain },
    users: personNames.map((name) => ({ name, real_name: name, is_admin: roles[name].isAdmin })),
    channels: [{ name: 'ops' }, { name: 'lounge' }],
    oauth_apps: [
      {
        app_id: appId,
        client_id: 'client-id-made-up',
        client_secret: 'client-secret-made-up',
        name: botName,
        redirect_uris: [],
        bot_id: botId,
        bot_user_id: botUserId,
        bot_name: botName,
      },
    ],
    tokens: [
      {
        token: credentials.botToken,
        type: 'bot',
        user_id: botUserId,
        app_id: appId,
        bot_id: botId,
        scopes: [...scopes],
      },
      { token: tokens.bot, type: 'bot', user_id: botUserId, app_id: appId, bot_id: botId },
      ...personNames.map((name) => ({ token: tokens[name], user: name })),
    ],
    strict_scopes: true,
  };
}
