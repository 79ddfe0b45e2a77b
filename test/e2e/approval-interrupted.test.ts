import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { otherCaller } from './reading.ts';
import { startHouse } from './start-house.ts';
import { saying } from './upload-job.ts';
import { hear } from './watched-house.ts';

const NOBODY = { users: [], groups: [] };
const MINUTE = 60_000;

/** Ana asks, Ben and Cleo may approve. `killed`: the store of a process that approves and is killed. */
async function setUp() {
  const cleo = { id: 'U0LOCALCLEO', name: 'cleo', kind: 'owner' } as const;
  const grants = { viewer: NOBODY, editor: NOBODY, admin: { users: ['U0LOCALBEN'], groups: [] } };
  const house = await startHouse({
    mode: 'http',
    slack: { people: [cleo] },
    policy: { approvals: ['delete-enabled', 'replace-enabled'], grants },
    uploadTimes: { pollMs: 20 },
  });
  onTestFinished(() => house.close());
  const killed = await openStore(house.config.store);
  onTestFinished(() => killed.close());
  await killed.processes.renew(10 * MINUTE);
  const { people, teamId, channels } = house.slack;
  const ana = house.slack.as(people.ana);
  const approvals = killed.of(teamId).approvalsOf(null);
  const auditLog = killed.of(teamId).auditLog;
  const ask = async (name: string) => {
    const question = await hear(
      house,
      () => ana.command(`delete ${name}`),
      ({ text }) => text.includes(`${name}  Enabled`),
    );
    const asked: Message = await hear(
      house,
      () => ana.click(question, { text: `Ask to delete ${name}` }),
      ({ ephemeralFor, text }) => ephemeralFor === null && text.includes(`wants to delete ${name}`),
    );
    const [approval] = await approvals.waiting(1);
    if (!approval) throw new Error('Nothing waits.');
    return { asked, id: approval.id };
  };
  /** Begins Ben's attempt and saves his decision, as far as a process gets before it is killed. */
  const begin = async (id: string): Promise<string> => {
    const attempt = auditLog.newId();
    const targets = [{ kind: 'approval' as const, id, name: null }];
    await auditLog.begin({
      id: attempt,
      ref: attempt.slice(0, 6),
      userId: people.ben.id,
      channelId: channels.ops.id,
      verb: 'approve',
      line: `approve ${id}`,
      targets,
    });
    expect(await approvals.decide(id, people.ben.id, 'in-progress', attempt)).not.toBeNull();
    return attempt;
  };
  const other = otherCaller(house);
  const idOf = async (name: string) => (await other.listAbilities()).find((ability) => ability.name === name)?.id;
  const deletions = () => house.service.requests.filter(({ path }) => path.includes('delete-capability')).length;
  const endOf = async (attempt: string) => (await auditLog.read(attempt))?.ended;
  return { ana, approvals, ask, auditLog, begin, cleo, deletions, endOf, house, idOf, killed, other };
}

test('an approved request whose process was killed is carried out once, answered and closed', async () => {
  const { approvals, ask, auditLog, begin, deletions, endOf, house, idOf, killed, other } = await setUp();
  const { people } = house.slack;
  // Killed before the service was called.
  const timer = await ask('Timer');
  const first = await begin(timer.id);
  await killed.processes.leave();
  const closed = await saying(house, timer.asked, 'deleted');
  expect(closed.text).toContain(`requested by <@${people.ana.id}>, approved by <@${people.ben.id}>`);
  expect(renderText(closed)).not.toContain('Approve');
  await house.slack.nextMessage(({ ephemeralFor, text }) => ephemeralFor === people.ben.id && text.includes('deleted'));
  expect(await idOf('Timer')).toBeUndefined();
  expect(deletions()).toBe(1);
  expect(await endOf(first)).toMatchObject({ outcome: 'done', after: 'deleted', targets: [{ name: 'Timer' }] });
  expect(await approvals.find(timer.id)).toMatchObject({ state: 'approved', decidedBy: people.ben.id });

  // Killed after the service has deleted it.
  await killed.processes.renew(10 * MINUTE);
  const news = await ask('News');
  const second = await begin(news.id);
  const newsId = await idOf('News');
  if (newsId === undefined) throw new Error('News is gone.');
  await other.deleteAbilities([newsId]);
  const sent = deletions();
  await killed.processes.leave();
  await saying(house, news.asked, 'deleted');
  expect(deletions()).toBe(sent);
  expect(await endOf(second)).toMatchObject({ outcome: 'done', after: 'deleted', targets: [{ name: 'News' }] });
  const { records } = await auditLog.list({ page: 1, perPage: 20 });
  expect(records.filter(({ verb }) => verb === 'approve')).toHaveLength(2);
});

test('one that nobody resumes is listed as being carried out, and another admin carries it out', async () => {
  const { approvals, ask, auditLog, begin, cleo, house, idOf } = await setUp();
  const { asked, id } = await ask('Timer');
  const attempt = await begin(id);
  // Its process lives, and has given up.
  await auditLog.end(attempt, {
    outcome: 'failed',
    why: 'internal error',
    targets: [],
    before: null,
    after: null,
    changeId: null,
    status: null,
    ms: 1,
  });
  const list = await hear(
    house,
    () => house.slack.as(cleo).command('approve'),
    ({ ephemeralFor, text }) => ephemeralFor === cleo.id && text.includes('In progress'),
  );
  await house.slack.as(cleo).click(list, { text: 'Finish' });
  const closed = await saying(house, asked, 'deleted');
  expect(renderText(closed)).not.toContain('[Approve]');
  expect(await idOf('Timer')).toBeUndefined();
  expect(await approvals.find(id)).toMatchObject({ state: 'approved', decidedBy: house.slack.people.ben.id });
});

test.each(['approved', 'declined'] as const)('one that was %s right before the kill is closed', async (state) => {
  const { approvals, ask, auditLog, begin, house, idOf, killed, other } = await setUp();
  const { ben } = house.slack.people;
  const { asked, id } = await ask('Timer');
  const timerId = await idOf('Timer');
  if (timerId === undefined) throw new Error('Timer is gone.');
  if (state === 'approved') {
    const attempt = await begin(id);
    await other.deleteAbilities([timerId]);
    await approvals.finish(id);
    const end = { why: null, targets: [], before: null, after: 'deleted', changeId: null, status: null, ms: 1 };
    await auditLog.end(attempt, { ...end, outcome: 'done' });
  } else {
    const attempt = auditLog.newId();
    const targets = [{ kind: 'approval' as const, id, name: null }];
    const { ops } = house.slack.channels;
    const entry = { id: attempt, ref: attempt.slice(0, 6), userId: ben.id, channelId: ops.id, verb: 'decline' };
    await auditLog.begin({ ...entry, line: `decline ${id}`, targets });
    expect(await approvals.decide(id, ben.id, 'declined')).not.toBeNull();
  }
  await killed.processes.leave();
  const closed = await saying(house, asked, state === 'approved' ? 'Approved' : 'Declined');
  expect(closed.text).toContain(`by <@${ben.id}>`);
  expect(renderText(closed)).not.toContain('[Approve]');
});
