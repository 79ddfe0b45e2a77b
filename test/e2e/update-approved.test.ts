import { join } from 'node:path';
import { DEFAULT_LIMITS, inspectPackage } from '@abilities-bot/ability-zip';
import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApprovalChoice } from '../../src/store/settings-record.ts';
import { makeFolder } from '../make-folder.ts';
import { commitWeather } from './commit-weather.ts';
import { otherCaller } from './reading.ts';
import { receivedFile } from './received-file.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { zipOf } from './zips.ts';

let house: House;
const CLEO = { id: 'U0LOCALCLEO', name: 'cleo', kind: 'member' } as const;

/** Ana is a workspace admin, Ben an admin by the settings, Cleo an editor. */
async function start(approvals: ApprovalChoice[]) {
  const nobody = { users: [], groups: [] };
  const grants = { viewer: nobody, editor: nobody, admin: { users: ['U0LOCALBEN'], groups: [] } };
  house = await startHouse({ mode: 'http', slack: { people: [CLEO] }, policy: { approvals, grants } });
}
beforeEach(({ task }) => start(task.name.startsWith('if only') ? ['update-grown'] : ['update']));
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const ben = () => house.slack.as(house.slack.people.ben);

async function idOfWeather() {
  const found = (await otherCaller(house).listAbilities()).find(({ name }) => name === 'Weather');
  if (!found) throw new Error('Weather is not on the account.');
  return found.id;
}

/** What runs, as a digest. */
async function running(): Promise<string> {
  const path = join(await makeFolder(), 'given.zip');
  await otherCaller(house).downloadPackage(await idOfWeather(), path, DEFAULT_LIMITS.maxBytes);
  return (await inspectPackage(path, DEFAULT_LIMITS)).contentDigest;
}

/** The next message after an action that has these words. */
async function after(act: () => Promise<unknown>, words: string): Promise<Message> {
  const { revision } = house.slack.transcript;
  await act();
  return house.slack.nextMessage((message) => renderText(message).includes(words), { after: revision });
}

