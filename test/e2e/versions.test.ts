import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, inspectPackage } from '@abilities-bot/ability-zip';
import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.ts';
import { commitWeather } from './commit-weather.ts';
import { installedRow, otherCaller } from './reading.ts';
import { receivedFile } from './received-file.ts';
import { sendWeather } from './send-weather.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);

async function abilityOf(name: string) {
  const found = (await otherCaller(house).listAbilities()).find((ability) => ability.name === name);
  if (!found) throw new Error(`${name} is not on the account.`);
  return found;
}

/** The files that run, by path, with their hashes. */
async function codeOf(name: string): Promise<Record<string, string>> {
  const path = join(await makeFolder(), 'given.zip');
  await otherCaller(house).downloadPackage((await abilityOf(name)).id, path, DEFAULT_LIMITS.maxBytes);
  const { files } = await inspectPackage(path, DEFAULT_LIMITS);
  return Object.fromEntries(files.map((file) => [file.path, file.sha256]));
}

const drop = (says: string, choice: 'Update code…' | 'Replace…', end: string) => sendWeather(house, says, choice, end);

/** What Ana sees after a line, once it has these words. */
async function asks(line: string, words: string): Promise<Message> {
  const after = house.slack.transcript.revision;
  await ana().command(line);
  return house.slack.nextMessage((message) => renderText(message).includes(words), { after });
}

/** The short digests in a list of versions, newest first, and which one runs. */
function versionsIn(message: Message) {
  const rows = renderText(message)
    .split('`')
    .filter((_, index) => index % 2 === 1);
  const running = /current[^`]*`([0-9a-f]{12})`/.exec(renderText(message))?.[1] ?? null;
  return { digests: rows.filter((row) => /^[0-9a-f]{12}$/.test(row)), running };
}

/** Rolls Weather back and resolves to the result. */
async function rollBack(digest: string | undefined, end: string): Promise<Message> {
  const question = await asks(`rollback Weather to:${digest}`, 'back to');
  const after = house.slack.transcript.revision;
  await ana().click(question, { text: 'Roll back' });
  return house.slack.nextMessage(({ text }) => text.includes(end), { after });
}

/** The rollback's traces: in the list of versions, the audit log, on the card and on Home. */
async function expectTraces(digest: string): Promise<void> {
  const list = renderText(await asks('versions Weather', 'Versions of'));
  expect(list).toMatch(new RegExp(`Rolled back [^·\n]+ by @U0LOCALANA · \\*current\\*\\s+\`${digest}\``));
  const back = `back to version \`${digest}\``;
  expect(renderText(await asks('history', 'Audit log'))).toContain(`You rolled *Weather* ${back}`);
  expect(renderText(await asks('show Weather', 'Last changed'))).toContain(`rolled ${back}`);
  await ana().openHome();
  await house.slack.nextView(
    (view) => view.type === 'home' && renderText(view).includes(`*Weather* rolled ${back} · @U0LOCALANA`),
  );
}

test('what an update replaced comes back byte for byte, and so does the update', async () => {
  house = await startHouse({ mode: 'http' });
  const [original, before] = [await codeOf('Weather'), await installedRow(house, 'Weather')];
  await drop('snow', 'Update code…', 'updated by');
  const updated = await codeOf('Weather');
  expect(updated).not.toEqual(original);
  const list = await asks('versions Weather', 'Versions of');
  const { digests, running } = versionsIn(list);
  expect(digests).toHaveLength(2);
  expect(running).toBe(digests[0]);
  expect(renderText(list)).toContain('Found on the account');
  expect(await rollBack(digests[1], 'rolled back by')).toMatchObject({ text: expect.stringMatching(/^✓ Weather/) });
  expect(await codeOf('Weather')).toEqual(original);
  expect(versionsIn(await asks('versions Weather', 'Versions of')).running).toBe(digests[1]);
  await expectTraces(String(digests[1]));
  await rollBack(digests[0], 'rolled back by');
  expect(await codeOf('Weather')).toEqual(updated);
  expect(await installedRow(house, 'Weather')).toMatchObject({
    id: before.id,
    enabled: before.enabled,
    triggerWords: before.triggerWords,
  });
});

