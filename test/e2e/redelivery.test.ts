import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

const callsTo = (path: string) => house.service.requests.filter((request) => request.path.includes(path));

test.each(['socket', 'http'] as const)('a form that is sent again over %s is carried out once', async (mode) => {
  house = await startHouse({ mode });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('enable Radio');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
  const sent = await ana.submit(form, { trigger_words: 'play the radio' });
  await slack.nextMessage(({ text }) => text.includes('Radio enabled by'));
  // Disabled since: a second run would enable it again.
  await ana.command('disable Radio');
  await slack.nextMessage(({ text }) => text.includes('Radio disabled by'));
  expect(await slack.redeliver(sent)).toMatchObject({ acked: true });
  // Changes of one Ability are serialized, so the next answer comes after everything already started.
  await ana.command('disable Radio');
  await slack.nextMessage(({ text }) => text.includes('Radio was already disabled'));
  expect(callsTo('edit-installed-capability')).toHaveLength(2);
  expect((await installedRow(house, 'Radio')).enabled).toBe(false);
});

test('the form of an upload that is sent again is carried out once', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const offer = await dropZip(house, await goodZip());
  const sent = await ana.submit(await openForm(house, offer), WORDS);
  expect(await slack.redeliver(sent)).toMatchObject({ acked: true });
  await saying(house, offer, 'Tides uploaded by');
  expect(await slack.redeliver(sent)).toMatchObject({ acked: true });
  // An upload accepted by the second delivery would come before this one.
  await saying(house, await startUpload(house, await goodZip(), { name: 'waves.zip' }), 'Waves uploaded by');
  expect(callsTo('add-capability')).toHaveLength(2);
});

test('a form that was begun and never acked says so when it is sent again soon after', async () => {
  house = await startHouse({ mode: 'http' });
  const { config, slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('enable Radio');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
  // The state left by a process that was killed between the two.
  const store = await openStore(config.store);
  await store.of(slack.teamId).seen.claim(`begun:${form.id}:${form.hash}`);
  await store.close();
  const answered = await ana.submit(form, { trigger_words: 'play the radio' });
  expect(JSON.stringify(answered.body)).toContain(
    'This form was already submitted a moment ago. Check `/abilities` before you submit it again.',
  );
  expect(callsTo('edit-installed-capability')).toEqual([]);
});
