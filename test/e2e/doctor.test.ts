import { readdirSync } from 'node:fs';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { DECLARED_APP } from '../../packages/playground/src/declared-app.ts';
import { openStore } from '../../src/store/store.ts';
import { newUpload } from '../store/new-upload.ts';
import { runSql } from '../store/run-sql.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

/** One file each. */
const MIGRATIONS = readdirSync(new URL('../../src/store/migrations', import.meta.url)).length;

/** By the mark at the start of a line. */
const STATES: Record<string, string> = { '✓ ': 'good', ':warning: ': 'bad', '': 'unknown' };

let house: House;

/** The report to Ana: the summary and a line for each check. */
async function examine(): Promise<{ head: string; lines: Record<string, string> }> {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const told = await hear(
    house,
    () => ana.command('doctor all'),
    ({ text }) => /checks passed\.|problems? found\./.test(text),
  );
  expect(told.ephemeralFor).toBe(slack.people.ana.id);
  expectNoSecrets(`${told.text}\n${JSON.stringify(told.blocks)}`);
  const [head = '', ...lines] = told.text.replaceAll('&amp;', '&').split('\n');
  // Screen readers get the same text.
  for (const line of lines) expect(renderText(told).replace(/[*\u200b]/g, '')).toContain(line);
  return {
    head,
    lines: Object.fromEntries(
      lines.map((line) => {
        const [, mark = '', subject, rest] = /^(✓ |:warning: |)([\w ]+): (.*)$/.exec(line) ?? [];
        return [subject, `${STATES[mark]}: ${rest}`];
      }),
    ),
  };
}

