import type { FaultRule } from '@abilities-bot/local-service';
import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { PATIENT_STORE } from '../patient.ts';
import { makeDatabase } from '../store/databases.ts';
import { storeKinds } from '../store/stores.ts';
import { installedRow, otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';

const SWITCH = { match: { method: 'PUT', path: /edit-installed-capability/ } };
const ASSIGN = { match: { method: 'PUT', path: /edit-personality/ } };
/** Reports success, and does nothing. */
const claims = (rule: Pick<FaultRule, 'match'>, body: object): FaultRule => ({
  ...rule,
  fault: { kind: 'status', status: 200, body },
});
const SOON = [30, 30, 30];
const LATE = [60_000, 60_000, 60_000];

let house: House;
let stopSecond: () => Promise<void> = async () => undefined;
afterEach(async () => {
  await stopSecond();
  stopSecond = async () => undefined;
  await house.close();
});

const open = async (recheckMs: number[], databaseUrl?: string) => {
  house = await startHouse({ mode: 'http', uploadTimes: { recheckMs }, ...(databaseUrl ? { databaseUrl } : {}) });
};
const ana = () => house.slack.as(house.slack.people.ana);
const saying = (words: string, after = 0): Promise<Message> =>
  house.slack.nextMessage(({ text }) => text.includes(words), { after });
const labelsOf = (message: Message) => renderText(message);
const lists = () => house.service.requests.filter(({ path }) => path.includes('get-installed-capabilities')).length;

async function audited() {
  await house.bot.stop();
  const store = await openStore({ ...house.config.store, ...PATIENT_STORE });
  try {
    const { records } = await store.of(house.slack.teamId).auditLog.list({ page: 1, perPage: 10 });
    return records.map(({ ended, verb }) => [verb, ended?.outcome, ended?.found]);
  } finally {
    await store.close();
  }
}

test('a switch that the service only claims is not confirmed, then not as requested, and can be tried again', async () => {
  await open(SOON);
  house.service.faults.add(claims(SWITCH, { enabled: false }));
  await ana().command('disable News');
  const first = await saying('Not confirmed yet: News is still enabled.');
  expect(first.text).toContain('Requested: News disabled by you');
  const last = await saying('Not what you asked for: News is still enabled.');
  expect((await installedRow(house, 'News')).enabled).toBe(true);
  await ana().command('history outcome:unconfirmed');
  expect((await saying('Audit log')).text).toContain('News');
  house.service.faults.clear();
  await ana().click(last, { text: 'Try again' });
  await saying('✓ News disabled by you');
  expect(await audited()).toEqual([
    ['disable', 'done', null],
    ['disable', 'unconfirmed', 'News is still enabled'],
  ]);
});

test('a click in a list: the same message shows the result, with the button that tries again', async () => {
  await open(SOON);
  await ana().command('list');
  const list = await saying('News: enabled');
  house.service.faults.add(claims(SWITCH, { enabled: false }));
  await ana().click(list, { text: 'Disable News' });
  const last = await saying('Not what you asked for: News is still enabled.');
  expect(last.ts).toBe(list.ts);
  expect(last.text).toContain('News: enabled');
  house.service.faults.clear();
  await ana().click(last, { text: 'Try again: News' });
  await saying('✓ News disabled by you');
});

test('a result that Slack refuses is told at the next check', async () => {
  await open([1000]);
  house.service.faults.add(claims(SWITCH, { enabled: false }));
  await ana().command('disable News');
  await saying('Not confirmed yet');
  const { faults } = house.slack;
  faults.add({ method: 'response_url', fault: { status: 404 } });
  for (const method of ['chat.postEphemeral', 'chat.postMessage'])
    faults.add({ method, fault: { error: 'is_archived' } });
  await saying('Not what you asked for: News is still enabled.');
});

describe.each(storeKinds)('on %s', (kind) => {
  test('a switch that takes effect late is confirmed by the next bot', async () => {
    const url = kind === 'postgresql' ? await makeDatabase() : undefined;
    await open(LATE, url);
    house.service.faults.add(claims(SWITCH, { enabled: false }));
    await ana().command('disable News');
    const first = await saying('Not confirmed yet: News is still enabled.');
    house.service.faults.clear();
    const caller = otherCaller(house);
    const row = await installedRow(house, 'News');
    await caller.setInstalledAbility(row, { enabled: false, triggerWords: row.triggerWords });
    await house.bot.stop();
    const store = await openStore({ ...house.config.store, ...PATIENT_STORE });
    const [look] = await store.rechecks.takeDue(1, -1, null);
    expect(look).toBeUndefined();
    await store.of(house.slack.teamId).rechecks.again({ id: await idOfOnly(store), looks: 0 }, 0);
    await store.close();
    stopSecond = (await replaceBot(house, {})).stop;
    await saying('Confirmed: News disabled', house.slack.transcript.revision - 1);
    expect(first.text).not.toContain('✓');
  });
});

async function idOfOnly(store: Awaited<ReturnType<typeof openStore>>): Promise<string> {
  const { records } = await store.of(house.slack.teamId).auditLog.list({ page: 1, perPage: 1 });
  return records[0]?.id ?? '';
}

test('an assignment that installs nothing is found, and assigning again repairs it', async () => {
  await open(SOON);
  house.service.faults.add(claims(ASSIGN, { detail: 'Agent updated.' }));
  await ana().command('assign Nova');
  const form = await house.slack.nextView(({ callbackId, title }) => callbackId === 'assign' && title !== 'Reading');
  await ana().submit(form, { Abilities: ['Weather', 'Garage Door'] });
  const last = await saying("Not what you asked for: Garage Door isn't installed");
  expect(labelsOf(last)).toContain('[Assign again]');
  house.service.faults.clear();
  await ana().click(last, { text: 'Assign again' });
  await saying("✓ Nova's Abilities saved again by you");
});

test('assigning again sends the list that was not saved, not the current one', async () => {
  house = await startHouse({
    mode: 'http',
    service: { agentRowsCarryAbilities: true },
    uploadTimes: { recheckMs: SOON },
  });
  house.service.lies.tell('assign-nothing');
  await ana().command('assign Nova');
  const form = await house.slack.nextView(({ callbackId, title }) => callbackId === 'assign' && title !== 'Reading');
  await ana().submit(form, { Abilities: ['Weather', 'Timer'] });
  const last = await saying('Not what you asked for: Nova still has its previous Abilities');
  const after = house.slack.transcript.revision;
  await ana().click(last, { text: 'Assign again' });
  const again = await saying('Not what you asked for: Nova has different Abilities', after);
  house.service.lies.stop();
  await ana().click(again, { text: 'Assign again' });
  await saying("✓ Nova's Abilities saved again by you");
  const caller = otherCaller(house);
  const [abilities, agents] = await Promise.all([caller.listAbilities(), caller.listAgents()]);
  const nova = agents.find(({ name }) => name === 'Nova');
  const names = abilities.flatMap(({ id, name }) => (nova?.abilityIds?.includes(id) ? [name] : []));
  expect(names.toSorted()).toEqual(['Timer', 'Weather']);
});

test('assigning again keeps what others gave the Agent since, and leaves out what was deleted', async () => {
  house = await startHouse({
    mode: 'http',
    service: { agentRowsCarryAbilities: true },
    uploadTimes: { recheckMs: SOON },
  });
  await ana().command('assign Nova');
  const form = await house.slack.nextView(({ callbackId, title }) => callbackId === 'assign' && title !== 'Reading');
  await ana().submit(form, { Abilities: ['Weather', 'Timer'] });
  await saying("Nova's Abilities");
  const caller = otherCaller(house);
  const abilities = await caller.listAbilities();
  const idsOf = (...names: string[]) => abilities.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  const nova = async () => (await caller.listAgents()).find(({ name }) => name === 'Nova');
  const agent = await nova();
  if (!agent) throw new Error('There is no Nova.');
  const repaired = async () => {
    const after = house.slack.transcript.revision;
    await ana().command(`repair agent:${agent.id}`);
    await saying("✓ Nova's Abilities saved again by you", after);
    return (await nova())?.abilityIds?.toSorted();
  };
  await caller.deleteAbilities(idsOf('Timer'));
  expect(await repaired()).toEqual(idsOf('Weather'));
  await caller.setAgentAbilities(agent.id, idsOf('Weather', 'News', 'Garage Door'));
  expect(await repaired()).toEqual(idsOf('Weather', 'News', 'Garage Door').toSorted());
});

test('lost trigger words are found immediately, and undo starts from the actual state', async () => {
  await open(SOON);
  const { triggerWords } = await installedRow(house, 'Weather');
  house.service.faults.add({ ...claims(SWITCH, { enabled: true }), times: 1 });
  const { enabled } = await installedRow(house, 'Weather');
  const row = await installedRow(house, 'Weather');
  // Somebody else's words arrive instead.
  const caller = otherCaller(house);
  await ana().command('triggers Weather add: hail, sleet');
  await saying('Not confirmed yet');
  await caller.setInstalledAbility(row, { enabled, triggerWords: [...triggerWords, 'hail'] });
  const last = await saying('Not what you asked for: Weather doesn');
  expect(last.text).toContain('“sleet”');
  await ana().command('undo');
  await saying('Undone');
  expect((await installedRow(house, 'Weather')).triggerWords.toSorted()).toEqual(triggerWords.toSorted());
});

test('honest changes are confirmed with one further list, and without one more message', async () => {
  await open(SOON);
  await ana().command('disable News');
  await saying('News disabled by you');
  await ana().command('list');
  await saying('News: disabled');
  const before = lists();
  await ana().command('enable News');
  await saying('✓ News enabled by you');
  // To find it, right before the change, and after it.
  expect(lists() - before).toBe(3);
});
