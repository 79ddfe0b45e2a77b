import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig, Settings } from '../src/config/config.ts';
import { httpEnv, JWT, mistakesOf, multiEnv, type SettingName, socketEnv } from './environments.ts';

describe('what is read', () => {
  test('Socket Mode, with the defaults', () => {
    expect(readConfig(socketEnv)).toEqual({
      tenancy: {
        kind: 'single',
        botToken: 'xoxb-made-up',
        credential: { kind: 'api-key', value: 'key-made-up-for-tests' },
      },
      slack: {
        mode: { kind: 'socket', appToken: 'xapp-made-up' },
        apiUrl: null,
        host: null,
        port: 3000,
        metricsPort: null,
      },
      proxy: null,
      service: { baseUrl: 'http://127.0.0.1:4010', timeoutMs: 10_000, keepMs: 3000 },
      serviceName: { name: 'the voice service', dashboardUrl: null },
      memory: { answerBytes: 33_554_432, workspaceBytes: 25_165_824, peopleBytes: 8_388_608 },
      uploads: {
        maxBytes: 10 * 1024 * 1024,
        maxUnpackedBytes: 50 * 1024 * 1024,
        maxEntries: 1000,
        maxDepth: 20,
        maxNameBytes: 255,
        maxIconBytes: 2 * 1024 * 1024,
        atOnce: 3,
        maxUnfinished: { person: 20, workspace: 200 },
        giveUpMs: 6 * 60 * 60_000,
        spoolDir: 'data/bot/spool',
        spoolMaxBytes: 1024 * 1024 * 1024,
      },
      store: { databaseUrl: null, dataDir: './data/bot', poolSize: 10, versionsMaxBytes: 104_857_600 },
      notices: { inThread: true },
      policy: {
        grants: {
          viewer: { users: [], groups: [] },
          editor: { users: [], groups: [] },
          admin: { users: [], groups: [] },
        },
        memberRole: 'editor',
        channels: [],
        auditChannel: null,
        watchChannel: null,
        approvals: [],
      },
      approvalMs: 3_600_000,
      historyMs: 365 * 24 * 3_600_000,
      watchMs: 300_000,
      stopDelayMs: 0,
      stopMs: 7000,
      logLevel: 'info',
    });
  });

  test('every setting set', () => {
    const all: Record<SettingName, string> = {
      SLACK_BOT_TOKEN: 'xoxb-made-up',
      SLACK_APP_TOKEN: '',
      SLACK_SIGNING_SECRET: 'decafbaddecafbaddecafbaddecafbad',
      SLACK_API_URL: 'http://127.0.0.1:5010/api',
      HOST: '127.0.0.1',
      HTTPS_PROXY: 'http://proxy.example:3128',
      HTTP_PROXY: '',
      NO_PROXY: 'localhost',
      PORT: '8080',
      METRICS_PORT: '9090',
      SERVICE_BASE_URL: 'https://example.com/service/',
      SERVICE_API_KEY: '',
      SERVICE_JWT: JWT,
      SERVICE_NAME: 'Acme Voice',
      SERVICE_DASHBOARD_URL: 'https://example.com/dashboard',
      SERVICE_TIMEOUT_MS: '500',
      SERVICE_KEEP_MS: '0',
      KEEP_MAX_BYTES: '2000001',
      UPLOAD_MAX_BYTES: '1',
      UPLOAD_MAX_UNPACKED_BYTES: '2',
      UPLOAD_MAX_ENTRIES: '3',
      UPLOAD_MAX_DEPTH: '5',
      UPLOAD_MAX_NAME_BYTES: '6',
      UPLOADS_AT_ONCE: '7',
      UPLOADS_PER_PERSON: '10',
      UPLOADS_PER_WORKSPACE: '11',
      UPLOAD_GIVE_UP_MINUTES: '8',
      ICON_MAX_BYTES: '4',
      VERSIONS_MAX_BYTES: '0',
      DATA_DIR: '/var/lib/abilities',
      DATABASE_URL: 'postgresql://bot@127.0.0.1/abilities',
      DATABASE_POOL: '4',
      SPOOL_DIR: '/var/spool/abilities',
      SPOOL_MAX_BYTES: '9',
      NOTICES: 'C0CHANGES',
      ROLE_ADMINS: 'U0CLEO, S0ADMINS',
      ROLE_EDITORS: 'U0DAN',
      ROLE_VIEWERS: 'W0EVE S0GUESTS',
      MEMBER_ROLE: 'viewer',
      CHANNELS: 'C0OPS,G0VOICE',
      APPROVALS: 'on',
      APPROVAL_MINUTES: '10',
      HISTORY_DAYS: '11',
      WATCH_CHANNEL: 'C0WATCH',
      WATCH_MINUTES: '12',
      STOP_DELAY_SECONDS: '3',
      STOP_SECONDS: '13',
      SLACK_CLIENT_ID: '',
      SLACK_CLIENT_SECRET: '',
      SLACK_STATE_SECRET: '',
      ENCRYPTION_KEY: '',
      LOG_LEVEL: 'debug',
    };
    expect(readConfig(all)).toEqual({
      tenancy: { kind: 'single', botToken: 'xoxb-made-up', credential: { kind: 'jwt', value: JWT } },
      slack: {
        mode: { kind: 'http', signingSecret: 'decafbaddecafbaddecafbaddecafbad' },
        apiUrl: 'http://127.0.0.1:5010/api/',
        host: '127.0.0.1',
        metricsPort: 9090,
        port: 8080,
      },
      proxy: { http: null, https: 'http://proxy.example:3128', notFor: 'localhost' },
      service: { baseUrl: 'https://example.com/service/', timeoutMs: 500, keepMs: 0 },
      serviceName: { name: 'Acme Voice', dashboardUrl: 'https://example.com/dashboard' },
      memory: { answerBytes: 1_000_000, workspaceBytes: 750_000, peopleBytes: 250_000 },
      uploads: {
        maxBytes: 1,
        maxUnpackedBytes: 2,
        maxEntries: 3,
        maxIconBytes: 4,
        maxDepth: 5,
        maxNameBytes: 6,
        atOnce: 7,
        maxUnfinished: { person: 10, workspace: 11 },
        giveUpMs: 480_000,
        spoolDir: '/var/spool/abilities',
        spoolMaxBytes: 9,
      },
      store: {
        databaseUrl: 'postgresql://bot@127.0.0.1/abilities',
        dataDir: '/var/lib/abilities',
        poolSize: 4,
        versionsMaxBytes: 0,
      },
      notices: { inThread: true },
      policy: {
        grants: {
          viewer: { users: ['W0EVE'], groups: ['S0GUESTS'] },
          editor: { users: ['U0DAN'], groups: [] },
          admin: { users: ['U0CLEO'], groups: ['S0ADMINS'] },
        },
        memberRole: 'viewer',
        channels: ['C0OPS', 'G0VOICE'],
        auditChannel: 'C0CHANGES',
        watchChannel: 'C0WATCH',
        approvals: ['delete-enabled', 'replace-enabled'],
      },
      approvalMs: 600_000,
      historyMs: 11 * 24 * 3_600_000,
      watchMs: 720_000,
      stopDelayMs: 3000,
      stopMs: 13_000,
      logLevel: 'debug',
    });
  });

  test('an app token means Socket Mode, whether there is a signing secret or not', () => {
    const both = { ...socketEnv, SLACK_SIGNING_SECRET: 'decafbaddecafbaddecafbaddecafbad' };
    expect(readConfig(both).slack.mode).toEqual({ kind: 'socket', appToken: 'xapp-made-up' });
  });

  test('a blank setting is one that is not set', () => {
    const blank = Object.fromEntries(Object.keys(Settings.shape).map((name) => [name, ' ']));
    expect(readConfig({ ...blank, ...socketEnv })).toEqual(readConfig(socketEnv));
    expect(mistakesOf(blank)).toEqual(mistakesOf({}));
  });

  test('spaces around a value do not count', () => {
    const spaced = Object.fromEntries(Object.entries(socketEnv).map(([name, value]) => [name, ` ${value}\n`]));
    expect(readConfig({ ...spaced, PORT: ' 8080 ', LOG_LEVEL: 'warn' })).toMatchObject({
      tenancy: { botToken: 'xoxb-made-up', credential: { value: 'key-made-up-for-tests' } },
      slack: { mode: { appToken: 'xapp-made-up' }, port: 8080 },
      service: { baseUrl: 'http://127.0.0.1:4010' },
    });
  });

  test('the names that the role of editors had before still work, unless the current one is set', () => {
    const listed = (env: Record<string, string>) => readConfig({ ...socketEnv, ...env }).policy.grants.editor.users;
    expect(listed({ ROLE_OPERATORS: 'U0DAN' })).toEqual(['U0DAN']);
    expect(listed({ ROLE_OPERATORS: 'U0DAN', ROLE_EDITORS: '' })).toEqual(['U0DAN']);
    expect(listed({ ROLE_OPERATORS: 'U0DAN', ROLE_EDITORS: 'U0EVE' })).toEqual(['U0EVE']);
    expect(readConfig({ ...socketEnv, MEMBER_ROLE: 'operator' }).policy.memberRole).toBe('editor');
  });

  test('changes are told in threads, nowhere else, or in a channel as well', () => {
    const toldIn = (NOTICES: string) => {
      const { notices, policy } = readConfig({ ...socketEnv, NOTICES });
      return [notices.inThread, policy.auditChannel];
    };
    expect(toldIn('thread')).toEqual([true, null]);
    expect(toldIn('none')).toEqual([false, null]);
    expect(toldIn(' G0CHANGES ')).toEqual([true, 'G0CHANGES']);
  });

  test('the Slack address gets exactly one slash', () => {
    for (const address of ['http://127.0.0.1/api', 'http://127.0.0.1/api/', 'http://127.0.0.1/api//']) {
      expect(readConfig({ ...socketEnv, SLACK_API_URL: address }).slack.apiUrl).toBe('http://127.0.0.1/api/');
    }
  });
});