function expectNoSecrets(text: string): void {
  const { config, service, slack } = house;
  const secrets = [slack.botToken, slack.appToken, slack.signingSecret, service.apiKey, config.store.dataDir];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

const bads = (lines: Record<string, string>) =>
  Object.keys(lines).filter((subject) => lines[subject]?.startsWith('bad'));

describe('a running bot', () => {
  beforeAll(async () => {
    house = await startHouse({ mode: 'http' });
  });
  afterEach(() => {
    house.service.faults.clear();
    house.slack.faults.clear();
  });
  afterAll(() => house.close());

  test('a token that Slack does not take any more', async () => {
    house.slack.faults.add({ method: 'auth.test', fault: { error: 'token_revoked' } });
    const { head, lines } = await examine();
    expect(head).toBe('1 problem found.');
    expect(lines['Slack token']).toMatch(
      /^bad: Slack rejects it \(token_revoked\)\. Reinstall .*OAuth & Permissions, and set SLACK_BOT_TOKEN/,
    );
    expect(lines.Scopes).toMatch(/^unknown: /);
  });

  test.each([
    ['fails', { status: 500 }, /^bad: Something other than Slack answered \(status 500\)/],
    ['is cut', 'reset', /^bad: Slack can't be reached\..*slack-status\.com/],
    ['asks to slow down', { status: 429, retryAfter: 30 }, /^unknown: Slack is rate-limiting requests/],
    [
      'returns an internal error',
      { error: 'internal_error' },
      /^bad: Slack returned an internal error \(internal_error\)/,
    ],
  ] as const)('a Slack that %s', async (_what, fault, line) => {
    house.slack.faults.add({ method: 'auth.test', fault });
    expect((await examine()).lines['Slack token']).toMatch(line);
  });

  test.each([
    ['cannot be reached', { kind: 'reset' }, /^bad: It can't be reached/, /^unknown/],
    ['is a web page', { kind: 'html' }, /^bad: Its URL returns a web page.*SERVICE_BASE_URL/, /^unknown/],
    [
      'is something else',
      { kind: 'wrong-shape' },
      /^bad: Something other than the service answers at its URL/,
      /^unknown/,
    ],
    ['knows no such path', { kind: 'status', status: 404 }, /^bad: .*status 404/, /^unknown/],
    ['fails', { kind: 'status', status: 503 }, /^bad: It returned an internal error \(status 503\)/, /^unknown/],
    [
      'refuses the key',
      { kind: 'status', status: 401 },
      /^good/,
      /^bad: The service rejects it \(status 401\).*SERVICE_API_KEY/,
    ],
    ['allows less', { kind: 'status', status: 403 }, /^good/, /^bad: It isn't allowed to list Agents \(status 403\)/],
  ] as const)('a service that %s', async (_what, fault, service, key) => {
    house.service.faults.add({ match: {}, fault });
    const { lines } = await examine();
    expect(lines.Service).toMatch(service);
    expect(lines['Service key']).toMatch(key);
  });

  test('is for admins only, and asks nobody for others', async () => {
    const { service, slack } = house;
    const requests = service.requests.length;
    const refused = await hear(
      house,
      () => slack.as(slack.people.ben).command('doctor'),
      ({ text }) => text.includes('Only admins can run the doctor'),
    );
    expect(refused.ephemeralFor).toBe(slack.people.ben.id);
    expect(service.requests).toHaveLength(requests);
  });
});

describe('a bot with its own setup', () => {
  afterEach(() => house.close());

  test('a Slack and a service that say nothing: every line is there all the same', async () => {
    house = await startHouse({ mode: 'http', deadlines: { probe: 4000 } });
    const gate = hold();
    house.slack.faults.add({ method: 'auth.test', fault: { delayUntil: gate.until } });
    house.service.faults.add({ match: {}, fault: { kind: 'silent' } });
    const { lines } = await examine();
    gate.letGo();
    expect(bads(lines)).toEqual(['Slack token', 'Service']);
    expect(lines['Slack token']).toMatch(/^bad: Slack isn't responding\./);
    expect(lines.Service).toMatch(/^bad: It isn't responding\. Check SERVICE_BASE_URL/);
    expect(lines['Service key']).toBe("unknown: Couldn't be checked: the call to the service failed.");
    expect(lines.Clock).toBe("unknown: Couldn't be checked: Slack didn't respond.");
  });

  test.each(['socket', 'http'] as const)('over %s all is good, a line each', async (mode) => {
    house = await startHouse({ mode });
    const { head, lines } = await examine();
    const count = mode === 'socket' ? 14 : 13;
    expect(head).toBe(`All ${count} checks passed.`);
    expect(lines).toEqual({
      'Slack token': expect.stringMatching(/^good: Valid, for “Local Slack”\. Slack responds in \d+ ms\.$/),
      Scopes: 'good: All 8 granted.',
      Announcements: 'good: No channel is set.',
      ...(mode === 'socket' ? { 'App token': 'good: Valid, with connections:write.' } : {}),
      Mode: `good: ${mode === 'socket' ? 'Socket Mode' : 'HTTP, at /slack/events'}, for one workspace.`,
      'Last event': expect.stringMatching(/^good: \d+ s ago\.$/),
      Socket: mode === 'socket' ? expect.stringMatching(/^good: Connected for \d+ s\.$/) : 'good: Not used over HTTP.',
      Clock: expect.stringMatching(/^good: /),
      Service: expect.stringMatching(/^good: Up, responds in \d+ ms\.$/),
      'Service key': 'good: Accepted by the service.',
      Store: expect.stringMatching(/^good: Up \(file in DATA_DIR\), responds in \d+ ms\.$/),
      Migrations: `good: All ${MIGRATIONS} applied.`,
      Queue: 'good: No open uploads. 0 running in this process (limit 3).',
      Version: expect.stringMatching(/^good: abilities-bot \d+\.\d+\.\d+ on Node \d+\.\d+\.\d+\.$/),
    });
  });

  test('scopes that are missing, and some that nobody needs', async () => {
    // As in a workspace that installed the bot before it heard direct messages.
    const missing = ['files:write', 'im:history'];
    const scopes = [...DECLARED_APP.scopes.filter((scope) => !missing.includes(scope)), 'channels:history'];
    house = await startHouse({ mode: 'http', slack: { scopes } });
    const { lines } = await examine();
    expect(bads(lines)).toEqual(['Scopes']);
    expect(lines.Scopes).toMatch(
      /^bad: im:history and files:write are missing\. Add them .*OAuth & Permissions\. Subscribe to message\.im under Event Subscriptions\. Reinstall the app/,
    );
    await house.close();
    house = await startHouse({ mode: 'http', slack: { scopes: [...DECLARED_APP.scopes, 'channels:history'] } });
    expect((await examine()).lines.Scopes).toBe('good: All 8 granted. Not needed: channels:history.');
  });

  test.each([
    ['behind', 125],
    ['ahead of', -125],
  ])('a clock that is %s', async (words, seconds) => {
    house = await startHouse({ mode: 'http', slack: { now: () => Date.now() + seconds * 1000 } });
    const { lines } = await examine();
    expect(bads(lines)).toEqual(['Clock']);
    expect(lines.Clock).toMatch(new RegExp(`^bad: It is \\d+ s ${words} Slack's\\. .*NTP`));
    // A slow answer makes the reading less exact.
    expect(Math.abs(Number(/\d+/.exec(lines.Clock ?? '')) - 125)).toBeLessThan(30);
  });

  test('a store that is away', async () => {
    house = await startHouse({ mode: 'http' });
    await runSql(house.config.store, 'alter table uploads rename to uploads_away');
    const { lines } = await examine();
    expect(bads(lines)).toEqual(['Store', 'Queue']);
    expect(lines.Store).toMatch(/^bad: The check failed.* Check that bot\.sqlite in DATA_DIR/);
  });

  test('a database that a newer version has migrated, and one that lacks something', async () => {
    house = await startHouse({ mode: 'http' });
    const { store } = house.config;
    await runSql(store, "insert into bot_migrations (name, timestamp) values ('9999-later', '2030-01-01')");
    expect((await examine()).lines.Migrations).toMatch(/^bad: A newer version has migrated this database: 1 unknown/);
    await runSql(store, "delete from bot_migrations where name in ('9999-later', '0004-teams')");
    expect((await examine()).lines.Migrations).toContain(`bad: 1 of ${MIGRATIONS} not applied. Restart the bot`);
  });

  test('uploads that wait, of this workspace only: for a moment is fine, for long is not', async () => {
    house = await startHouse({ mode: 'http', uploadTimes: { pollMs: 3_600_000 } });
    const { teamId } = house.slack;
    const store = await openStore(house.config.store);
    try {
      const due = (id: string, at: number) =>
        runSql(house.config.store, `update uploads set due_at = ${Date.now() + at} where id = '${id}'`);
      await store.of('T0OTHER').uploads.add(newUpload('other'));
      await store.of(teamId).uploads.add(newUpload('asks'));
      await runSql(house.config.store, "update uploads set state = 'asking' where id = 'asks'");
      await due('asks', 3_600_000);
      await store.of(teamId).uploads.add(newUpload('waits'));
      await due('waits', -300_000);
      const open = '2 open uploads: 1 accepted, 1 asking. 1 queued, the oldest for';
      const atWork = '0 running in this process (limit 3).';
      expect((await examine()).lines.Queue).toBe(`good: ${open} 5 min. ${atWork}`);
      await store.of(teamId).uploads.add(newUpload('longer'));
      await due('longer', -1_200_000);
      expect((await examine()).lines.Queue).toMatch(/^bad: 3 open uploads.*oldest for 20 min\..*Raise UPLOADS_AT_ONCE/);
    } finally {
      await store.close();
    }
  });

  test.each([
    ['missing_scope', /connections:write is missing \(missing_scope\)\. Generate .*SLACK_APP_TOKEN/],
    ['invalid_auth', /rejects it \(invalid_auth\)\. Generate .*SLACK_APP_TOKEN/],
    ['socket_mode_disabled', /Turn it on in the app's settings/],
  ])('an app token of which Slack says %s', async (error, line) => {
    house = await startHouse({ mode: 'socket' });
    house.slack.faults.add({ method: 'apps.connections.open', fault: { error } });
    const { lines } = await examine();
    expect(bads(lines)).toEqual(['App token']);
    expect(lines['App token']).toMatch(line);
  });
});
