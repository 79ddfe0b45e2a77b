import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { runSql } from '../store/run-sql.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { goodZip, zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const takeAway = (table: string) => runSql(house.config.store, `alter table ${table} rename to ${table}_away`);
const bringBack = (table: string) => runSql(house.config.store, `alter table ${table}_away rename to ${table}`);

test('a form that needs no store is carried out while the store does not answer', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.command('enable Radio');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
  await takeAway('seen_keys');
  await ana.submit(form, { trigger_words: 'play the radio' });
  await slack.nextMessage(({ text }) => text.includes('Radio enabled by'));
  expect((await installedRow(house, 'Radio')).enabled).toBe(true);
});

test('the upload form says that it could not be saved, and keeps the values', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const form = await openForm(house, await dropZip(house, await goodZip()));
  await takeAway('seen_keys');
  await takeAway('uploads');
  const { body } = await slack.as(slack.people.ana).submit(form, WORDS);
  expect(JSON.stringify(body)).toMatch(
    /I couldn't save this, so nothing was uploaded\. Try again in a minute\. \(ref [0-9a-f]{6}\)/,
  );
});

test('Update code… in an offer points to its message if the store is away during the comparison', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const code = { 'weather/main.py': '# rain\n', 'weather/__init__.py': '' };
  const offer = await dropZip(house, await zipOf(code), 'weather.zip');
  const { letGo, until: held } = hold();
  slack.faults.add({ method: 'file', fault: { delayUntil: held } });
  await slack.as(slack.people.ana).click(offer, { text: 'Update code…' });
  await saying(house, offer, 'Comparing with Weather');
  await takeAway('uploads');
  await slack.nextView((view) => renderText(view).includes('Its upload message shows the result.'));
  await bringBack('uploads');
  letGo();
  await saying(house, offer, 'Weather already exists');
});

test('a view that needs the store says that it is away, and that nothing changed', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  await takeAway('attempts');
  await slack.as(slack.people.ana).command('history');
  await slack.nextMessage(({ text }) =>
    /^I can't reach my database right now, so nothing changed\. Try again in a minute\. \(ref [0-9a-f]{6}\)$/.test(
      text,
    ),
  );
});

test.each(['socket', 'http'] as const)(
  'over %s, what may be a redelivery is shown, and nothing is changed',
  async (mode) => {
    house = await startHouse({ mode });
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    await takeAway('seen_keys');
    await ana.command('list');
    await slack.nextMessage(({ text }) => text.includes('Abilities · '));
    const { deliveries } = await ana.say(slack.channels.ops, `<@${slack.botUserId}> disable News`);
    expect(deliveries).toHaveLength(1);
    await ana.command('disable News');
    const refused = ({ text }: { text: string }) => text.startsWith("I couldn't write to the audit log");
    const { revision } = await slack.nextMessage(refused);
    await slack.nextMessage(refused, { after: revision });
    expect((await installedRow(house, 'News')).enabled).toBe(true);
  },
);
