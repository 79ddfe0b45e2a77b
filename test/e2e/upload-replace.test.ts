import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { openForm, saying, startUpload } from './upload-job.ts';
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
  return saying(house, message, 'Weather exists already');
}

async function replace(question: Message, typed: string): Promise<void> {
  await ana().click(question, { text: 'Replace…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace');
  await ana().submit(form, { typed_name: typed });
}

test('a name that is taken is asked about, with old and new side by side, and nothing is touched', async () => {
  house = await open();
  const question = await askAboutWeather();
  const shown = renderText(question);
  expect(shown).toContain(`ID ${await idOf('Weather')}`);
  expect(shown).toContain('There now');
  expect(shown).toContain('Agents: *Echo*');
  expect(shown).toContain('3 files');
  expect(paths('add-capability')).toEqual([]);
  expect(paths('delete-capability')).toEqual([]);
});

test('Other name… keeps what was filled in and uploads under another name', async () => {
  house = await open();
  const question = await askAboutWeather();
  await ana().click(question, { text: 'Other name…' });
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'upload');
  await ana().submit(form, { Name: 'Weather two' });
  await saying(house, question, 'Weather two is uploaded');
});

test('Update in place gives the old one new code, and nothing else changes', async () => {
  house = await open();
  const [id, before] = [await idOf('Weather'), await installedRow(house, 'Weather')];
  const question = await askAboutWeather();
  await ana().click(question, { text: 'Update in place' });
  await saying(house, question, `Weather (ID ${id}) has the new code`);
  expect(await idOf('Weather')).toBe(id);
  expect(await installedRow(house, 'Weather')).toMatchObject({ id: before.id, triggerWords: before.triggerWords });
});

describe('Replace', () => {
  test('deletes, uploads, and gives back trigger words, state and Agents', async () => {
    house = await open();
    const [old, before] = [await idOf('Weather'), await installedRow(house, 'Weather')];
    const agentsBefore = (await otherCaller(house).listAgents()).filter(({ abilityIds }) =>
      abilityIds?.some((id) => id === old),
    );
    await replace(await askAboutWeather(), 'Weather');
    const done = await house.slack.nextMessage(({ text }) => text.includes('Weather is replaced'));
    const fresh = await idOf('Weather');
    expect(fresh).not.toBe(old);
    expect(done.text).toContain(`ID ${fresh} instead of ${old}`);
    expect(renderText(done)).not.toContain('Not as before');
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
    expect(told.text).toContain(`The old one is back, with the ID ${await idOf('Weather')}`);
    expect(await installedRow(house, 'Weather')).toMatchObject({
      enabled: before.enabled,
      triggerWords: before.triggerWords,
    });
  });

  test('where the old package cannot be had, it says exactly what is gone, and the new zip can be sent again', async () => {
    house = await open();
    const old = await idOf('Weather');
    house.service.faults.add({ match: { path: /template-file/ }, fault: { kind: 'status', status: 404 } });
    house.service.faults.add({
      match: { method: 'POST', path: /add-capability/ },
      times: 1,
      fault: { kind: 'status', status: 400, body: { detail: 'Forbidden module import: os' } },
    });
    const question = await askAboutWeather();
    await replace(question, 'Weather');
    // It asks again and says what would be lost before anything is deleted.
    const again = await house.slack.nextMessage((message) => renderText(message).includes('cannot be kept'));
    expect(paths('delete-capability')).toEqual([]);
    const after = house.slack.transcript.revision;
    await ana().click(again, { text: 'Replace…' });
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'replace', { after });
    await ana().submit(form, { typed_name: 'Weather' });
    const told = await house.slack.nextMessage(({ text }) => text.includes('the old one is deleted'));
    expect(told.text).toContain(`the Ability with ID ${old}, enabled, “`);
    expect(told.text).toContain('Echo');
    // The new package is stored: nobody has to find the zip again.
    house.slack.faults.add({ method: 'files.info', times: 100, fault: { error: 'file_deleted' } });
    await ana().submit(await openForm(house, told, { label: 'Try again…' }), {});
    await saying(house, told, 'Weather is uploaded');
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
    await house.slack.nextMessage(({ text }) => text.includes('Weather is replaced'));
    expect(paths('delete-capability')).toHaveLength(1);
  });
});
