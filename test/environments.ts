import { ConfigError, readConfig, type Settings } from '../src/config/config.ts';

export type Env = Record<string, string | undefined>;
export type SettingName = keyof typeof Settings.shape;

export const JWT = 'made-up.jwt.value';
/** Thirty-two bytes that are not secret. */
export const KEY = Buffer.alloc(32, 'made-up').toString('base64');
export const socketEnv: Env = {
  SLACK_BOT_TOKEN: 'xoxb-made-up',
  SLACK_APP_TOKEN: 'xapp-made-up',
  SERVICE_BASE_URL: 'http://127.0.0.1:4010',
  SERVICE_API_KEY: 'key-made-up-for-tests',
};
export const httpEnv: Env = {
  ...socketEnv,
  SLACK_APP_TOKEN: undefined,
  SLACK_SIGNING_SECRET: 'decafbaddecafbaddecafbaddecafbad',
};

export function mistakesOf(env: Env): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

/** The settings required for several workspaces. */
export const multiEnv = {
  SLACK_SIGNING_SECRET: 'decafbaddecafbaddecafbaddecafbad',
  SLACK_CLIENT_ID: '11.22',
  SLACK_CLIENT_SECRET: 'client-secret-made-up',
  SLACK_STATE_SECRET: 'state-secret-made-up',
  ENCRYPTION_KEY: KEY,
  SERVICE_BASE_URL: 'http://127.0.0.1:4010',
} satisfies Env;
