import { type ChannelRef, type Message, teamId } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { runSql } from '../store/run-sql.ts';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

/** Ana is a workspace admin, Ben an admin by the settings; a second admin is required. */
const open = async (policy: Partial<House['config']['policy']> = {}) => {
  const grants = { viewer: NOBODY, editor: NOBODY, admin: { users: ['U0LOCALBEN'], groups: [] } };
  house = await startHouse({
    mode: 'http',
    policy: { approvals: ['delete-enabled', 'replace-enabled'], grants, ...policy },
  });
};
const NOBODY = { users: [], groups: [] };

const ana = () => house.slack.as(house.slack.people.ana);
const ben = () => house.slack.as(house.slack.people.ben);
const names = async () => (await otherCaller(house).listAbilities()).map(({ name }) => name);
const sentDeletions = () => house.service.requests.filter(({ path }) => path.includes('delete-capability'));
const isToldTo =
  (who: { id: string }, words: string) =>
  ({ ephemeralFor, text }: Message) =>
    ephemeralFor === who.id && text.includes(words);
const at = (place: Pick<Message, 'ts'>, words: string) => saying(house, place, words);

/** The bot's audit log, read from its store, newest first. */
async function auditLog() {
  const store = await openStore(house.config.store);
  try {
    return (await store.of(teamId).auditLog.list({ page: 1, perPage: 10 })).records;
  } finally {
    await store.close();
  }
}

/** Ana deletes Timer, which is enabled. @returns the request posted for everybody. */
async function askToDelete(channel: ChannelRef = house.slack.channels.ops): Promise<Message> {
  await ana().command('delete Timer', { channel });
  const question = await house.slack.nextMessage(({ text }) => text.includes('Timer  Enabled'));
  return hear(
    house,
    () => ana().click(question, { text: 'Ask to delete Timer' }),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('wants to delete Timer'),
  );
}

