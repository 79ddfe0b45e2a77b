import { afterEach, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';
import { dropZip, openForm, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: CloudHouse;
afterEach(() => house.close());

const OLD = 'belongs to the previously connected account';

/** North, connected to its account; later to that of South, with the same key again where a test is about that. */
async function open() {
  house = await startCloudHouse<'north' | 'south'>();
  await house.move('north');
  const { north } = house.cloud.workspaces;
  return { north, ana: north.as(north.people.ana), ben: north.as(north.people.ben) };
}

const writes = () => house.service.requests.filter(({ method }) => method !== 'GET').length;

test.each(['south', 'north'] as const)(
  'a button drawn before the workspace was connected to the account of %s again changes nothing',
  async (name) => {
    const { ana, north } = await open();
    await ana.command('list');
    const list = await north.nextMessage(({ text }) => text.includes('Abilities'));
    await house.connect('north', house.accounts[name].key);
    const before = writes();
    const after = north.transcript.revision;
    await ana.click(list, { text: 'Disable' });
    await north.nextMessage(({ text }) => text.includes(OLD), { after });
    expect(writes()).toBe(before);
    // What names nothing of the account still works, and a new list has buttons that do.
    await ana.command('list');
    const fresh = await north.nextMessage(({ text, ts }) => text.includes('Abilities') && ts !== list.ts, { after });
    await ana.click(fresh, { text: 'Disable' });
    await until(() => writes() === before + 1);
  },
);

test('a quiet of the account before is not found in the next one, which a button drawn before does not disable', async () => {
  const { ana, north } = await open();
  await ana.command('quiet for 1h');
  const quiet = await north.nextMessage(({ text }) => text.includes('Everything is quiet'));
  await ana.command('quiet Nova');
  const refused = await north.nextMessage(({ text }) => text.includes('all Agents quiet instead'));
  await house.connect('north', house.accounts.south.key);
  const before = writes();
  const after = north.transcript.revision;
  await ana.click(quiet, { text: 'Resume' });
  await north.nextMessage(({ text }) => text.includes('Nothing is quiet'), { after });
  await ana.click(refused, { text: 'Quiet all Agents' });
  await north.nextMessage(({ text }) => text.includes(OLD), { after });
  expect(writes()).toBe(before);
});

test('a form opened before that saves nothing', async () => {
  const { ben, north } = await open();
  await ben.command('triggers News edit:');
  const form = await north.nextView(({ callbackId }) => callbackId === 'edit-triggers');
  await house.connect('north', house.accounts.south.key);
  const before = writes();
  const answered = await ben.submit(form, { trigger_words: 'what is new' });
  expect(JSON.stringify(answered.body)).toContain(OLD);
  expect(writes()).toBe(before);
});

test('nor does an upload form, which keeps what was typed', async () => {
  const { ben, north } = await open();
  const offer = await dropZip({ slack: north }, await goodZip());
  const form = await openForm({ slack: north }, offer, { by: north.people.ben });
  await house.connect('north', house.accounts.south.key);
  const before = writes();
  const answered = await ben.submit(form, WORDS);
  expect(JSON.stringify(answered.body)).toContain(
    'was connected to another account after you opened this form, so nothing was uploaded',
  );
  expect(answered.body).toMatchObject({ response_action: 'errors' });
  expect(writes()).toBe(before);
});
