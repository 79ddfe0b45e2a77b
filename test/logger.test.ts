import { LogLevel } from '@slack/bolt';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adaptForBolt, createLogger, maskSecrets, toBoltLogLevel } from '../src/base/logger.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';
const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error'];

/** A logger that writes to a list. Each line is parsed as JSON, so one broken by redaction fails the test. */
function startLog(secrets: string[] = [], level: Level = 'debug') {
  const lines: string[] = [];
  const log = createLogger(level, secrets, { write: (line: string) => void lines.push(line) });
  const read = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));
  return { log, lines, read };
}

const KNOWN = 'key-made-up-for-tests';
const SECRETS: [string, string][] = [
  ['a bot token', 'xoxb-1234-made-up-token'],
  ['a user token', 'xoxp-1234-made-up-token'],
  ['a rotated token', 'xoxe.xoxb-1-made-up-token'],
  ['a refresh token', 'xoxe-1-made-up-token'],
  ['an app token', 'xapp-1-A0-made-up-token'],
  ['a bearer header', 'Bearer made-up-token'],
  ['a response URL', 'https://hooks.slack.com/commands/T0/12/made-up-token'],
  ['a response URL of a click', 'https://hooks.slack.com/actions/T0/12/made-up-token'],
  ['a webhook', 'https://hooks.slack.com/services/T0/B0/made-up-token'],
  ['a local response URL', 'http://127.0.0.1:5010/actions/T0/12/made-up-token'],
  ['a socket address', 'wss://wss-primary.slack.com/link/?ticket=made-up-token&app_id=1'],
  ['a local socket address', 'ws://127.0.0.1:5010/link/?ticket=made-up-token'],
  ['an address that takes a file', 'https://files.slack.com/upload/v1/made-up-token'],
  ['an address of a file with a token', 'https://files.slack.com/files-pri/T0-F0/x.zip?t=xoxe-1-made-up-token'],
  ['a value from the settings', KNOWN],
];
const SECRET_PART = /made-up/;

describe.each(SECRETS)('%s is masked', (_what, secret) => {
  test.each<[string, (log: ReturnType<typeof startLog>['log']) => void]>([
    ['as the message', (log) => log.info(secret)],
    ['inside a sentence', (log) => log.info(`before ${secret} after`)],
    ['on a separate line', (log) => log.info(`before\n${secret}\nafter`)],
    ['after a tab', (log) => log.info(`before\t${secret}`)],
    ['in quotes', (log) => log.info(`"${secret}" and '${secret}'`)],
    ['in a nested field', (log) => log.info({ a: [{ b: { c: secret } }] }, 'x')],
    ['as a name of a field', (log) => log.info({ [secret]: 1 }, 'x')],
    ['in the message of an error', (log) => log.error({ err: new Error(`failed: ${secret}`) }, 'x')],
    ['in the cause of an error', (log) => log.error({ err: new Error('x', { cause: new Error(secret) }) }, 'x')],
    ['in a field of an error', (log) => log.error({ err: Object.assign(new Error('x'), { config: { secret } }) }, 'x')],
    ['in a child', (log) => log.child({ secret }).info('x')],
    ['in JSON', (log) => log.info(JSON.stringify({ a: secret, b: 1 }))],
    ['in JSON in JSON', (log) => log.info(JSON.stringify({ a: JSON.stringify({ b: secret }) }))],
    // Slack escapes its JSON like this, and the Slack SDK logs it unchanged.
    ['in JSON with escaped slashes', (log) => log.info(JSON.stringify({ a: secret }).replaceAll('/', '\\/'))],
    ['by Bolt', (log) => adaptForBolt(log, 'debug').debug('before', { a: { b: secret } }, new Error(secret), [secret])],
  ])('%s', (_where, write) => {
    const { log, lines, read } = startLog([KNOWN]);
    write(log);
    const text = lines.join('');
    expect(text).not.toMatch(SECRET_PART);
    expect(text).toContain('[secret]');
    expect(read()).toHaveLength(1);
  });
});

test('a trigger is masked as payloads and calls of Slack carry it', () => {
  const { log, lines, read } = startLog();
  const body = { trigger_id: '12.34.made-up', view: {} };
  log.info({ body, text: JSON.stringify(JSON.stringify(body)) }, JSON.stringify(body));
  adaptForBolt(log, 'debug').debug(body, new URLSearchParams({ trigger_id: '12.34.made-up' }).toString());
  expect(lines.join('')).not.toMatch(SECRET_PART);
  expect(read().map(({ msg }) => msg)).toEqual([
    '{"trigger_id":"[secret]","view":{}}',
    "{ trigger_id: '[secret]', view: {} } trigger_id=[secret]",
  ]);
});