describe('deleting an enabled Ability', () => {
  test('waits, and is done when another admin approves', async () => {
    await open();
    const { people, channels } = house.slack;
    const asked = await askToDelete();
    expect(asked).toMatchObject({ channelId: channels.ops.id, text: expect.stringContaining('enabled') });
    const told = await house.slack.nextMessage(isToldTo(people.ana, "needs another admin's approval"));
    expect(told.text).toContain(`I asked <@${people.ben.id}> in <#${channels.ops.id}>.`);
    expect(asked.text).toContain(`Waiting for <@${people.ben.id}>.`);
    expect(await names()).toContain('Timer');

    await ben().click(asked, { text: 'Approve' });
    const done = await at(asked, 'deleted');
    expect(done.text).toContain(`requested by <@${people.ana.id}>, approved by <@${people.ben.id}>`);
    expect(renderText(done)).not.toContain('[Approve]');
    expect(await names()).not.toContain('Timer');
    await house.slack.nextMessage(
      ({ text, threadTs }) => threadTs === asked.ts && text.includes('deleted · requested by'),
    );
    const [approved, ...others] = await auditLog();
    expect(others).toEqual([]);
    expect(approved).toMatchObject({
      verb: 'approve',
      userId: people.ben.id,
      ended: { outcome: 'done', targets: [{ kind: 'ability', name: 'Timer' }], after: 'deleted' },
    });
    await ana().command('history Timer');
    const history = await house.slack.nextMessage(isToldTo(people.ana, 'Audit log'));
    expect(history.text.match(/Timer/g)).toHaveLength(2);
    expect(history.text).toContain(` deleted Timer · approved by <@${people.ben.id}>`);
  });

  test("can't be approved by its requester, who can withdraw it", async () => {
    await open();
    const { people } = house.slack;
    const asked = await askToDelete();
    await ana().click(asked, { text: 'Approve' });
    await house.slack.nextMessage(isToldTo(people.ana, "You can't approve your own request"));
    expect(sentDeletions()).toEqual([]);
    await ana().click(asked, { text: 'Decline' });
    await at(asked, 'withdrew');
    await ben().click(asked, { text: 'Approve' });
    expect(await names()).toContain('Timer');
  });

  test("can't be approved by a non-admin", async () => {
    await open({ grants: { viewer: NOBODY, editor: NOBODY, admin: NOBODY } });
    const asked = await askToDelete();
    await ben().click(asked, { text: 'Approve' });
    await house.slack.nextMessage(isToldTo(house.slack.people.ben, 'Only admins can approve requests.'));
    expect(await names()).toContain('Timer');
    expect((await auditLog())[0]).toMatchObject({ verb: 'approve', ended: { outcome: 'refused' } });
  });

  test('can be declined by another admin, and the requester is notified', async () => {
    await open();
    const asked = await askToDelete();
    await ben().click(asked, { text: 'Decline' });
    await at(asked, 'declined');
    await house.slack.nextMessage(({ text, threadTs }) => threadTs === asked.ts && text.includes('declined'));
    expect(await names()).toContain('Timer');
  });

  test('is posted in the thread of the command', async () => {
    await open();
    const { ops } = house.slack.channels;
    const { messageTs: threadTs } = await ana().say(ops, 'Timer is no good.');
    const question = await hear(
      house,
      () => ana().say(ops, '@abilities delete Timer', { threadTs }),
      ({ text }) => text.includes('Timer  Enabled'),
    );
    await ana().click(question, { text: 'Ask to delete Timer' });
    const asked = await house.slack.nextMessage(({ text }) => text.includes('wants to delete Timer'));
    expect(asked).toMatchObject({ channelId: ops.id, threadTs });
  });

  test('an expired request says so when clicked, and loses its buttons', async () => {
    await open();
    const asked = await askToDelete();
    await runSql(house.config.store, 'update approvals set expires_at = 1 returning id');
    await ben().click(asked, { text: 'Approve' });
    await house.slack.nextMessage(isToldTo(house.slack.people.ben, 'expired '));
    expect(renderText(await at(asked, 'expired '))).not.toContain('Approve');
    expect(await names()).toContain('Timer');
  });

  test('waits again when the service rejects the change, and the request stays', async () => {
    await open();
    const { slack, service } = house;
    const asked = await askToDelete();
    service.faults.add({ match: { path: /delete-capability/ }, times: 1, fault: { kind: 'status', status: 401 } });
    await ben().click(asked, { text: 'Approve' });
    await slack.nextMessage(isToldTo(slack.people.ben, 'is still pending'));
    await ben().click(asked, { text: 'Approve' });
    await at(asked, 'deleted');
  });

  test('of two simultaneous approvals, one deletes and the other reports that it was too late', async () => {
    await open();
    const cleo = { id: 'U0LOCALCLEO', name: 'cleo', kind: 'owner' } as const;
    await house.close();
    house = await startHouse({
      mode: 'http',
      slack: { people: [cleo] },
      policy: {
        approvals: ['delete-enabled', 'replace-enabled'],
        grants: { viewer: NOBODY, editor: NOBODY, admin: { users: ['U0LOCALBEN'], groups: [] } },
      },
    });
    const asked = await askToDelete();
    await Promise.all([ben(), house.slack.as(cleo)].map((who) => who.click(asked, { text: 'Approve' })));
    await house.slack.nextMessage(({ ephemeralFor, text }) => ephemeralFor !== null && text.includes('already'));
    await at(asked, 'deleted');
    expect(sentDeletions()).toHaveLength(1);
  });

  test('from a direct message, it is posted in the audit channel, and its result is announced there once', async () => {
    await open({ auditChannel: 'C0LOCALGENERAL' });
    const { slack } = house;
    const asked = await askToDelete({ id: 'D0LOCALANA' });
    expect(asked.channelId).toBe(slack.channels.general.id);
    await ben().click(asked, { text: 'Approve' });
    await at(asked, 'deleted');
    const again = await hear(
      house,
      () => ana().command('disable Weather'),
      ({ channelId, ephemeralFor, text }) =>
        channelId === slack.channels.general.id && ephemeralFor === null && text.startsWith('Weather disabled'),
    );
    const seen = slack.transcript.messages.filter(
      ({ channelId, ephemeralFor }) => channelId === slack.channels.general.id && ephemeralFor === null,
    );
    expect(seen.map(({ ts }) => ts)).toEqual([asked.ts, again.ts]);
  });

  test("where the bot can't post, admins get a direct message, and the list works too", async () => {
    await open();
    const { slack } = house;
    const { lounge } = slack.channels;
    await ana().command('delete Timer', { channel: lounge });
    const question = await slack.nextMessage(({ text }) => text.includes('Timer  Enabled'));
    await ana().click(question, { text: 'Ask to delete Timer' });
    const told = await slack.nextMessage(isToldTo(slack.people.ana, "needs another admin's approval"));
    expect(told.text).toContain(`I asked <@${slack.people.ben.id}> in direct messages.`);
    await ben().command('approve');
    const list = await slack.nextMessage(isToldTo(slack.people.ben, 'wants to delete Timer'));
    await ben().click(list, { text: 'Approve' });
    const after = await at(list, 'deleted');
    expect(after.text).toContain('No pending approvals');
    expect(await names()).not.toContain('Timer');
  });
});

