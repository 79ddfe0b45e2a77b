import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, readPackageFiles } from '@abilities-bot/ability-zip';
import { afterEach, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.ts';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);

async function ask() {
  const { slack } = house;
  await ana().command('export');
  const direct = await slack.directMessage(slack.people.ana);
  return {
    direct,
    saying: (words: string) =>
      slack.nextMessage(({ channelId, text }) => channelId === direct.id && text.includes(words)),
  };
}

test('the account is sent as a file to the one who asked, and to nobody else', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { direct, saying } = await ask();
  const told = await saying('Export as of');
  const service = otherCaller(house);
  const [agents, abilities, installed] = await Promise.all([
    service.listAgents(),
    service.listAbilities(),
    service.listInstalledAbilities(),
  ]);
  // One of the installed records belongs to no Ability.
  expect([abilities.length, installed.length, agents.length]).toEqual([12, 10, 3]);
  expect(told.text).toContain('12 Abilities, 9 installed, 1 orphaned, 3 Agents.');
  const withFile = await slack.nextMessage(({ channelId, files }) => channelId === direct.id && files.length > 0);
  const [file] = withFile.files;
  const got = await ana().download(String(file?.id));
  expect(got?.name).toMatch(/^abilities-.*Z\.zip$/);
  expect(await slack.as(slack.people.ben).download(String(file?.id))).toBeNull();
  const path = join(await makeFolder(), 'export.zip');
  await writeFile(path, got?.bytes ?? '');
  const texts: string[] = [];
  const { files } = await readPackageFiles(path, DEFAULT_LIMITS, (_name, piece) => void texts.push(piece.toString()));
  expect(files).toHaveLength(8);
  expect(texts.join('')).toContain(abilities[0]?.name);
  expect(texts.join('')).not.toContain(house.service.apiKey);
});

test('under a filter, only what is shown is exported, with names of people and channels, and the log stays', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ben = slack.as(slack.people.ben);
  await ben.command('disable News');
  await slack.nextMessage(({ text }) => text.includes('News'));
  await ana().command('disable Weather');
  await slack.nextMessage(({ text }) => text.includes('Weather'));
  await ana().command('history News');
  const log = await slack.nextMessage(({ text }) => text.startsWith('Audit log'));
  await ana().click(log, { text: 'Export these' });
  const answered = await slack.nextMessage(({ text }) => text.includes("I'm sending you the export"));
  expect(answered.text).toContain('1 audit log entry · “News”');
  expect(answered.text).toContain('Audit log');
  const direct = await slack.directMessage(slack.people.ana);
  const withFile = await slack.nextMessage(({ channelId, files }) => channelId === direct.id && files.length > 0);
  const got = await ana().download(String(withFile.files[0]?.id));
  expect(got?.name).toMatch(/^audit-log-.*Z\.zip$/);
  const path = join(await makeFolder(), 'export.zip');
  await writeFile(path, got?.bytes ?? '');
  const texts = new Map<string, string>();
  await readPackageFiles(path, DEFAULT_LIMITS, (name, piece) => {
    const key = name.replace(/^.*\//, '');
    texts.set(key, `${texts.get(key) ?? ''}${piece.toString()}`);
  });
  expect([...texts.keys()].sort()).toEqual(['history.csv', 'history.json']);
  expect(JSON.parse(texts.get('history.json') ?? '')).toMatchObject([
    {
      user: 'ben',
      userId: slack.people.ben.id,
      channel: 'general',
      verb: 'disable',
      targetNames: ['News'],
      localTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
    },
  ]);
});

test('if Slack rejects the file, the answer says so and what to do', async () => {
  house = await startHouse({ mode: 'http' });
  house.slack.faults.add({ method: 'files.completeUploadExternal', times: 9, fault: { error: 'not_allowed' } });
  const { saying } = await ask();
  expect((await saying('was not sent')).text).toMatch(
    /^The export was not sent\. Slack rejected the file \(not_allowed\)\. If this keeps happening, tell an admin\. \(ref \w+\)$/,
  );
});

test('without the scope files:write the answer names it', async () => {
  house = await startHouse({ mode: 'http', slack: { scopes: ['commands', 'chat:write', 'users:read', 'files:read'] } });
  const { saying } = await ask();
  expect((await saying('was not sent')).text).toContain(
    'because the app lacks the Slack scope files:write. Tell an admin.',
  );
});

test('no room for the file: it is said, and it can be asked for again', async () => {
  house = await startHouse({ mode: 'http', uploads: { spoolMaxBytes: 10 } });
  const { saying } = await ask();
  expect((await saying('was not sent')).text).toContain(
    'I have no room for more files right now. Try again in a minute.',
  );
});