test('a secret from the settings is masked with any characters', () => {
  const secret = fc.string({ unit: 'grapheme', minLength: 8 });
  fc.assert(
    fc.property(secret, (value) => {
      fc.pre(!'{"level":30,"time":"","msg":"[secret]","a":""}'.includes(value));
      const { log, read } = startLog([value]);
      log.info({ a: value, b: JSON.stringify({ c: value }) }, `before ${value}`);
      const [line] = read();
      expect(JSON.stringify([line?.a, line?.msg])).not.toContain(JSON.stringify(value).slice(1, -1));
      expect(line?.a).toBe('[secret]');
      expect(line?.b).toBe('{"c":"[secret]"}');
    }),
  );
});

test('of two secrets that begin alike no rest is left', () => {
  const { log, read } = startLog(['secret-made-up', 'secret-made-up-longer']);
  log.info('secret-made-up-longer and secret-made-up');
  expect(read()[0]?.msg).toBe('[secret] and [secret]');
});

test('what is no secret stays readable', () => {
  const { log, read } = startLog(['', 'short']);
  const message = 'The short list is at https://example.com/api/x; bearers of news: xox, xapp. 12 of 13 Abilities.';
  log.info({ verb: 'list', ms: 12, url: 'http://127.0.0.1:4010/api/personalities/' }, message);
  expect(read()).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      verb: 'list',
      ms: 12,
      url: 'http://127.0.0.1:4010/api/personalities/',
      msg: message,
    },
  ]);
});

test.each(LEVELS)('at level %s only that and what is graver is written', (level) => {
  const { log, read } = startLog([], level);
  for (const each of LEVELS) log[each](each);
  expect(read().map(({ msg }) => msg)).toEqual(LEVELS.slice(LEVELS.indexOf(level)));
});

describe('Bolt', () => {
  test('logs through ours, its info one level down', () => {
    const { log, read } = startLog();
    const bolt = adaptForBolt(log, 'debug');
    bolt.debug('a');
    bolt.info('b', 2, { c: true }, undefined, null);
    bolt.warn('d', new Error('e'));
    bolt.error('f');
    expect(read().map(({ level, from, msg }) => [level, from, msg])).toEqual([
      [20, 'bolt', 'a'],
      [20, 'bolt', 'b 2 { c: true } undefined null'],
      [40, 'bolt', 'd e'],
      [50, 'bolt', 'f'],
    ]);
  });

  test('may hand in what no JSON can hold', () => {
    const { log, read } = startLog();
    const circle: Record<string, unknown> = { big: 1n };
    circle.self = circle;
    adaptForBolt(log, 'debug').error(circle);
    expect(read()[0]?.msg).toContain('big: 1n');
  });

  test('cannot change the level', () => {
    const { log, read } = startLog([], 'warn');
    const bolt = adaptForBolt(log, 'warn');
    bolt.setLevel(LogLevel.DEBUG);
    bolt.setName('x');
    bolt.info('quiet');
    expect(bolt.getLevel()).toBe(LogLevel.WARN);
    expect(read()).toEqual([]);
  });

  test.each(LEVELS)('knows the level %s', (level) => {
    expect(toBoltLogLevel(level)).toBe(level);
  });
});

/**
 * As much as a payload may contain. A scan that restarts at every position takes hours for it instead of milliseconds.
 */
const MUCH = 400_000;
const repeat = (text: string) => text.repeat(MUCH / text.length);

test.each([
  ['spaces', repeat(' ')],
  ['spaces after a name', `trigger_id${repeat(' ')}`],
  ['spaces after a name and its colon', `trigger_id:${repeat(' ')}`],
  ['names', repeat('trigger_id ')],
  ['beginnings of addresses', repeat('http://')],
  ['beginnings of addresses with escaped slashes', repeat('http:\\/\\/')],
  ['an address without an end', `https://x/${repeat('a')}`],
  ['slashes', `http:${repeat('/')}`],
  ['backslashes', repeat('\\')],
  ['backslashes in an address', `http://x/app${repeat('\\')}`],
  ['the word Bearer and spaces', `Bearer${repeat(' ')}`],
])('a long line of %s is read in one go and stays as it is', { timeout: 20_000 }, (_what, line) => {
  expect(maskSecrets(line)).toBe(line);
});

test.each([
  ['trigger_id=trigger_id=123.456.abc', 'trigger_id=trigger_id=[secret]'],
  ['{"trigger_id" : "123.456.abc","x":1}', '{"trigger_id" : "[secret]","x":1}'],
  ['http://a/commands/1\\nhttp://b/actions/2\\nrest', '[secret]\\nrest'],
  ['http://a/plain http://b/commands/2 http://c/plain', 'http://a/plain [secret] http://c/plain'],
  ['http://a/commands/commands/x', '[secret]'],
  ['http://a/commands/', 'http://a/commands/'],
])('%s reads %s', (line, masked) => {
  expect(maskSecrets(line)).toBe(masked);
});
