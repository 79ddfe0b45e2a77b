import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const abilities = () => otherCaller(house).listAbilities();
const idOf = async (name: string) => (await abilities()).find((ability) => ability.name === name)?.id;
const paths = (part: string) => house.service.requests.filter(({ path }) => path.includes(part));

/** The service shows an Agent's Abilities. */
const open = (options: Partial<Parameters<typeof startHouse>[0]> = {}) =>
  startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true }, uploadTimes: { settleMs: 200 }, ...options });

const newWeather = () =>
  zipOf({
    'weather/main.py': 'def run(u):\n    return "snow"\n',
    'weather/__init__.py': '',
    'weather/README.md': 'New.\n',
  });

/** Drops a new Weather. Resolves to the question with both side by side. */
async function askAboutWeather(): Promise<Message> {
  const message = await startUpload(house, await newWeather(), { name: 'weather.zip' });
  return saying(house, message, 'Weather already exists');
}

async function replace(question: Message, typed: string): Promise<void> {
  await ana().click(question, { text: 'Replace…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace');
  await ana().submit(form, { typed_name: typed });
}

test('a name that is taken is asked about, with old and new side by side in the details, and nothing is touched', async () => {
  house = await open();
  const question = await askAboutWeather();
  expect(question.text).toMatch(
    /^Weather already exists \(enabled\)\. Your upload differs in code, description and trigger words\./,
  );
  await ana().click(question, { text: 'Details' });
  const details = renderText(await house.slack.nextView((view) => renderText(view).includes('SHA-256')));
  expect(details).toContain(`Previous Ability ID ${await idOf('Weather')}`);
  expect(details).toContain('Agents: *Echo*');
  expect(details).toContain('`weather/main.py` 30 bytes');
  expect(paths('add-capability')).toEqual([]);
  expect(paths('delete-capability')).toEqual([]);
});

test('Rename… keeps what was filled in and uploads under another name', async () => {
  house = await open();
  const question = await askAboutWeather();
  await ana().click(question, { text: 'Rename…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'upload');
  const { body } = await ana().submit(form);
  expect(body).toMatchObject({
    response_action: 'errors',
    errors: {
      name: 'An Ability with this name already exists. Enter another name, or close this form to update or replace the Ability.',
    },
  });
  await ana().submit(form, { Name: 'Weather two' });
  await saying(house, question, 'Weather two uploaded by');
});

test('of two people who change an upload, the second does not undo what the first one changed', async () => {
  house = await open();
  const { slack } = house;
  const question = await askAboutWeather();
  const anas = await openForm(house, question, { label: 'Rename…' });
  const bens = await openForm(house, question, { label: 'Rename…', by: slack.people.ben });
  await ana().submit(anas, { Name: 'News', Description: "Ana's own." });
  await saying(house, question, 'News already exists');
  const { body } = await slack.as(slack.people.ben).submit(bens, { Name: 'Weather two' });
  expect(JSON.stringify(body)).toContain('The upload of News has changed in the meantime');
  await ana().click(question, { text: 'Details' });
  const details = await slack.nextView((view) => renderText(view).includes('SHA-256'));
  expect(renderText(details)).toContain("Ana's own.");
});

test('Update code… asks once, with the changed files, and changes nothing else', async () => {
  house = await open();
  const [id, before] = [await idOf('Weather'), await installedRow(house, 'Weather')];
  const question = await askAboutWeather();
  await ana().click(question, { text: 'Update code…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'update');
  expect(renderText(form)).toContain('*Changed*  `README.md`, `main.py`');
  expect(renderText(form)).not.toContain('Removed');
  await ana().submit(form, {});
  await saying(house, question, 'Weather updated by');
  await ana().click(question, { text: 'Details' });
  await house.slack.nextView((view) => renderText(view).includes('Previous code: SHA-256'));
  expect(await idOf('Weather')).toBe(id);
  expect(await installedRow(house, 'Weather')).toMatchObject({ id: before.id, triggerWords: before.triggerWords });
});

describe('Replace', () => {
  test('deletes, uploads, and restores trigger words, state and Agents', async () => {
    house = await open();
    const [old, before] = [await idOf('Weather'), await installedRow(house, 'Weather')];
    const agentsBefore = (await otherCaller(house).listAgents()).filter(({ abilityIds }) =>
      abilityIds?.some((id) => id === old),
    );
    await replace(await askAboutWeather(), 'Weather');
    const done = await house.slack.nextMessage(({ text }) => text.includes('Weather replaced by'));
    const fresh = await idOf('Weather');
    expect(fresh).not.toBe(old);
    expect(renderText(done)).not.toContain('Not restored');
    expect(await installedRow(house, 'Weather')).toMatchObject({
      enabled: before.enabled,
      triggerWords: before.triggerWords,
    });
    const agentsNow = (await otherCaller(house).listAgents()).filter(({ abilityIds }) =>
      abilityIds?.some((id) => id === fresh),
    );
    expect(agentsNow.map(({ name }) => name)).toEqual(agentsBefore.map(({ name }) => name));
  });

  test('wants the name typed as it is', async () => {
    house = await open();
    const question = await askAboutWeather();
    await ana().click(question, { text: 'Replace…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace');
    const answered = await ana().submit(form, { typed_name: 'weather' });
    expect(answered.body).toMatchObject({ errors: { typed_name: expect.stringContaining('Type Weather') } });
    expect(paths('delete-capability')).toEqual([]);
  });

  test('that cannot be saved is a failure in the audit log, and changes nothing', async () => {
    house = await open();
    const question = await askAboutWeather();
    await runSql(
      house.config.store,
      "create trigger made_up before update on uploads begin select raise(abort, 'made up'); end",
    );
    await ana().click(question, { text: 'Replace…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace');
    const { body } = await ana().submit(form, { typed_name: 'Weather' });
    expect(JSON.stringify(body)).toContain("I couldn't save this, so nothing changed.");
    await ana().command('history Weather');
    const log = await house.slack.nextMessage(({ text }) => text.startsWith('Audit log'));
    expect(renderText(log)).toContain('You tried to replace *Weather* · failed: ');
    expect(renderText(log)).not.toContain('started to replace');
  });

  test('when the new one is refused after the delete, the old one is put back with all it had', async () => {
    house = await open();
    const before = await installedRow(house, 'Weather');
    house.service.faults.add({
      match: { method: 'POST', path: /add-capability/ },
      times: 1,
      fault: { kind: 'status', status: 400, body: { detail: 'Forbidden module import: os' } },
    });
    await replace(await askAboutWeather(), 'Weather');
    const told = await house.slack.nextMessage(({ text }) => text.includes('Weather was not replaced'));
    expect(told.text).toContain('Forbidden module import: os');
    expect(told.text).toContain('The previous version was restored.');
    expect(await idOf('Weather')).toBeDefined();
    expect(await installedRow(house, 'Weather')).toMatchObject({
      enabled: before.enabled,
      triggerWords: before.triggerWords,
    });
  });

  test('where the old package cannot be had, it says exactly what is gone, and the new zip can be sent again', async () => {
    house = await open();
    house.service.faults.add({ match: { path: /template-file/ }, fault: { kind: 'status', status: 404 } });
    house.service.faults.add({
      match: { method: 'POST', path: /add-capability/ },
      times: 1,
      fault: { kind: 'status', status: 400, body: { detail: 'Forbidden module import: os' } },
    });
    const question = await askAboutWeather();
    await replace(question, 'Weather');
    // It asks again and says what would be lost before anything is deleted.
    const again = await house.slack.nextMessage((message) => renderText(message).includes("can't be backed up"));
    expect(paths('delete-capability')).toEqual([]);
    const after = house.slack.transcript.revision;
    await ana().click(again, { text: 'Replace…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace', { after });
    await ana().submit(form, { typed_name: 'Weather' });
    const told = await house.slack.nextMessage(({ text }) =>
      text.includes('The previous version of Weather was deleted'),
    );
    expect(told.text).toMatch(/The previous version was:\nState {2}enabled\nTrigger words {2}“/);
    expect(told.text).toContain('Echo');
    // The new package is stored: nobody has to find the zip again.
    house.slack.faults.add({ method: 'files.info', times: 100, fault: { error: 'file_deleted' } });
    await ana().submit(await openForm(house, told, { label: 'Try again…' }), {});
    await saying(house, told, 'Weather uploaded by');
  });

  test('a delete whose answer is lost is looked up, not repeated blindly', async () => {
    house = await open();
    house.service.faults.add({
      match: { path: /delete-capability/ },
      times: 1,
      afterEffect: true,
      fault: { kind: 'status', status: 500 },
    });
    await replace(await askAboutWeather(), 'Weather');
    await house.slack.nextMessage(({ text }) => text.includes('Weather replaced by'));
    expect(paths('delete-capability')).toHaveLength(1);
  });
});

test.each(['ana', 'ben'] as const)('alone with the bot, %s is offered to replace it only as an admin', async (name) => {
  house = await open();
  const { slack } = house;
  const who = slack.as(slack.people[name]);
  await who.command('upload');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
  const Zip = { name: 'weather.zip', bytes: await newWeather() };
  await who.submit(form, { ...WORDS, Name: 'Weather', Zip });
  const direct = await slack.directMessage(slack.people[name]);
  const question = await slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.includes('Weather already exists'),
  );
  const isAdmin = name === 'ana';
  expect(JSON.stringify(question.blocks).includes('Replace…')).toBe(isAdmin);
  expect(question.text.includes('Only admins can replace the Ability.')).toBe(!isAdmin);
});
