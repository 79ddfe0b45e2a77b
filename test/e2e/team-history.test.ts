import type { FaultRule } from '@abilities-bot/local-service';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { installedRow, otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

let house: House;
beforeEach(async () => {
  house = await startHouse({ mode: 'http' });
});
afterEach(() => house.close());

const as = (name: 'ana' | 'ben') => house.slack.as(house.slack.people[name]);

/** What Ana gets for a command. */
const says = (line: string, fits: (text: string) => boolean, who: 'ana' | 'ben' = 'ana') =>
  hear(
    house,
    () => as(who).command(line),
    ({ ephemeralFor, text }) => ephemeralFor === house.slack.people[who].id && fits(text),
  );

const abilityNamed = async (name: string) =>
  found((await otherCaller(house).listAbilities()).find((one) => one.name === name));
const agentNamed = async (name: string) =>
  found((await otherCaller(house).listAgents()).find((one) => one.name === name));
const found = <T>(one: T | undefined): T => {
  if (!one) throw new Error('It is not on the account');
  return one;
};

const history = (query = '') => says(`history ${query}`, (text) => text.startsWith('Audit log'));
const refOf = (text: string) => /\(ref ([0-9a-f]{6})\)/.exec(text)?.[1] ?? 'none';

describe('the history', () => {
  test('shows who did what, and undoes and redoes it in place', async () => {
    await says('disable News', (text) => text.includes('News disabled by'), 'ben');
    const told = await history();
    expect(told.text).toMatch(new RegExp(`· <@${house.slack.people.ben.id}> disabled News$`, 'm'));
    expect(told.text).not.toMatch(/ref|HTTP| ms/);
    const undone = await hear(
      house,
      () => as('ana').click(told, { text: 'Undo' }),
      ({ ts, text }) => ts === told.ts && text.startsWith('✓ Undone: News is enabled again'),
    );
    expect((await installedRow(house, 'News')).enabled).toBe(true);
    expect(undone.text).toContain('undone by you');
    // No rows are added until a refresh.
    expect(undone.text).not.toContain('enabled News again');
    const redone = await hear(
      house,
      () => as('ana').click(undone, { text: 'Redo' }),
      ({ ts, text }) => ts === undone.ts && text.startsWith('✓ Redone: News is disabled again'),
    );
    expect((await installedRow(house, 'News')).enabled).toBe(false);
    const refreshed = await hear(
      house,
      () => as('ana').click(redone, { text: 'Refresh' }),
      ({ ts, text }) => ts === redone.ts && text.startsWith('Audit log'),
    );
    expect(refreshed.text).toMatch(
      /You disabled News again\n.*You enabled News again · undone by .*\n.* disabled News/m,
    );
  });

  test('shows refs, places, statuses and times on request', async () => {
    await says('disable News', (text) => text.includes('News disabled by'));
    const told = await history();
    const detailed = await hear(
      house,
      () => as('ana').click(told, { text: 'With details' }),
      ({ ts, text }) => ts === told.ts && text.includes('ref '),
    );
    expect(detailed.text).toMatch(/You disabled News\nin <#\w+> · ref [0-9a-f]{6} · HTTP 200 · \d+ ms$/m);
    // The lists that are read afterwards are not what failed.
    house.service.faults.add({ match: { method: 'PUT' }, fault: { kind: 'status', status: 500 } });
    await says('disable Weather', (text) => text.includes('The voice service returned an internal error'));
    const failed = await says('history with:details', (text) => text.includes('disable Weather'));
    expect(failed.text).toMatch(/You tried to disable Weather · failed[^\n]*\n[^\n]* · HTTP 500 · \d+ ms$/m);
  });

  test('names the Abilities of an Agent, and resolves the IDs of older entries', async () => {
    await says('list', (text) => text.includes('News: enabled'));
    const [echo, weather] = [await agentNamed('Echo'), await abilityNamed('Weather')];
    const auditLog = (await house.openStore()).of(house.slack.teamId).auditLog;
    const id = auditLog.newId();
    const targets = [{ kind: 'agent' as const, id: String(echo.id), name: null }];
    await auditLog.begin({
      id,
      ref: '0a1b2c',
      userId: house.slack.people.ben.id,
      channelId: null,
      verb: 'assign',
      line: null,
      targets,
    });
    await auditLog.end(id, {
      outcome: 'done',
      why: null,
      targets,
      changeId: null,
      status: 200,
      ms: 1,
      before: `id:${weather.id}`,
      after: `id:${weather.id}, id:1`,
    });
    const { text } = await history();
    expect(text).toContain(`<@${house.slack.people.ben.id}> changed Echo's Abilities`);
    expect(text).toContain('Weather → Weather, a deleted Ability');
    expect(text).not.toContain('id:');
  });

  test('filters with a form', async () => {
    for (const line of ['disable News', 'disable Weather']) await says(line, (text) => text.includes('disabled by'));
    const told = await history();
    await as('ana').click(told, { text: 'Filter…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'history-filter');
    const found = await hear(
      house,
      () => as('ana').submit(form, { 'Ability or Agent': 'news', Result: 'Done', Period: 'Last 24 hours' }),
      ({ text }) => text.startsWith('Audit log · “news” · last 24 hours · done'),
    );
    expect(found.text).toContain('1 entry');
    expect(found.text).toContain('disabled News');
  });

  test('counts what somebody is refused again and again', async () => {
    // Counts are per clock hour, which must not change in the meantime.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    // The store takes its clock when it is opened.
    await house.close();
    house = await startHouse({ mode: 'http' });
    for (let times = 0; times < 3; times += 1) {
      await says('delete News', (text) => text.includes('Only admins can '), 'ben');
    }
    const told = await history('@ben');
    expect(told.text).toMatch(/ tried 3 times to delete News · denied: needs the admin role$/m);
    expect(told.text).toContain('1 entry');
    for (let kind = 1; kind <= 12; kind += 1) {
      await says(`delete News ${kind}`, (text) => text.includes('Only admins can '), 'ben');
    }
    const filled = await history('@ben');
    expect(filled.text).toMatch(/: \d+ refused attempts$/m);
    const shown = await history('@ben with:attempts');
    expect(shown.text).toMatch(/ tried to delete News 10 and made 2 other attempts · denied: needs the admin role$/m);
    expect(filled.text).toContain('11 entries');
  });

  test('names what a refused person asked for by its ID, without asking the service for them', async () => {
    const before = house.service.requests.length;
    await says('delete id:6002', (text) => text.includes('Only admins can '), 'ben');
    expect(house.service.requests).toHaveLength(before);
    expect((await history()).text).toMatch(/ tried to delete News · denied: needs the admin role$/m);
  });

  test.each<FaultRule['fault']>([{ kind: 'status', status: 500 }, { kind: 'silent' }])(
    'is not kept back by a service that makes trouble: %o',
    async (fault) => {
      const bot = await replaceBot(house, { deadlines: { names: 100 } });
      onTestFinished(() => bot.stop());
      await says('delete id:6002', (text) => text.includes('Only admins can '), 'ben');
      house.service.faults.add({ match: {}, fault });
      expect((await history()).text).toMatch(/ tried to delete an Ability · denied/m);
    },
  );

  test('is filtered by name, person, outcome and number, and paged', async () => {
    for (const line of ['disable News', 'enable News', 'disable Weather', 'enable Nonsense']) {
      await says(line, (text) => /by you|No Ability is called/.test(text));
    }
    await says('disable Nowhere', (text) => text.startsWith('No Ability is called'), 'ben');
    for (let count = 0; count < 8; count += 1) await says('enable News', (text) => text.includes('already'));
    expect((await history('weather')).text).toMatch(/^Audit log · “weather”\n[^\n]*\n[^\n]*disabled Weather\n1 entry/);
    expect((await history(`<@${house.slack.people.ben.id}>`)).text).toContain('1 entry');
    expect((await history('@ben since:1h')).text).toMatch(/ tried to disable Nowhere · refused: no such ability$/m);
    const ref = /ref ([0-9a-f]{6})/.exec((await history('@ben with:details')).text)?.[1];
    expect((await history(`ref:${ref}`)).text).toContain('disable Nowhere');
    expect((await history('outcome:unchanged since:1h')).text).toContain('8 entries');
    const first = await history();
    expect(first.text).toContain('13 entries · page 1 of 2');
    const second = await hear(
      house,
      () => as('ana').click(first, { text: 'Older ›' }),
      ({ ts, text }) => ts === first.ts && text.includes('page 2 of 2'),
    );
    expect(second.text).toContain('disabled News');
    expect((await says('history since:never', (text) => text.includes("isn't valid for"))).text).toContain('since:7d');
  });

  test('holds an upload, from the moment it was accepted to its end', async () => {
    await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
    const { text } = await history('tides');
    expect(text).toMatch(/You uploaded Tides$/m);
    expect(text).toContain('1 entry');
  });

  test('shows what was begun and never ended as that, and keeps rows from being changed', async () => {
    await says('disable News', (text) => text.includes('News disabled by'));
    await expect(runSql(house.config.store, "update attempts set user_id = 'U0OTHER'")).rejects.toThrow();
    await runSql(house.config.store, "delete from attempts where phase = 'ended'");
    expect((await history()).text).toContain(' started to disable News · not finished');
  });
});

test('the number that a person sees is in the log and in the history', async () => {
  house.service.faults.add({ match: { path: /get-installed/ }, fault: { kind: 'status', status: 503 } });
  const told = await says('disable News', (text) => text.includes('(ref '));
  const ref = refOf(told.text);
  const lines = house.logLines.filter((line) => line.includes(`"ref":"${ref}"`));
  const operations = lines.filter((line) => line.includes('"msg":"operation"'));
  expect(operations.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, verb: 'disable', outcome: 'failed', answer: 'trouble', status: 503, user: house.slack.people.ana.id },
  ]);
  house.service.faults.clear();
  expect((await history(`ref:${ref} with:details`)).text).toMatch(
    /You tried to disable News · failed: service unavailable\n[^\n]*ref \w+ · HTTP 503/,
  );
});

test('refused requests are in the log with their arguments, and so are reads', async () => {
  await says('delete News', (text) => text.includes('Only admins can '), 'ben');
  await says('list', (text) => text.includes('News: enabled'), 'ben');
  await says('disabel', (text) => text.includes('Did you mean'), 'ben');
  const lines = house.logLines.flatMap((line) => (line.includes('"msg":"operation"') ? [JSON.parse(line)] : []));
  const { id: user } = house.slack.people.ben;
  expect(lines).toMatchObject([
    { ref: expect.stringMatching(/^[0-9a-f]{6}$/), verb: 'delete', outcome: 'refused', answer: 'refused', user },
    { verb: 'list', outcome: 'shown', answer: 'list', user },
    { ref: expect.stringMatching(/^[0-9a-f]{6}$/), verb: 'show', outcome: 'refused', answer: 'refused', user },
  ]);
  // The audit log has the same ref.
  expect((await history(`ref:${lines[0].ref}`)).text).toMatch(/ tried to delete News · denied: needs the admin role$/m);
});

test('what cannot be written down is not done, and looking goes on', async () => {
  await says('list', (text) => text.includes('News: enabled'));
  await runSql(house.config.store, 'alter table attempts rename to attempts_away');
  const told = await says('disable News', (text) => text.includes("couldn't write to the audit log"));
  expect(told.text).toMatch(/nothing changed\. Try again in a minute\. \(ref [0-9a-f]{6}\)$/);
  expect((await installedRow(house, 'News')).enabled).toBe(true);
  await says('show News', (text) => text.includes('News'));
});
