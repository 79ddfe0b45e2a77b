import { describe, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { bad, type Finding, good, sumUp, unknown } from '../../src/core/finding.ts';
import { ageWords, type Check } from '../../src/doctor/check.ts';
import { examine } from '../../src/doctor/examine.ts';
import { checkVersion } from '../../src/doctor/machine-checks.ts';
import { checkAnnouncements, checkClock, checkLastEvent, checkSocket, skewOf } from '../../src/doctor/slack-checks.ts';
import { Vitals } from '../../src/metrics/vitals.ts';

describe('all checks', () => {
  const options = { onError: () => undefined, withinMs: 50 };
  const check = (run: Check['run']): Check => ({ subject: 'Store', fixWithoutAnswer: 'Mend it.', run });

  test('have a line each, though one never answers and one fails', async () => {
    const failing = Object.assign(new Error('postgresql://made-up:secret@host/'), { code: 'ECONNREFUSED' });
    const errors: unknown[] = [];
    const findings = await examine(
      [
        check(() => new Promise<never>(() => undefined)),
        check(() => Promise.reject(failing)),
        check(() => {
          throw new Error('at once');
        }),
        check(async () => good('Yes.')),
      ],
      { ...options, onError: (error) => void errors.push(error) },
    );
    expect(findings.map(({ state, found, fix }) => [state, found, fix])).toEqual([
      ['bad', 'The check took longer than 0.05 s.', 'Mend it.'],
      ['bad', 'The check failed (ECONNREFUSED).', 'Mend it.'],
      ['bad', 'The check failed.', 'Mend it.'],
      ['good', 'Yes.', null],
    ]);
    expect(new Set(errors)).toEqual(new Set([failing, new Error('at once')]));
  });

  test('run side by side: each waits for the other here', async () => {
    const [one, two] = [hold(), hold()];
    const meeting = (own: typeof one, other: typeof one) =>
      check(async () => {
        own.letGo();
        await other.until;
        return good('Met.');
      });
    const findings = await examine([meeting(one, two), meeting(two, one)], { ...options, withinMs: 60_000 });
    expect(findings.map(({ found }) => found)).toEqual(['Met.', 'Met.']);
  });
});

test.each([
  [['good', 'good'], 'All 2 checks passed.'],
  [['good', 'unknown'], 'No problems found. 1 check was inconclusive.'],
  [['good', 'bad', 'bad'], '2 problems found.'],
  [['bad', 'unknown', 'unknown'], '1 problem found.'],
] as const)('%j in one sentence', (states, sentence) => {
  const verdicts = { good: good('Yes.'), bad: bad('No.', 'Mend it.'), unknown: unknown('Perhaps.') };
  const findings = states.map((state): Finding => ({ subject: 'Store', ...verdicts[state] }));
  expect(sumUp(findings)).toBe(sentence);
});

describe('the clock', () => {
  const T = Date.UTC(2025, 0, 1);
  const read = (clock: Parameters<typeof skewOf>[0]) =>
    checkClock(async () => ({ kind: 'refused', error: 'invalid_auth', clock })).run();

  test('counts half of the round trip, and what Slack cuts off', () => {
    expect(skewOf({ theirs: T, sentAt: T + 500, receivedAt: T + 500 })).toBe(0);
    expect(skewOf({ theirs: T, sentAt: T - 1500, receivedAt: T + 2500 })).toBe(0);
    expect(skewOf({ theirs: T, sentAt: T + 60_500, receivedAt: T + 64_500 })).toBe(62);
  });

  test.each([
    [1, 'good', "In sync with Slack's."],
    [-60, 'good', "It is 60 s behind Slack's."],
    [
      61,
      'bad',
      "It is 61 s ahead of Slack's. If it is more than 300 s ahead, requests from Slack over HTTP are rejected.",
    ],
    [
      -3600,
      'bad',
      "It is 3600 s behind Slack's. If it is more than 300 s ahead, requests from Slack over HTTP are rejected.",
    ],
  ])('that is %i s ahead is %s, also where Slack takes no token', async (ahead, state, found) => {
    const at = T + 500 + ahead * 1000;
    expect(await read({ theirs: T, sentAt: at, receivedAt: at })).toMatchObject({ state, found });
  });
});

describe('what a bot knows of itself', () => {
  const at = { now: 0 };
  const vitals = new Vitals({ mode: 'socket', now: () => at.now });
  const look = async () => {
    const read = () => vitals.read();
    return [await checkLastEvent(read).run(), await checkSocket(read).run()];
  };

  test('before Slack sent anything, while the socket is there, and when it is away', async () => {
    vitals.connection.connected();
    expect(await look()).toEqual([
      unknown('Slack has not sent anything to this process yet.'),
      good('Connected for 0 s.'),
    ]);
    vitals.received();
    at.now = 3 * 3_600_000;
    expect(await look()).toEqual([good('3 h ago.'), good('Connected for 3 h.')]);
    vitals.connection.lost();
    at.now += 300_000;
    const [, socket] = await look();
    expect(socket).toMatchObject({ state: 'bad', found: 'Disconnected for 5 min.' });
    expect(socket?.fix).toContain('SLACK_APP_TOKEN');
  });

  test.each([
    [119, '119 s'],
    [120, '2 min'],
    [7200, '2 h'],
    [172_800, '2 days'],
  ])('%i seconds are %s', (seconds, words) => {
    expect(ageWords(seconds)).toBe(words);
  });
});

test.each([
  ['20.19.0', 'good'],
  ['22.1.0', 'good'],
  ['20.18.9', 'bad'],
  ['18.20.0', 'bad'],
])('Node %s is %s', async (node, state) => {
  expect(await checkVersion(node).run()).toMatchObject({ state, found: expect.stringContaining(`on Node ${node}.`) });
});

test.each([
  [['not-in'], 'Invite the bot with /invite @abilities, or choose another channel in'],
  [['archived'], 'Choose another channel in'],
  [['restricted'], "Allow posts from the bot in the channel's posting permissions, or choose another channel in"],
  [
    ['restricted', 'not-in', 'not-in', null],
    "Invite the bot with /invite @abilities, allow posts from the bot in the channel's posting permissions, or choose another channel in",
  ],
] as const)('the fix for announcement channels that are %j', async (troubles, fix) => {
  const channels = troubles.map((trouble, index) => ({ id: `C${index}`, trouble }));
  const verdict = await checkAnnouncements(async () => channels).run();
  expect(verdict).toMatchObject({ state: 'bad', fix: `${fix} /abilities settings, NOTICES or WATCH_CHANNEL.` });
});
