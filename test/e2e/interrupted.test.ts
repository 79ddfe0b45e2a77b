import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AuditStart } from '../../src/store/audit-record.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { PATIENT_STORE } from '../patient.ts';
import { SkippingClock } from '../skipping-clock.ts';
import { makeDatabase } from '../store/databases.ts';
import { storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';
import { installedRow, otherCaller } from './reading.ts';
import { startHouse } from './start-house.ts';

const MINUTE = 60_000;
const OPS = 'C0LOCALOPS';

/** A bot, and the store of a process on the same database that begins requests and is killed. */
async function setUp(kind: Store['kind']) {
  const clock = new SkippingClock();
  const databaseUrl = kind === 'postgresql' ? await makeDatabase() : undefined;
  const house = await startHouse({
    mode: 'http',
    clock,
    uploadTimes: { pollMs: 20 },
    times: { watchMs: MINUTE },
    policy: { watchChannel: OPS },
    ...(databaseUrl ? { databaseUrl } : {}),
  });
  onTestFinished(() => house.close());
  const killed = await openStore({ ...house.config.store, ...PATIENT_STORE });
  onTestFinished(() => killed.close());
  await killed.processes.renew(10 * MINUTE);
  const { people, teamId } = house.slack;
  const auditLog = killed.of(teamId).auditLog;
  const begin = async (given: Partial<AuditStart>): Promise<string> => {
    const id = auditLog.newId();
    const from = { ref: id.slice(0, 6), userId: people.ana.id, channelId: house.slack.channels.ops.id };
    await auditLog.begin({ id, ...from, verb: 'disable', line: null, targets: [], ...given });
    return id;
  };
  const kill = () => killed.processes.leave();
  const saying = (words: string, after = 0): Promise<Message> =>
    house.slack.nextMessage(({ text }) => text.includes(words), { after });
  return { auditLog, begin, clock, house, kill, killed, saying };
}

const DISABLE_NEWS = { line: 'disable News', targets: [{ kind: 'ability', id: null, name: 'News' } as const] };

describe.each(storeKinds)('a request of a killed process on %s', (kind) => {
  test('is answered where it was made, with the state of the account and a button that repeats it', async () => {
    const { auditLog, begin, house, kill, saying } = await setUp(kind);
    const { slack } = house;
    const { channels, people } = slack;
    const id = await begin(DISABLE_NEWS);
    await kill();
    const answer = await saying('Interrupted: ');
    expect(answer).toMatchObject({ channelId: channels.ops.id, ephemeralFor: people.ana.id });
    expect(answer.text).toContain(`(ref ${id.slice(0, 6)})`);
    expect(renderText(answer)).toContain('disable News');
    expect(answer.text).toContain('News is enabled now.');
    const ana = slack.as(people.ana);
    await ana.click(answer, { text: 'Audit log' });
    expect((await saying('tried to disable News · interrupted')).text).toContain('Audit log');
    await ana.click(answer, { text: 'Try again' });
    await saying('News disabled by you');
    expect((await installedRow(house, 'News')).enabled).toBe(false);
    const { records } = await auditLog.list({ page: 1, perPage: 9 });
    expect(records.map(({ ended }) => [ended?.outcome, ended?.why])).toEqual([
      ['done', null],
      ['failed', 'interrupted'],
    ]);
  });

  test('is answered in a direct message where nothing can be posted, and without a button for what is not permitted', async () => {
    const { begin, house, kill, saying } = await setUp(kind);
    const { people } = house.slack;
    // A guest, who is not in that channel.
    await begin({ ...DISABLE_NEWS, userId: people.gus.id });
    await kill();
    const answer = await saying('Interrupted: ');
    expect(answer.ephemeralFor).toBeNull();
    expect(answer.channelId).toMatch(/^D/);
    expect(renderText(answer)).not.toContain('[Try again]');
  });

  test('is answered later if Slack is away, once', async () => {
    const { begin, house, kill, saying } = await setUp(kind);
    const { faults, transcript } = house.slack;
    for (const method of ['chat.postEphemeral', 'chat.postMessage'])
      faults.add({ method, times: 1, fault: { error: 'fatal_error' } });
    await begin(DISABLE_NEWS);
    await kill();
    await until(() => house.logLines.some((line) => line.includes('answer not delivered')));
    const answer = await saying('Interrupted: ');
    const { revision } = transcript;
    await begin({ verb: 'enable', line: 'enable Radio' });
    await kill();
    await saying('enable Radio', revision);
    expect(transcript.messages.filter(({ text }) => text.includes('disable News')).map(({ ts }) => ts)).toEqual([
      answer.ts,
    ]);
  });

  test('that had its end already is answered with it', async () => {
    const { auditLog, begin, kill, saying } = await setUp(kind);
    const id = await begin(DISABLE_NEWS);
    await auditLog.end(id, {
      outcome: 'done',
      why: null,
      targets: DISABLE_NEWS.targets,
      before: 'enabled',
      after: 'disabled',
      changeId: null,
      status: 200,
      ms: 1,
    });
    await kill();
    const answer = await saying('Result of ');
    expect(answer.text).toContain('disable News');
    expect(answer.text).toContain(': done.');
    expect(renderText(answer)).not.toContain('[Try again]');
  });

  test('is not one that was answered before its process stopped', async () => {
    const { house, killed, saying } = await setUp(kind);
    await house.slack.as(house.slack.people.ana).command('disable News');
    await saying('News disabled by you');
    await house.bot.stop();
    await killed.interruptions.plan();
    expect(await killed.interruptions.takeDue(10, MINUTE, null)).toEqual([]);
  });

  test('is named when the watch finds what the service has made of it', async () => {
    const { begin, clock, house, kill, saying } = await setUp(kind);
    const { slack } = house;
    const store = await house.openStore();
    await until(async () => (await store.of(slack.teamId).snapshot.read()) !== null);
    const row = await installedRow(house, 'News');
    await otherCaller(house).setInstalledAbility(row, { enabled: false, triggerWords: row.triggerWords });
    await begin(DISABLE_NEWS);
    await kill();
    await saying('Interrupted: ');
    clock.skip(2 * MINUTE);
    const found = await saying('Changed outside Slack');
    expect(found.text).toContain('News disabled · probably from ');
  });
});
