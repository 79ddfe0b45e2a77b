import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse({ mode: 'http' });
});
afterEach(() => house.slack.faults.clear());
afterAll(() => house.close());

async function drop(name: string): Promise<unknown> {
  const { slack } = house;
  return slack.as(slack.people.ana).drop(slack.channels.ops, [{ name, bytes: await goodZip() }]);
}

test('a file that Slack does not describe at first is still offered', async () => {
  house.slack.faults.add({ method: 'files.info', fault: { error: 'internal_error' } });
  await hear(
    house,
    () => drop('tides.zip'),
    ({ text }) => text.includes('tides.zip') && text.includes('as an Ability?'),
  );
});

test('for a file that Slack never describes, only the person who dropped it gets an answer', async () => {
  const { slack } = house;
  slack.faults.add({ method: 'files.info', times: 100, fault: { error: 'internal_error' } });
  const told = await hear(
    house,
    () => drop('waves.zip'),
    ({ text }) => text.startsWith("I couldn't process the file you shared. If it's an Ability, drop it again"),
  );
  expect(told).toMatchObject({ channelId: slack.channels.ops.id, ephemeralFor: slack.people.ana.id });
});

test('for a file deleted after its offer, the answer names Slack’s reason and nothing is sent', async () => {
  const { service, slack } = house;
  const offer = await hear(
    house,
    () => drop('shore.zip'),
    ({ text }) => text.includes('shore.zip'),
  );
  const ana = slack.as(slack.people.ana);
  await ana.click(offer, { text: 'Upload…' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
  slack.faults.add({ method: 'files.info', times: 100, fault: { error: 'file_deleted' } });
  const told = await hear(
    house,
    () => ana.submit(form, { Description: 'Tells the tides.', trigger_words: 'high tide' }),
    ({ text, ts }) => ts === offer.ts && text.includes('was not uploaded'),
  );
  expect(told.text).toContain("Slack didn't return shore.zip (file_deleted). It was deleted. Upload it again.");
  expect(service.requests.filter(({ path }) => path.includes('add-capability'))).toEqual([]);
});