test('without releases it is replaced, with everything given back', async () => {
  house = await startHouse({
    mode: 'http',
    service: { agentRowsCarryAbilities: true },
    uploadTimes: { settleMs: 200 },
  });
  const [original, id] = [await codeOf('Weather'), (await abilityOf('Weather')).id];
  const before = await installedRow(house, 'Weather');
  house.service.faults.add({
    match: { path: /by-capability/ },
    fault: { kind: 'status', status: 404, body: { detail: 'Not found.' } },
  });
  await drop('snow', 'Replace…', 'replaced by');
  const updated = await codeOf('Weather');
  const { digests } = versionsIn(await asks('versions Weather', 'Versions of'));
  const asked = await rollBack(digests[1], 'Roll back Weather (enabled)?');
  await ana().click(asked, { text: 'Replace…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace');
  await ana().submit(form, { typed_name: 'Weather' });
  await saying(house, asked, 'rolled back by');
  expect(await codeOf('Weather')).toEqual(original);
  expect(updated).not.toEqual(original);
  expect((await abilityOf('Weather')).id).not.toBe(id);
  await expectTraces(String(digests[1]));
  expect(await installedRow(house, 'Weather')).toMatchObject({
    enabled: before.enabled,
    triggerWords: before.triggerWords,
  });
});

test('a rollback of an Ability that is deleted meanwhile is refused, and nothing is uploaded', async () => {
  house = await startHouse({ mode: 'http' });
  await drop('snow', 'Update code…', 'updated by');
  const [, digest] = versionsIn(await asks('versions Weather', 'Versions of')).digests;
  const service = otherCaller(house);
  const { id } = await abilityOf('Weather');
  const question = await asks(`rollback Weather to:${digest}`, 'back to');
  await service.deleteAbilities([id]);
  const after = house.slack.transcript.revision;
  await ana().click(question, { text: 'Roll back' });
  const { text } = await house.slack.nextMessage(({ blocks }) => !JSON.stringify(blocks).includes('waits:'), { after });
  expect(text).toMatch(/^That Ability no longer exists, so nothing changed/);
  expect((await service.listAbilities()).some(({ name }) => name === 'Weather')).toBe(false);
});

test('a rollback that the service refuses can be tried again', async () => {
  house = await startHouse({ mode: 'http' });
  const original = await codeOf('Weather');
  await drop('snow', 'Update code…', 'updated by');
  const [, digest] = versionsIn(await asks('versions Weather', 'Versions of')).digests;
  house.service.faults.add({
    match: { path: /validate\/release-code/ },
    fault: { kind: 'status', status: 400, body: { detail: 'Not today.' } },
  });
  const refused = await rollBack(digest, 'was not rolled back');
  house.service.faults.clear();
  await ana().click(refused, { text: 'Try again…' });
  const form = await house.slack.nextView(
    (view) => view.callbackId === 'upload' && renderText(view).includes('weather.zip'),
  );
  const after = house.slack.transcript.revision;
  await ana().submit(form, {});
  const asked = await house.slack.nextMessage(({ text }) => text.includes('Roll back Weather'), { after });
  await ana().click(asked, { text: 'Update code…' });
  await ana().submit(await house.slack.nextView(({ callbackId }) => callbackId === 'update'), {});
  await saying(house, asked, 'rolled back by');
  expect(await codeOf('Weather')).toEqual(original);
});

describe('a version', () => {
  test('is compared with the code that runs, line by line, and all of it is a file', async () => {
    house = await startHouse({ mode: 'http' });
    await drop('snow', 'Update code…', 'updated by');
    await drop('hail', 'Update code…', 'updated by');
    const list = await asks('versions Weather', 'Versions of');
    const [, snow] = versionsIn(list).digests;
    await ana().click(list, { text: 'Compare', actionId: `version-${snow}` });
    const form = await house.slack.nextView((view) => renderText(view).includes('main.py'));
    expect(renderText(form)).toContain('-    return "hail"\n+    return "snow"');
    await ana().click(form, { text: 'Download differences' });
    expect((await receivedFile(house)).bytes.toString()).toContain('-    return "hail"\n+    return "snow"');
  });

  test('is sent as a zip that can be dropped again', async () => {
    house = await startHouse({ mode: 'http' });
    await drop('snow', 'Update code…', 'updated by');
    const code = await codeOf('Weather');
    const list = await asks('versions Weather', 'Versions of');
    const [snow] = versionsIn(list).digests;
    await ana().click(list, { text: 'Download', actionId: `version-${snow}` });
    const path = join(await makeFolder(), 'sent.zip');
    await writeFile(path, (await receivedFile(house)).bytes);
    const { files } = await inspectPackage(path, DEFAULT_LIMITS);
    const flat = files.map((file) => [file.path.replace(/^weather\//, ''), file.sha256]);
    expect(Object.fromEntries(flat)).toEqual(code);
  });
});

describe('a release of the service', () => {
  async function enableSnow(end: string): Promise<Message> {
    const list = await asks('versions Weather', 'Releases in the voice service');
    const after = house.slack.transcript.revision;
    await ana().click(list, { text: 'Enable v1 of Weather' });
    const question = await house.slack.nextMessage(({ text }) => text.startsWith('Enable release v1'), { after });
    await ana().click(question, { text: 'Enable' });
    return house.slack.nextMessage(({ text }) => text.includes(end), { after });
  }

  test('is listed and enabled, and an update goes to the draft afterwards', async () => {
    house = await startHouse({ mode: 'http' });
    await commitWeather(house, 'snow');
    const snow = await codeOf('Weather');
    await commitWeather(house, 'hail');
    expect(await codeOf('Weather')).not.toEqual(snow);
    const told = await enableSnow('enabled by');
    expect(told.text).toMatch(/^✓ Release v1 of Weather enabled by/);
    expect(await codeOf('Weather')).toEqual(snow);
    const list = await asks('versions Weather', 'Releases in the voice service');
    expect(renderText(list)).toMatch(/Release v1 · committed · “snow” · \*current\*/);
    await drop('fog', 'Update code…', 'updated by');
    expect(await codeOf('Weather')).not.toEqual(snow);
    // Chosen from here, so it is no problem that it isn't the code sent last.
    await enableSnow('enabled by');
    expect(renderText(await asks('check Weather', 'checked'))).not.toContain("isn't running");
  });

  test('whose answer is lost is looked up', async () => {
    house = await startHouse({ mode: 'http' });
    await commitWeather(house, 'snow');
    await commitWeather(house, 'hail');
    const fault = { kind: 'status', status: 500, body: { detail: 'Lost.' } } as const;
    house.service.faults.add({ match: { path: /enable\/release/ }, fault, afterEffect: true });
    expect((await enableSnow('enabled by')).text).toMatch(/^✓ Release v1/);
  });

  const openWithHail = async () => {
    house = await startHouse({ mode: 'http', uploadTimes: { recheckMs: [20, 20, 20] } });
    await commitWeather(house, 'snow');
    await commitWeather(house, 'hail');
  };

  test('that does not run afterwards is not reported as a success, and can be tried again', async () => {
    await openWithHail();
    house.service.lies.tell('old-code');
    const told = await enableSnow("Not what you asked for: Weather isn't running release v1.");
    house.service.lies.stop();
    const after = house.slack.transcript.revision;
    await ana().click(told, { text: 'Enable: release v1 of Weather' });
    const question = await house.slack.nextMessage(({ text }) => text.startsWith('Enable release v1'), { after });
    await ana().click(question, { text: 'Enable' });
    await house.slack.nextMessage(({ text }) => text.startsWith('✓ Release v1 of Weather enabled by'), { after });
  });

  test('that runs late is confirmed by a later check', async () => {
    await openWithHail();
    const rule = { match: { path: /enable\/release/ }, times: 1 };
    house.service.faults.add({ ...rule, fault: { kind: 'status', status: 200, body: { detail: 'Release enabled.' } } });
    await enableSnow("Not confirmed yet: Weather isn't running release v1. I'll check again.");
    const releases = await otherCaller(house).listReleases((await abilityOf('Weather')).id);
    const snow = releases?.find(({ commitMessage }) => commitMessage === 'snow');
    if (!snow) throw new Error('There is no release of the snow.');
    await otherCaller(house).enableRelease(snow.id);
    await house.slack.nextMessage(({ text }) => text.includes('Confirmed: Release v1 of Weather enabled'));
  });
});

test('a viewer sees no versions', async () => {
  house = await startHouse({ mode: 'http', policy: { memberRole: 'viewer' } });
  await drop('snow', 'Update code…', 'updated by');
  const after = house.slack.transcript.revision;
  await house.slack.as(house.slack.people.ben).command('versions Weather');
  await house.slack.nextMessage(({ text }) => text.includes('You need the editor role to see versions.'), { after });
});

describe('check', () => {
  const check = (line: string) => asks(line, 'checked');

  test('does not compare code that an upload is changing', async () => {
    house = await startHouse({ mode: 'http', uploadTimes: { recheckMs: [600_000] } });
    await drop('snow', 'Update code…', 'updated by');
    const { lies } = house.service;
    lies.lateMs = Number.POSITIVE_INFINITY;
    lies.tell('late-truth');
    await drop('rain', 'Update code…', 'but not confirmed yet');
    await lies.release();
    lies.stop();
    expect(renderText(await check('check Weather'))).not.toContain("isn't running the code");
  });

  test('finds code that was changed elsewhere, is the same twice, needs keys or was never committed', async () => {
    house = await startHouse({ mode: 'http' });
    await drop('snow', 'Update code…', 'updated by');
    expect(renderText(await check('check'))).not.toContain('last uploaded from Slack');
    const service = otherCaller(house);
    const release = await service.findRelease((await abilityOf('Weather')).id);
    const path = join(await makeFolder(), 'code.zip');
    await writeFile(path, await zipOf({ 'main.py': 'def run(u):\n    return "sun"\n', '__init__.py': '' }));
    if (!release) throw new Error('Weather has no release.');
    await service.updateRelease(release.releaseId, { path, fileName: 'code.zip' }, 'By somebody else');
    expect(renderText(await check('check'))).toContain("*Weather* isn't running the code last uploaded from Slack.");
    // With the two of the demo account.
    await ana().openHome();
    await house.slack.nextView((view) => view.type === 'home' && renderText(view).includes('*3 problems*'));
    const keys = { 'job/main.py': 'KEY = get_api_keys("openweather")\n', 'job/__init__.py': '' };
    for (const Name of ['Tides', 'Waves']) {
      await saying(house, await startUpload(house, await zipOf(keys), { values: { Name } }), 'uploaded by');
    }
    const found = renderText(await check('check Waves'));
    expect(found).toContain('*Tides* and *Waves* have the same code. _Likely_');
    expect(found).toContain('*Waves* needs a third-party key: “openweather”. _Possible_');
    expect(found).toContain('*Waves* has only a draft: none of its releases has been committed. _Possible_');
    expect(found).not.toContain('Weather');
  });

  test('finds the code of what was not sent from here, and many drafts in one line', async () => {
    house = await startHouse({ mode: 'http' });
    const service = otherCaller(house);
    const path = join(await makeFolder(), 'job.zip');
    await writeFile(path, await zipOf({ 'job/main.py': 'KEY = get_api_keys("tides")\n', 'job/__init__.py': '' }));
    const form = { description: 'Tells the tides.', triggerWords: ['tides'] };
    const zip = { path, fileName: 'job.zip' };
    for (const name of ['Tides', 'Waves']) {
      await service.uploadAbility({ ...form, category: 'skill', name, existingIds: new Set(), zip });
    }
    // The first check downloads some of the packages, the second one the others.
    await check('check');
    const found = renderText(await check('check'));
    expect(found).toContain('*Tides* and *Waves* have the same code. _Possible_');
    expect(found).toContain('*Waves* needs a third-party key: “tides”. _Possible_');
    expect(found).toMatch(/13 Abilities have only a draft, and no committed release: .* and \d+ more\. _Possible_/);
  });

  test('finds nothing about the code of an account that is as it should be', async () => {
    house = await startHouse({ mode: 'http' });
    await check('check');
    const found = renderText(await check('check'));
    expect(found).not.toMatch(/same code|key|isn't running/);
  });
});