/** Ana submits *Update code…*. @returns the request to the other admins. */
async function submitUpdate(question: Message): Promise<Message> {
  const { revision } = house.slack.transcript;
  await ana().click(question, { text: 'Update code…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'update', { after: revision });
  return after(() => ana().submit(form, {}), "wants to update *Weather*'s code");
}

const weather = () =>
  zipOf({
    'weather/main.py': 'def run(u):\n    return "snow"\n',
    'weather/__init__.py': '',
    'weather/README.md': 'New.\n',
  });

/** Ana drops a new Weather. @returns the message that asks what to do. */
async function dropWeather(zip?: Buffer): Promise<Message> {
  const offer = await startUpload(house, zip ?? (await weather()), { values: { Name: 'Weather' } });
  return saying(house, offer, 'Weather already exists');
}

test('an update waits, is asked for once, and is made when another admin approves; so is a rollback', async () => {
  const original = await running();
  const question = await dropWeather();
  const asked = await submitUpdate(question);
  await house.slack.nextView((view) => renderText(view).includes("The request needs another admin's approval"));
  await ana().click(asked, { text: 'Approve' });
  await house.slack.nextMessage(({ text }) => text.includes("You can't approve your own request"));
  expect(await running()).toBe(original);
  await ben().click(question, { text: 'Update code…' });
  const bens = await house.slack.nextView(({ callbackId, userId }) => {
    return callbackId === 'update' && userId === house.slack.people.ben.id;
  });
  await ben().submit(bens, {});
  await house.slack.nextView((view) => renderText(view).includes('has already asked to update'));

  await ben().click(asked, { text: 'Approve' });
  await saying(house, question, 'Weather updated by');
  const updated = await running();
  expect(updated).not.toBe(original);

  const versions = await after(() => ana().command('versions Weather'), 'Versions of');
  const [, digest] = renderText(versions).match(/(?<=`)[0-9a-f]{12}(?=`)/g) ?? [];
  const rollback = await after(() => ana().command(`rollback Weather to:${digest}`), 'The change needs approval');
  const direct = await after(() => ana().click(rollback, { text: 'Roll back' }), 'Update code…');
  const again = await submitUpdate(direct);
  expect(await running()).toBe(updated);
  await ben().click(again, { text: 'Approve' });
  await saying(house, direct, 'rolled back by');
  expect(await running()).toBe(original);
});

test('an update that was declined is not made, and can be asked for again', async () => {
  const original = await running();
  const question = await dropWeather();
  const asked = await submitUpdate(question);
  await ben().click(asked, { text: 'Decline' });
  await saying(house, asked, 'declined');
  await submitUpdate(question);
  expect(await running()).toBe(original);
});

test('a release is enabled when another admin approves', async () => {
  await commitWeather(house, 'snow');
  const snow = await running();
  await commitWeather(house, 'hail');
  const hail = await running();
  const versions = await after(() => ana().command('versions Weather'), 'Enable…');
  const question = await after(() => ana().click(versions, { text: 'Enable v1 of Weather' }), 'This needs approval');
  const asked = await after(() => ana().click(question, { text: 'Ask to enable' }), 'wants to enable release');
  expect(await running()).toBe(hail);
  const told = await after(() => ben().click(asked, { text: 'Approve' }), 'requested by');
  expect(told.text).toContain(`approved by <@${house.slack.people.ben.id}>`);
  expect(await running()).toBe(snow);
});

const CALLER = 'import requests\n\n\ndef run(u):\n    return requests.get("https://sky.example/now").text\n';
const calling = () =>
  zipOf({
    'weather/main.py': CALLER,
    'weather/__init__.py': '',
    'weather/README.md': 'New.\n',
    'weather/notes.txt': 'A new file.\n',
  });

test('if only code that names more needs an approval, the request says what is new, and less needs none', async () => {
  const question = await dropWeather(await calling());
  const original = await running();
  const { revision } = house.slack.transcript;
  await ana().click(question, { text: 'Update code…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'update', { after: revision });
  const shown = renderText(form);
  expect(shown).toContain('*New hosts*  `sky.example`');
  expect(shown).toContain('*New imports*  `requests`');
  expect(shown).toContain('+import requests');
  const asked = await after(() => ana().submit(form, {}), "wants to update *Weather*'s code");
  expect(renderText(asked)).toContain('*New hosts*  `sky.example`');
  // Everybody in the channel sees it.
  expect(renderText(asked)).not.toContain('requests.get');
  expect(await running()).toBe(original);
  // Its lines are for those who may approve it.
  await after(() => house.slack.as(CLEO).click(asked, { text: 'Show changes' }), 'approve requests');
  expect(house.slack.as(CLEO).modal()).toBeUndefined();
  await ben().click(asked, { text: 'Show changes' });
  const changes = await house.slack.nextView(
    (view) => view.userId === house.slack.people.ben.id && renderText(view).includes('requests.get'),
  );
  expect(renderText(changes)).toContain('*New hosts*  `sky.example`');
  await ben().click(changes, { text: 'Send all changes as a file' });
  expect((await receivedFile(house, house.slack.people.ben)).bytes.toString()).toContain('+A new file.\n');

  await ben().click(asked, { text: 'Approve' });
  await saying(house, question, 'Weather updated by');
  const updated = await running();

  // Back to code that names less.
  const versions = await after(() => ana().command('versions Weather'), 'Versions of');
  const [newer = '', older = ''] = renderText(versions).match(/(?<=`)[0-9a-f]{12}(?=`)/g) ?? [];
  const rollback = await after(() => ana().command(`rollback Weather to:${older}`), 'Roll *Weather* back');
  expect(renderText(rollback)).not.toContain('approval');
  await after(() => ana().click(rollback, { text: 'Roll back' }), 'rolled back by');
  expect(await running()).toBe(original);
  // And forward again, which needs one.
  await after(() => ana().command(`rollback Weather to:${newer}`), 'The change needs approval');
  expect(updated).not.toBe(original);
});

test('if only code that names more needs an approval, replacing with such code needs one too', async () => {
  const before = await idOfWeather();
  const question = await dropWeather(await calling());
  const { revision } = house.slack.transcript;
  await ana().click(question, { text: 'Replace…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace', { after: revision });
  const asked = await after(() => ana().submit(form, { typed_name: 'Weather' }), 'wants to replace *Weather*');
  expect(renderText(asked)).toContain('*New hosts*  `sky.example`');
  expect(renderText(asked)).not.toContain('requests.get');
  await ben().click(asked, { text: 'Show changes' });
  await house.slack.nextView((view) => renderText(view).includes('requests.get'));
  expect(await idOfWeather()).toBe(before);
  await ben().click(asked, { text: 'Approve' });
  await saying(house, question, 'Weather replaced by');
  expect(await idOfWeather()).not.toBe(before);
});
