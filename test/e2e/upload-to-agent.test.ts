import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

const TIMES = { settleMs: 200, recheckMs: [20, 20, 20] };
const ana = () => house.slack.as(house.slack.people.ana);
const savedLists = () => house.service.requests.filter(({ path }) => path.includes('edit-personality')).length;

async function upload(agent: string) {
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  expect(renderText(form)).toContain('Add to Agent');
  await ana().submit(form, { ...WORDS, agent });
  return offer;
}

test('a new Ability is added to the chosen Agent, whose unknown list is not saved over', async () => {
  house = await startHouse({ mode: 'http', uploadTimes: TIMES });
  const done = await saying(house, await upload('Echo'), 'Tides uploaded by');
  expect(renderText(done)).toContain('*Tides* uploaded by @U0LOCALANA and added to *Echo*. Enabled.');
  expect((await installedRow(house, 'Tides')).enabled).toBe(true);
  expect(savedLists()).toBe(0);
  await ana().command('history');
  const log = await house.slack.nextMessage(({ text }) => text.startsWith('Audit log'));
  expect(log.text).toMatch(/You uploaded Tides and added it to Echo$/m);
});

test('of an Agent whose list is unknown, Home and its form show what was uploaded to it', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  await saying(house, await upload('Echo'), 'Tides uploaded by');
  await ana().openHome();
  const home = await house.slack.nextView(({ type }) => type === 'home');
  expect(renderText(home)).toContain('*Echo* · *Tides*, others unknown');
  expect(renderText(home)).toContain('*Tides* uploaded and added to *Echo* · ');
  await ana().command('assign Echo');
  const form = await house.slack.nextView(({ callbackId }) => callbackId === 'assign');
  const initial = form.blocks.flatMap((block) => ('element' in block ? [block.element] : []));
  expect(initial).toMatchObject([{ initial_options: [{ text: { text: 'Tides' } }] }]);
});

test('the question before a delete, and the card, name the Agent that an upload has added it to', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  await saying(house, await upload('Echo'), 'Tides uploaded by');
  const agents = 'Echo, as last set from Slack';
  await ana().command('delete Tides');
  const question = await house.slack.nextMessage(({ text }) => text.includes('Delete Tides?'));
  expect(question.text).toContain(`Agents  ${agents}`);
  await ana().command('show Tides');
  const card = await house.slack.nextMessage(({ text }) => text.includes(`Agents: ${agents}`));
  expect(JSON.stringify(card.blocks)).toContain('It is enabled, on Echo, as last set from Slack. This removes it from');
});

test('an Agent whose list was set from Slack has it in that list afterwards', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  await ana().command('assign Echo');
  const list = await house.slack.nextView(({ callbackId }) => callbackId === 'assign');
  await ana().submit(list, { Abilities: ['Weather'] });
  await house.slack.nextMessage(({ text }) => text.includes('by you') && text.includes('Echo'));
  const saved = savedLists();
  await saying(house, await upload('Echo'), 'and added to Echo');
  expect(savedLists()).toBe(saved);
  await ana().command('agents');
  const agents = await house.slack.nextMessage(({ text }) => text.includes('Echo · 2 Abilities'));
  expect(agents.text).toContain('Tides');
});

test('an Agent that is gone: the Ability is uploaded, and the receipt says what is missing', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  house.service.faults.add({
    match: { path: /add-capability|upload/, method: 'POST' },
    fault: { kind: 'status', status: 404, body: { detail: 'No such personality' } },
    times: 1,
  });
  await ana().submit(form, { ...WORDS, agent: 'Echo' });
  const done = await saying(house, offer, 'Tides uploaded by');
  expect(done.text).toMatch(/^:warning: /);
  expect(done.text).toContain(
    "Not added:\n• Echo doesn't have it: the voice service doesn't report Echo's other Abilities",
  );
});

test('trouble after the upload does not put the upload in doubt', async () => {
  // The form offers what was read before the trouble.
  house = await startHouse({ mode: 'http', serviceKeepMs: 60_000, uploadTimes: TIMES });
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  await ana().suggest(form, 'agent', 'Echo');
  house.service.faults.add({ match: { path: /get-all-personalities/ }, fault: { kind: 'status', status: 403 } });
  await ana().submit(form, { ...WORDS, agent: 'Echo' });
  const done = await saying(house, offer, 'Tides uploaded by');
  expect(done.text).toContain("Not added:\n• Echo doesn't have it: The voice service doesn't allow this");
});

test('a bot that is replaced right after the submission adds it once', async () => {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const offer = await upload('Nova');
  await house.bot.stop();
  const next = await replaceBot(house, { config: house.config });
  await saying(house, offer, 'Tides uploaded by');
  expect((await installedRow(house, 'Tides')).enabled).toBe(true);
  const caller = otherCaller(house);
  expect((await caller.listAbilities()).filter(({ name }) => name === 'Tides')).toHaveLength(1);
  await next.stop();
});
