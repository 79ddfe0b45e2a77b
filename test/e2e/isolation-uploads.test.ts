import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, readPackageFiles } from '@abilities-bot/ability-zip';
import type { Message } from '@abilities-bot/local-slack';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodeButton, type SharedFile } from '../../src/slack/button-value.ts';
import { decodeMetadata } from '../../src/slack/modal-metadata.ts';
import { makeFolder } from '../make-folder.ts';
import { until } from '../until.ts';
import { clickOn, newWeather, submissionOf } from './twin-crossing.ts';
import { inside, MARK, otherOf, SIDES, type Side, shownAfter, startTwins, type Twins, textOf } from './twin-house.ts';
import { expectNothingCrossed, onlyIn } from './twin-photograph.ts';
import { dropZip, openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { zipOf } from './zips.ts';

let twins: Twins;
beforeEach(async () => {
  twins = await startTwins({ bot: { uploads: { retryMs: 50, settleMs: 200 } }, env: { UPLOADS_AT_ONCE: '2' } });
});
afterEach(() => twins.close());

const at = (side: Side) => inside(twins, side);
const both = <T>(act: (side: Side) => Promise<T>) => Promise.all([act('north'), act('south')] as const);

/** The same name and paths on both sides, with different content. */
const tides = (side: Side) =>
  zipOf({
    'tides/main.py': `def run(u):\n    return "${MARK[side]} tide"\n`,
    'tides/__init__.py': '',
    'tides/README.md': `${MARK[side]}\n`,
  });

const uploadIn = async (side: Side, name = 'tides.zip') =>
  startUpload({ slack: at(side).slack }, await tides(side), { name, values: { Description: `${MARK[side]} tides.` } });

const abilitiesOf = async (side: Side, name: string) =>
  (await twins.accountOf[side].listAbilities()).filter((ability) => ability.name === name);

/** The content of all files of an Ability, as stored by the service. */
async function contentOf(side: Side, name: string): Promise<string> {
  const [ability] = await abilitiesOf(side, name);
  const path = join(await makeFolder(), 'sent.zip');
  if (!ability || !(await twins.accountOf[side].downloadPackage(ability.id, path, DEFAULT_LIMITS.maxBytes))) {
    throw new Error(`${name} is not given.`);
  }
  const texts: string[] = [];
  await readPackageFiles(path, DEFAULT_LIMITS, (_name, piece) => void texts.push(piece.toString()));
  return texts.join('');
}

const sendsOf = (side: Side) => twins.callsOf(side).filter(({ path }) => path.includes('add-capability'));
/** Fetched with the workspace's token: any other would appear on another wire. */
const fetchesOf = (side: Side) => at(side).slack.wire.filter(({ name }) => name === 'file');

/** Ana's click on one of the bot's messages, to be delivered with another value. */
async function clickTemplate(side: Side) {
  const { ana, slack } = at(side);
  const list = await shownAfter(slack, /Abilities · /, () => ana.command('list', { channel: slack.channels.ops }));
  const after = slack.transcript.revision;
  const click = await ana.click(list, { text: 'Refresh' });
  await slack.nextMessage(({ text }) => text.includes('Abilities · '), { after });
  return click;
}

test('two of one name at the same time: each is fetched, sent and told where it was dropped', async () => {
  const offers = await both(uploadIn);
  await both((side) => saying({ slack: at(side).slack }, offers[SIDES.indexOf(side)] as Message, 'Tides uploaded by'));
  for (const side of SIDES) {
    expect(await contentOf(side, 'Tides')).toContain(`${MARK[side]} tide`);
    expect(await contentOf(side, 'Tides')).not.toContain(MARK[otherOf(side)]);
    expect(fetchesOf(side).length).toBeGreaterThan(0);
    expect(sendsOf(side)).toHaveLength(1);
    const ended = (await twins.store.of(at(side).slack.teamId).auditLog.list({ page: 1, perPage: 50 })).records;
    expect(ended.filter(({ verb }) => verb === 'upload')).toMatchObject([{ ended: { outcome: 'done' } }]);
  }
  expectNothingCrossed(twins);
});

test('forms of one ID are two uploads', async () => {
  expect(at('north').ana.person.id).toBe(at('south').ana.person.id);
  const forms = await both(async (side) => {
    const { ana, slack } = at(side);
    const offer = await dropZip({ slack }, await tides(side));
    const template = await clickTemplate(side);
    const form = await openForm({ slack }, offer);
    const filled = await ana.fill(form, { ...WORDS, Description: `${MARK[side]} tides.` });
    return { offer, sent: submissionOf(template, filled, {}, 'V0TWIN') };
  });
  for (const [index, side] of SIDES.entries()) {
    const { acked, body } = await at(side).slack.redeliver((forms[index] ?? forms[0]).sent);
    expect({ acked, body }).toEqual({ acked: true, body: '' });
  }
  for (const [index, side] of SIDES.entries()) {
    await saying({ slack: at(side).slack }, forms[index]?.offer as Message, 'Tides uploaded by');
    expect(await contentOf(side, 'Tides')).toContain(`${MARK[side]} tide`);
  }
  expectNothingCrossed(twins);
});

test('replacing one of the same name on both sides deletes and sends the own one only', async () => {
  const old = await both(async (side) => (await abilitiesOf(side, 'Weather')).map(({ id }) => id));
  const questions = await both(async (side) => {
    const offer = await startUpload({ slack: at(side).slack }, await newWeather(), { name: 'weather.zip' });
    return saying({ slack: at(side).slack }, offer, 'Weather already exists');
  });
  const replace = async (side: Side) => {
    const { ana, slack } = at(side);
    const question = questions[SIDES.indexOf(side)] as Message;
    await ana.click(question, { text: 'Replace…' });
    const form = await slack.nextView(({ callbackId }) => callbackId === 'replace');
    await ana.submit(form, { typed_name: 'Weather' });
    await saying({ slack }, question, 'Weather replaced by');
  };
  await onlyIn(twins, 'north', () => replace('north'));
  await onlyIn(twins, 'south', () => replace('south'));
  for (const [index, side] of SIDES.entries()) {
    const [now, ...more] = await abilitiesOf(side, 'Weather');
    expect(more).toEqual([]);
    expect(old[index]).not.toContain(now?.id);
    const row = (await twins.accountOf[side].listInstalledAbilities()).find(({ name }) => name === 'Weather');
    expect(row?.triggerWords).toEqual([`${MARK[side]} Weather`]);
    const deleted = twins.callsOf(side).filter(({ path }) => path.includes('delete-capability'));
    expect(deleted).toHaveLength(1);
  }
  expectNothingCrossed(twins);
});

test('a file, and the copy that was kept of it, are had only where they are', async () => {
  const { ana, slack } = at('north');
  twins.service.faults.add({ match: { path: /add-capability/ }, fault: { kind: 'status', status: 400, body: {} } });
  const offer = await uploadIn('north');
  const refused = await saying({ slack }, offer, 'was not uploaded');
  twins.service.faults.clear();
  const again = await openForm({ slack }, refused, { label: 'Try again…' });
  await ana.closeView(again);
  const remembered = decodeMetadata(again.privateMetadata);
  const file = remembered?.form === 'upload' ? remembered.file : null;
  if (!file) throw new Error('The form of another try remembers the file.');
  const sends = sendsOf('north').length;

  const [upload] = (await twins.store.of(slack.teamId).auditLog.list({ page: 1, perPage: 50 })).records.filter(
    ({ verb }) => verb === 'upload',
  );
  const path = join(await makeFolder(), 'kept.zip');
  await writeFile(path, await tides('north'));
  await twins.store.of(slack.teamId).packages.put(upload?.id ?? '', 'new', path);
  const kept = { id: 'F0GONE', name: 'tides.zip', kept: upload?.id ?? '' };

  // Each opens a form, and a trigger can be used only once.
  const north = await clickTemplate('north');
  const press = (value: SharedFile) => encodeButton({ do: 'upload', file: value });
  await shownAfter(slack, /3 files/, () =>
    slack.redeliver(clickOn(north, press(kept), 'w-T0NORTH-ab120', slack.issueTrigger(slack.people.ana.id))),
  );
  for (const value of [file, kept]) {
    const south = await clickTemplate('south');
    const { slack: theirs } = at('south');
    const shown = await onlyIn(twins, 'south', () =>
      shownAfter(theirs, /^(?![\s\S]*Looking into)[\s\S]*tides\.zip/, () =>
        theirs.redeliver(clickOn(south, press(value), 'w-T0SOUTH-ab120', theirs.issueTrigger(theirs.people.ana.id))),
      ),
    );
    expect(textOf(shown)).not.toMatch(/3 files|main\.py/);
  }
  expect(fetchesOf('south')).toEqual([]);
  expect([sendsOf('north').length, sendsOf('south').length]).toEqual([sends, 0]);
});

test('one that waits when its workspace removes the bot goes nowhere, and that of the other goes on', async () => {
  twins.service.faults.add({ match: { path: /get-all-capabilities/ }, fault: { kind: 'reset' } });
  const offers = await both(async (side) => {
    const offer = await dropZip({ slack: at(side).slack }, await tides(side));
    const form = await openForm({ slack: at(side).slack }, offer);
    await at(side).ana.submit(form, { ...WORDS, Description: `${MARK[side]} tides.` });
    return saying({ slack: at(side).slack }, offer, "the voice service can't be reached.");
  });
  const [record] = await twins.store.of('T0NORTH').uploads.listOpen(1);
  await at('north').slack.uninstall();
  await until(() => twins.logLines.some((line) => line.includes('bot uninstalled')));
  const calls = at('north').slack.wire.length;
  twins.service.faults.clear();
  await saying({ slack: at('south').slack }, offers[1] as Message, 'Tides uploaded by');
  const gone = await twins.store.of('T0NORTH').uploads.find(record?.id ?? '');
  expect(gone?.end?.kind ?? gone?.state).not.toBe('uploaded');
  expect([(await abilitiesOf('north', 'Tides')).length, (await abilitiesOf('south', 'Tides')).length]).toEqual([0, 1]);
  expect(await contentOf('south', 'Tides')).toContain(`${MARK.south} tide`);
  expect(sendsOf('north')).toEqual([]);
  // A request in flight when the bot was uninstalled is refused.
  const taken = at('north')
    .slack.wire.slice(calls)
    .filter(
      ({ direction, response }) => direction === 'bot to Slack' && JSON.stringify(response).includes('"ok":true'),
    );
  expect(taken).toEqual([]);
  expect(await twins.store.of('T0SOUTH').account.find()).not.toBeNull();
});
