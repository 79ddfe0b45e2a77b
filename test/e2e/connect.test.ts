import type { View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { PATIENT } from '../patient.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';
import { goodZip } from './zips.ts';

let house: CloudHouse;
beforeAll(async () => {
  house = await startCloudHouse();
  for (const name of ['north', 'south'] as const) await house.install(house.cloud.workspaces[name].people.ana);
});
afterAll(async () => {
  await expectNothingTold();
  await house.close();
});

/** Every key that was ever entered into a form. */
const written: string[] = [];

/** Not in log lines, messages, the bot's views, the audit log or the database. */
async function expectNothingTold(): Promise<void> {
  const { north, south } = house.cloud.workspaces;
  const shown = [north, south].flatMap(({ transcript }) => [
    ...transcript.messages.map((message) => JSON.stringify(message)),
    ...transcript.views.map(({ definition }) => JSON.stringify(definition)),
  ]);
  const database = await house.readDatabase();
  // Shorter ones are no keys, and occur in other words.
  const secrets = [...written, ...house.secrets()].filter((secret) => secret.length >= 16);
  expect(secrets.length).toBeGreaterThan(1);
  // Data that is not encrypted is readable there.
  expect(database.includes('T0NORTH')).toBe(true);
  expect(secrets.filter((secret) => database.includes(secret))).toEqual([]);
  expect([...house.logLines, ...shown].filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
}

const isForm = ({ definition }: View) => definition.callback_id === 'connect';
const lastFour = (key: string) => key.slice(-4);

function people(name: 'north' | 'south') {
  const slack = house.cloud.workspaces[name];
  const { ana, ben, gus } = slack.people;
  return { slack, ana: slack.as(ana), ben: slack.as(ben), gus: slack.as(gus), ids: { ana: ana.id, ben: ben.id } };
}

/** The next private message to this person that matches. */
async function hears(name: 'north' | 'south', who: 'ana' | 'ben', line: string, words: RegExp): Promise<string> {
  const { slack, ids, ...drivers } = people(name);
  const after = slack.transcript.revision;
  await drivers[who].command(line);
  const message = await slack.nextMessage(({ ephemeralFor, text }) => ephemeralFor === ids[who] && words.test(text), {
    after,
  });
  return renderText(message);
}

async function openForm(name: 'north' | 'south'): Promise<View> {
  const { slack, ana } = people(name);
  const after = slack.transcript.revision;
  await ana.command('connect');
  return slack.nextView(isForm, { after });
}

/** Submits a key and returns the form's response. */
async function send(name: 'north' | 'south', key: string, form?: View): Promise<View> {
  written.push(key);
  const { slack, ana } = people(name);
  const opened = form ?? (await openForm(name));
  const after = slack.transcript.revision;
  await ana.submit(opened, { api_key: key });
  return slack.nextView(({ id }) => id === opened.id, { after });
}

async function connect(name: 'north' | 'south', key = house.accounts[name].key): Promise<View> {
  const told = await send(name, key);
  await people(name).ana.closeView(told);
  return told;
}

async function disconnect(name: 'north' | 'south'): Promise<void> {
  const { slack, ana } = people(name);
  const after = slack.transcript.revision;
  await ana.command('disconnect');
  const question = await slack.nextMessage(({ text }) => text.includes('connected the account'), { after });
  await ana.click(question, { text: 'Disconnect…' });
  await slack.nextMessage(({ text }) => text.includes('Account disconnected'), { after });
}

afterEach(async () => {
  for (const name of ['north', 'south'] as const) {
    const { ana } = people(name);
    const modal = ana.modal();
    if (modal) await ana.closeView(modal, { all: true });
    const connected = await hears(name, 'ana', 'disconnect', /connected the account|No account is connected/);
    if (connected.includes('connected the account')) await disconnect(name);
  }
});

describe('without an account', () => {
  test.each([
    'list',
    'search',
    'show Weather',
    'agents',
    'enable Weather',
    'triggers Weather',
    'assign Echo',
    'unassign Echo',
    'delete Weather',
    'undo',
    'upload',
    'export',
    'Weather',
  ])('%s says who can connect it', async (line) => {
    expect(await hears('north', 'ana', line, /isn't connected/)).toContain('Connect an account with its API key.');
    expect(people('north').ana.modal()).toBeUndefined();
    expect(house.service.requests).toEqual([]);
  });

  test("people who can't connect it read who can", async () => {
    expect(await hears('north', 'ben', 'list', /isn't connected/)).toContain('Ask @U0NORTHANA.');
  });

  test.each([
    ['help', /abilities list/],
    ['whoami', /[Yy]our role is[\s\S]*isn't connected/],
    ['history', /Audit log/],
    ['new Night Tides', /Night Tides/],
  ])('%s works', async (line, words) => {
    await hears('north', 'ana', line, words);
  });

  test('settings open', async () => {
    const { slack, ana } = people('north');
    await ana.command('settings');
    await slack.nextView(({ definition }) => definition.callback_id === 'settings');
  });

  test('the Home tab says so, and has the way out for admins', async () => {
    const { slack, ana, ben, ids } = people('north');
    await ana.openHome();
    await ben.openHome();
    const homeOf = (id: string) => slack.nextView(({ type, userId }) => type === 'home' && userId === id);
    expect(renderText(await homeOf(ids.ana))).toMatch(/isn't connected[\s\S]*Connect…/);
    expect(renderText(await homeOf(ids.ben))).not.toContain('Connect…');
  });

  test('a dropped zip is not uploaded', async () => {
    const { slack, ana } = people('north');
    await ana.drop(slack.channels.ops, [{ name: 'weather.zip', bytes: await goodZip() }]);
    const offer = await slack.nextMessage(({ text }) => text.includes('weather.zip'));
    const after = slack.transcript.revision;
    await ana.click(offer, { text: 'Upload…' });
    await slack.nextMessage(({ text }) => text.includes("isn't connected"), { after });
    expect(ana.modal()).toBeUndefined();
  });

  test('only an admin may connect', async () => {
    await hears('north', 'ben', 'connect', /Only admins can connect/);
    expect(people('north').ben.modal()).toBeUndefined();
  });
});

describe('a key', () => {
  test('that the service rejects is not saved, and the form says so', async () => {
    const told = await send('north', 'key-made-up-that-nobody-knows');
    expect(told.errors).toEqual({ api_key: expect.stringContaining('The voice service rejects this key.') });
    expect(told.errors.api_key).toContain('Nothing was saved.');
    await hears('north', 'ana', 'list', /isn't connected/);
  });

  test.each(['short', 'with “marks”, made up', 'operation', 'U0NORTHANA'])(
    "that can't be valid is not saved: %s",
    async (key) => {
      expect((await send('north', key)).errors).toEqual({ api_key: expect.stringContaining("This isn't an API key") });
    },
  );

  test("that can't be checked in time is not saved", async () => {
    const impatient = await house.startAnotherBot({ deadlines: { ...PATIENT, key: 100 } });
    house.useBot(impatient);
    onTestFinished(() => house.useBot(house.bot));
    house.service.faults.add({ match: {}, fault: { kind: 'silent' } });
    const told = await send('north', house.accounts.north.key);
    house.service.faults.clear();
    expect(told.errors.api_key).toMatch(/isn't responding.*Nothing was saved/);
    await hears('north', 'ana', 'list', /isn't connected/);
  });

  test('that another process has sealed with a key that this one lacks: the log says what to do', async () => {
    const { id } = people('south').slack.team;
    const other = await openStore({ ...house.config.store, keys: madeUpRing('other') });
    await other.of(id).account.save({ apiKey: 'made-up-sealed-key', connectedBy: 'U0SOUTHANA' });
    // It has not read anything before.
    house.useBot(await house.startAnotherBot());
    await hears('south', 'ana', 'list', /can't be decrypted/);
    await other.of(id).account.forget();
    await other.close();
    house.useBot(house.bot);
    const lines = house.logLines.filter((line) => line.includes('Add that key at the end of ENCRYPTION_KEY'));
    expect(lines.map((line) => JSON.parse(line).tenant)).toEqual([id]);
  });

  test('that is valid connects this workspace immediately, and no other', async () => {
    const { key } = house.accounts.north;
    const told = renderText(await connect('north'));
    expect(told).toContain(`the key ending in \`${lastFour(key)}\``);
    expect(told).toContain('by @U0NORTHANA');
    await hears('north', 'ben', 'list', /3 not installed/);
    await hears('south', 'ana', 'list', /isn't connected/);
  });

  test('updates an open Home tab, and so does disconnecting', async () => {
    const { slack, ben, ids } = people('north');
    await ben.openHome();
    const shows = (words: RegExp) =>
      slack.nextView((view) => view.type === 'home' && view.userId === ids.ben && words.test(renderText(view)));
    await shows(/isn't connected/);
    await connect('north');
    await shows(/Abilities[\s\S]*enabled/);
    await disconnect('north');
    await shows(/isn't connected/);
  });

  test('is shown by its last four characters when the form opens again, and a new one takes its place', async () => {
    await connect('north');
    const again = await openForm('north');
    expect(renderText(again)).toContain(`the key ending in \`${lastFour(house.accounts.north.key)}\``);
    const another = await house.accounts.north.anotherKey();
    expect(renderText(await send('north', another, again))).toContain(`the key ending in \`${lastFour(another)}\``);
    await hears('north', 'ana', 'list', / enabled/);
  });

  test('is deleted after a confirmation', async () => {
    await connect('north');
    await disconnect('north');
    await hears('north', 'ana', 'list', /isn't connected/);
    expect(await hears('north', 'ana', 'disconnect', /No account is connected/)).toContain('No account is connected');
  });

  test('appears in the audit log by its last four characters', async () => {
    await connect('south');
    await disconnect('south');
    // Slack markup characters at the edge of the four are surrounded by zero-width spaces.
    const told = (await hears('south', 'ana', 'history with:details', /Audit log/)).replaceAll('\u200b', '');
    const four = lastFour(house.accounts.south.key);
    expect(told).toContain(`not connected → key ending in ${four}`);
    expect(told).toContain(`key ending in ${four} → not connected`);
  });

  test.each(['connect', 'disconnect'])('that is typed behind %s is repeated nowhere', async (verb) => {
    const key = `key-made-up-typed-behind-${verb}`;
    written.push(key);
    expect(await hears('north', 'ana', `${verb} ${key}`, /Don't type API keys in messages/)).not.toContain(key);
    expect(await hears('north', 'ana', 'history', /Audit log/)).not.toContain(key);
  });
});

describe('another account in the place of the one before', () => {
  test('shows nothing of that: what was saved for its Agents is forgotten', async () => {
    await connect('north');
    const known = house.store.of('T0NORTH').assignments;
    const { ana, slack } = people('north');
    await ana.command('assign Echo');
    const form = await slack.nextView(({ callbackId }) => callbackId === 'assign');
    await ana.submit(form, { Abilities: ['Radio'] });
    await slack.nextMessage(({ text }) => text.includes("Echo's Abilities set by you"));
    expect((await known.all()).size).toBe(1);
    await house.store.of('T0NORTH').snapshot.save('{}', new Date());
    await connect('north', house.accounts.south.key);
    expect((await known.all()).size).toBe(0);
    expect(await house.store.of('T0NORTH').snapshot.read()).toBeNull();
    await hears('north', 'ana', 'list', / enabled/);
    // The South's own IDs.
    const [weather] = (await house.accounts.south.client.listAbilities()).filter(({ name }) => name === 'Weather');
    expect(await hears('north', 'ana', 'show Weather details:', /Weather/)).toContain(`Ability ID ${weather?.id}`);
  });
});
