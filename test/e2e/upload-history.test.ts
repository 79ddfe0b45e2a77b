import { teamId } from '@abilities-bot/local-slack';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import type { UndoRecord } from '../../src/store/undo-record.ts';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { flatZip, goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

/** The undo log, read from the store. */
async function history(): Promise<UndoRecord[]> {
  const store = await openStore(house.config.store);
  try {
    return await store.of(teamId).undoLogOf(null).recent(10);
  } finally {
    await store.close();
  }
}

const ana = () => house.slack.as(house.slack.people.ana);

test('a successful upload is in the history, with its author', async () => {
  house = await startHouse({ mode: 'http' });
  await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
  const uploaded = (await otherCaller(house).listAbilities()).find(({ name }) => name === 'Tides');
  expect(await history()).toMatchObject([
    {
      userId: house.slack.people.ana.id,
      change: { kind: 'uploaded', abilityId: uploaded?.id, name: 'Tides', how: 'new' },
      undoneBy: null,
    },
  ]);
});

test('one whose result had to be sent again is listed once', async () => {
  house = await startHouse({ mode: 'http', uploadTimes: { pollMs: 50 } });
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  house.slack.faults.add({ method: 'chat.update', times: 8, fault: { error: 'internal_error' } });
  await ana().submit(form, WORDS);
  await saying(house, offer, 'Tides uploaded by');
  expect(await history()).toHaveLength(1);
});

test('one that was refused leaves no trace', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await dropZip(house, await flatZip());
  await ana().submit(await openForm(house, offer), { ...WORDS, wrap: [] });
  await saying(house, offer, 'was not uploaded');
  expect(await history()).toEqual([]);
});

test('each decision about it is a line of the log', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await startUpload(house, await goodZip(), { values: { Name: 'Weather' } });
  const question = await saying(house, offer, 'Weather already exists');
  await ana().click(question, { text: 'Discard' });
  await saying(house, offer, 'canceled');
  const lines = house.logLines.flatMap((line) => (line.includes('"msg":"operation"') ? [JSON.parse(line)] : []));
  const who = { user: house.slack.people.ana.id, team: teamId, channel: house.slack.channels.ops.id };
  expect(lines).toContainEqual(
    expect.objectContaining({
      ...who,
      verb: 'upload',
      outcome: 'done',
      answer: 'upload-decided',
      ref: expect.any(String),
    }),
  );
  await ana().command('history');
  const log = await house.slack.nextMessage(({ text }) => text.startsWith('Audit log'));
  expect(log.text).toMatch(/You canceled the upload of Weather$/m);
  expect(log.text).not.toContain('uploaded Weather');
  expect(log.text).toContain('1 entry');
});

test('a refused decision is logged with the name of the upload', async () => {
  house = await startHouse({ mode: 'http', policy: { memberRole: 'viewer' } });
  const { channels, people } = house.slack;
  const offer = await startUpload(house, await goodZip(), { values: { Name: 'Weather' } });
  const question = await saying(house, offer, 'Weather already exists');
  await house.slack.as(people.ben).click(question, { text: 'Discard' });
  await house.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === people.ben.id);
  const store = await openStore(house.config.store);
  const { records } = await store.of(teamId).auditLog.list({ page: 1, perPage: 10 });
  await store.close();
  expect(records.find(({ userId }) => userId === people.ben.id)).toMatchObject({
    verb: 'upload',
    line: 'cancel',
    channelId: channels.ops.id,
    targets: [{ kind: 'upload', id: expect.stringMatching(/^[0-9a-f]{16}$/), name: 'Weather' }],
    ended: { outcome: 'refused' },
  });
});

test('an update in place is shown as one', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await startUpload(house, await goodZip(), { values: { Name: 'Weather' } });
  const question = await saying(house, offer, 'Weather already exists');
  await ana().click(question, { text: 'Update code…' });
  await ana().submit(await house.slack.nextView(({ callbackId }) => callbackId === 'update'), {});
  await saying(house, offer, 'updated by');
  expect(await history()).toMatchObject([
    {
      change: {
        kind: 'uploaded',
        name: 'Weather',
        how: 'update',
        code: { before: expect.any(String), after: expect.any(String) },
      },
    },
  ]);
  await ana().command('history');
  const log = await house.slack.nextMessage(({ text }) => text.startsWith('Audit log'));
  expect(log.text).toMatch(/You updated Weather$/m);
});

test('the receipt says where the Ability is by now', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const { slack } = house;
  const receipt = await saying(house, await startUpload(house, await goodZip()), 'Not installed yet.');
  await ana().command('assign Echo');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'assign');
  await ana().submit(form, { Abilities: ['Tides'] });
  await saying(house, receipt, 'Enabled, on Echo.');
  await ana().command('disable Tides');
  await saying(house, receipt, 'Disabled, on Echo.');
  const after = slack.transcript.revision;
  await ana().command('delete Tides');
  const question = await slack.nextMessage(({ text }) => text.includes('Delete Tides?'), { after });
  await ana().click(question, { text: 'Delete Tides' });
  await saying(house, receipt, `Deleted by <@${slack.people.ana.id}> · `);
});

test('the notice channel gets it once', async () => {
  const channelId = 'C0LOCALGENERAL';
  house = await startHouse({ mode: 'http', policy: { auditChannel: channelId } });
  const { slack } = house;
  await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
  const told = await slack.nextMessage(
    (message) => message.channelId === channelId && message.text.includes('Tides uploaded by'),
  );
  expect(told.text).toContain(`by <@${slack.people.ana.id}>`);
});
