import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { parseKeyRing } from '../src/store/encryption.ts';
import { JWT, KEY, mistakesOf, multiEnv, type SettingName } from './environments.ts';

describe('several workspaces', () => {
  test('need no token and no key of an account', () => {
    expect(readConfig(multiEnv)).toMatchObject({
      tenancy: {
        kind: 'multi',
        clientId: '11.22',
        clientSecret: 'client-secret-made-up',
        stateSecret: 'state-secret-made-up',
        keys: { first: { id: parseKeyRing(KEY).first.id } },
      },
      slack: { mode: { kind: 'http', signingSecret: 'decafbaddecafbaddecafbaddecafbad' } },
    });
  });

  test.each(['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET'] as const)('%s is needed', (name) => {
    expect(mistakesOf({ ...multiEnv, [name]: '' })).toEqual([
      `${name} is not set. SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_STATE_SECRET go together: set all of them, or none.`,
    ]);
  });

  test.each<[SettingName, string]>([
    ['SLACK_SIGNING_SECRET', 'SLACK_SIGNING_SECRET is not set. Set it: serving several workspaces requires HTTP.'],
    ['SERVICE_BASE_URL', "SERVICE_BASE_URL is not set. Use the part of the service's API URL before /api/."],
    [
      'ENCRYPTION_KEY',
      'ENCRYPTION_KEY is not set. It encrypts the tokens and API keys of the workspaces. Generate one with "openssl rand -base64 32".',
    ],
  ])('%s is needed too', (name, sentence) => {
    expect(mistakesOf({ ...multiEnv, [name]: undefined })).toEqual([sentence]);
  });

  test('a key that is none', () => {
    expect(mistakesOf({ ...multiEnv, ENCRYPTION_KEY: `${KEY},made-up` })).toEqual([
      'ENCRYPTION_KEY can\'t be used: key 2 is not exactly 32 bytes in base64. Generate one with "openssl rand -base64 32".',
    ]);
  });

  const IDS = 'IDs belong to one workspace. Remove it: the admins of each workspace use /abilities settings instead.';
  test.each<[SettingName, string, string]>([
    ['SLACK_APP_TOKEN', 'xapp-made-up', 'is set. Remove it: serving several workspaces requires HTTP.'],
    ['SLACK_BOT_TOKEN', 'xoxb-made-up', 'is set. Remove it: each workspace provides its own on installation.'],
    [
      'SERVICE_API_KEY',
      'key-made-up-for-tests',
      'is set. Remove it: each workspace connects its own account with /abilities connect.',
    ],
    ['SERVICE_JWT', JWT, 'is set. Remove it: each workspace connects its own account with /abilities connect.'],
    ['ROLE_ADMINS', 'U0CLEO', `is set. ${IDS}`],
    ['ROLE_EDITORS', 'U0CLEO', `is set. ${IDS}`],
    ['ROLE_VIEWERS', 'S0GUESTS', `is set. ${IDS}`],
    ['CHANNELS', 'C0OPS', `is set. ${IDS}`],
    ['WATCH_CHANNEL', 'C0OPS', `is set. ${IDS}`],
    ['NOTICES', 'C0OPS', `is a channel ID. ${IDS}`],
  ])('%s must not be set', (name, value, sentence) => {
    expect(mistakesOf({ ...multiEnv, [name]: value })).toEqual([`${name} ${sentence}`]);
  });

  test.each<[SettingName, string]>([
    ['NOTICES', 'none'],
    ['MEMBER_ROLE', 'viewer'],
    ['APPROVALS', 'on'],
  ])('%s=%s holds for all of them', (name, value) => {
    expect(mistakesOf({ ...multiEnv, [name]: value })).toEqual([]);
  });
});