test('a disabled Ability is deleted without approval', async () => {
  await open();
  await ana().command('delete Night Watch');
  const question = await house.slack.nextMessage(({ text }) => text.includes('Night Watch  Disabled'));
  expect(question.text).not.toContain('nother admin');
  await ana().click(question, { text: 'Delete Night Watch' });
  await house.slack.nextMessage(({ text }) => text.includes('deleted by'));
});

describe('replacing an enabled Ability', () => {
  const newWeather = () =>
    zipOf({
      'weather/main.py': 'def run(u):\n    return "snow"\n',
      'weather/__init__.py': '',
      'weather/README.md': 'New.\n',
    });
  const idOf = async (name: string) =>
    (await otherCaller(house).listAbilities()).find((ability) => ability.name === name)?.id;

  async function askToReplace(): Promise<{ upload: Message; asked: Message }> {
    const upload = await startUpload(house, await newWeather(), { name: 'weather.zip' });
    const question = await saying(house, upload, 'Weather already exists');
    await ana().click(question, { text: 'Replace…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace');
    const asked = await hear(
      house,
      async () => {
        const answered = await ana().submit(form, { typed_name: 'Weather' });
        expect(JSON.stringify(answered.body)).toContain("needs another admin's approval");
      },
      ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('wants to replace Weather'),
    );
    return { upload, asked };
  }

  test('waits, and is done when another admin approves', async () => {
    await open();
    const old = await idOf('Weather');
    const { asked, upload } = await askToReplace();
    expect(asked.threadTs).toBe(upload.threadTs);
    await house.slack.nextMessage(isToldTo(house.slack.people.ana, "needs another admin's approval"));
    expect(sentDeletions()).toEqual([]);
    expect((await auditLog()).find(({ verb }) => verb === 'replace')).toMatchObject({
      ended: { outcome: 'unchanged', why: expect.stringContaining('waiting for approval') },
    });
    await ben().click(asked, { text: 'Approve' });
    await at(asked, 'Replacement of Weather started · requested by');
    await saying(house, upload, 'Weather replaced by');
    expect(await idOf('Weather')).not.toBe(old);
  });

  test('is requested once', async () => {
    await open();
    const { upload } = await askToReplace();
    const after = house.slack.transcript.revision;
    await ben().click(upload, { text: 'Replace…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace', { after });
    const answered = await ben().submit(form, { typed_name: 'Weather' });
    expect(JSON.stringify(answered.body)).toContain('has already asked to');
    expect(sentDeletions()).toEqual([]);
  });

  test('an upload changed after the request makes the request obsolete, and nothing is deleted', async () => {
    await open();
    const { asked, upload } = await askToReplace();
    const after = house.slack.transcript.revision;
    await ana().click(upload, { text: 'Rename…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'upload', { after });
    const changed = house.slack.transcript.revision;
    await ana().submit(form, { Name: 'Weather', Description: 'Something that nobody has approved.' });
    await house.slack.nextMessage(({ text, ts }) => ts === upload.ts && text.includes('Weather already exists'), {
      after: changed,
    });
    await ben().click(asked, { text: 'Approve' });
    await at(asked, 'changed or ended in the meantime');
    expect(sentDeletions()).toEqual([]);
  });

  test('while the state of the old Ability is unknown, the form stays open and nothing is deleted', async () => {
    await open();
    const upload = await startUpload(house, await newWeather(), { name: 'weather.zip' });
    await ana().click(await saying(house, upload, 'Weather already exists'), { text: 'Replace…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace');
    house.service.faults.add({ match: { method: 'GET' }, fault: { kind: 'status', status: 500 } });
    const answered = await ana().submit(form, { typed_name: 'Weather' });
    expect(answered.body).toMatchObject({ errors: { typed_name: expect.stringContaining("I couldn't read from") } });
    house.service.faults.clear();
    expect(sentDeletions()).toEqual([]);
  });
});