describe('mistakes', () => {
  test('are reported together', () => {
    expect(mistakesOf({})).toEqual([
      'SLACK_BOT_TOKEN is not set. Use the Bot User OAuth Token of your Slack app.',
      'SLACK_SIGNING_SECRET is not set. Set it for HTTP, or SLACK_APP_TOKEN for Socket Mode.',
      "SERVICE_BASE_URL is not set. Use the part of the service's API URL before /api/.",
      "SERVICE_API_KEY is not set. Create one in the service's dashboard, under Settings → API Keys.",
    ]);
    expect(() => readConfig({ ...socketEnv, PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(
      [
        'Invalid settings (environment or .env):',
        '  - PORT must be a number.',
        '  - LOG_LEVEL must be debug, info, warn or error.',
      ].join('\n'),
    );
  });

  test.each<[SettingName, string, string]>([
    ['SLACK_BOT_TOKEN', 'xoxp-made-up', 'must start with xoxb-.'],
    ['SLACK_APP_TOKEN', 'xoxb-made-up', 'must start with xapp-.'],
    [
      'SLACK_SIGNING_SECRET',
      'xoxb-made-up',
      'must be 32 lowercase hexadecimal digits: copy it from Basic Information in your Slack app.',
    ],
    [
      'SLACK_SIGNING_SECRET',
      '12345.67890',
      'must be 32 lowercase hexadecimal digits: copy it from Basic Information in your Slack app.',
    ],
    ['SLACK_API_URL', 'slack.com/api', 'must be an http or https URL.'],
    ['PORT', '80.5', 'must be a whole number.'],
    ['PORT', '-1', 'must be at least 0.'],
    ['PORT', '65536', 'must be at most 65535.'],
    ['SERVICE_NAME', 'Acme <Voice>', 'must have at most 40 characters, and none of < > & * _ ~ ` |.'],
    ['SERVICE_NAME', 'a'.repeat(41), 'must have at most 40 characters, and none of < > & * _ ~ ` |.'],
    ['SERVICE_DASHBOARD_URL', 'example.com', 'must be an http or https URL.'],
    ['SERVICE_DASHBOARD_URL', 'https://example.com/|x', 'must not contain <, >, | or spaces.'],
    ['SERVICE_BASE_URL', 'localhost:4010', 'must be an http or https URL.'],
    ['SERVICE_BASE_URL', 'file:///etc', 'must be an http or https URL.'],
    ['SERVICE_BASE_URL', 'http://ana:made-up@127.0.0.1/', 'must not contain a username, query or fragment.'],
    ['SERVICE_BASE_URL', 'http://127.0.0.1/?key=made-up', 'must not contain a username, query or fragment.'],
    ['SERVICE_API_KEY', 'key “made up”', 'is not an API key: it contains invalid characters.'],
    ['SERVICE_TIMEOUT_MS', '10s', 'must be a number.'],
    ['SERVICE_TIMEOUT_MS', '0', 'must be at least 1.'],
    ['UPLOAD_MAX_BYTES', '0', 'must be at least 1.'],
    ['UPLOAD_MAX_ENTRIES', 'Infinity', 'must be a number.'],
    ['UPLOADS_AT_ONCE', '51', 'must be at most 50.'],
    ['DATABASE_URL', 'mysql://127.0.0.1/x', 'must be a postgresql:// URL.'],
    ['DATABASE_POOL', '0', 'must be at least 1.'],
    ['NOTICES', '#changes', 'must be none, thread or a channel ID.'],
    [
      'APPROVALS',
      'delete, rename',
      'must be off, on, all, or some of delete-enabled, delete, replace-enabled, replace, update, update-grown, disable, separated by commas.',
    ],
    ['LOG_LEVEL', 'INFO', 'must be debug, info, warn or error.'],
  ])('%s=%s %s', (name, value, sentence) => {
    expect(mistakesOf({ ...socketEnv, [name]: value })).toEqual([`${name} ${sentence}`]);
  });

  test('a JWT that is none', () => {
    const env = { ...socketEnv, SERVICE_API_KEY: '', SERVICE_JWT: 'key-made-up-for-tests' };
    expect(mistakesOf(env)).toEqual(['SERVICE_JWT is not a JWT. Use SERVICE_API_KEY for an API key.']);
  });

  test('a port for the metrics that is the port of the rest; any free one is another', () => {
    expect(mistakesOf({ ...socketEnv, PORT: '8080', METRICS_PORT: '8080' })).toEqual([
      'METRICS_PORT is the same as PORT. Remove it, or set another port.',
    ]);
    expect(mistakesOf({ ...socketEnv, PORT: '0', METRICS_PORT: '0' })).toEqual([]);
  });

  test('a value in quotation marks, for every setting, and nothing else about it', () => {
    for (const name of Object.keys(Settings.shape)) {
      for (const quote of ['"', "'"]) {
        expect(mistakesOf({ ...socketEnv, [name]: ` ${quote}made up${quote}` })).toContain(
          `${name} is in quotation marks. docker run --env-file keeps them: remove them.`,
        );
      }
    }
    expect(mistakesOf({ ...socketEnv, PORT: '"80"', HOST: '"' })).toEqual([
      'PORT is in quotation marks. docker run --env-file keeps them: remove them.',
      'HOST must be an IP address or hostname of this machine.',
    ]);
  });

  test('both a key and a JWT', () => {
    expect(mistakesOf({ ...socketEnv, SERVICE_JWT: JWT })).toEqual([
      'SERVICE_API_KEY and SERVICE_JWT are both set. Remove one.',
    ]);
  });

  test('never repeat a value, and each names its setting', () => {
    // Long and from a distinct alphabet, so that it cannot occur in a sentence by chance.
    const wrong = fc.stringMatching(/^[QXZ~#%]{12,40}$/);
    const names = fc.subarray(Object.keys(Settings.shape), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.constantFrom(socketEnv, httpEnv, multiEnv, {}),
        names,
        wrong,
        fc.boolean(),
        (env, set, value, asAddress) => {
          const wrongValue = asAddress ? `http://${value}@127.0.0.1/?${value}` : value;
          const changed = { ...env, ...Object.fromEntries(set.map((name) => [name, wrongValue])) };
          for (const mistake of mistakesOf(changed)) {
            expect(mistake).not.toContain(value);
            expect(Object.keys(Settings.shape)).toContain(mistake.split(' ')[0]);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
