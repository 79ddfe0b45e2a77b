import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_LIMITS, inspectPackage } from '@abilities-bot/ability-zip';
import type { Lie } from '@abilities-bot/local-service';
import type { Message } from '@abilities-bot/local-slack';
import { openStore, type Store } from '../../src/store/store.ts';
import { installedRow, otherCaller } from '../e2e/reading.ts';
import { type House, startHouse } from '../e2e/start-house.ts';
import { zipOf } from '../e2e/zips.ts';
import { makeFolder } from '../make-folder.ts';

const LONGEST_MS = 30_000;

/** One thing that a person does, and whether the account is as they asked, read past the bot. */
interface Row {
  prepare?: (house: House) => Promise<void>;
  act: (house: House) => Promise<void>;
  isAsAsked: (house: House) => Promise<boolean>;
}

const ana = ({ slack }: House) => slack.as(slack.people.ana);
const within = (ms = LONGEST_MS) => ({ signal: AbortSignal.timeout(ms) });
const command = (line: string) => async (house: House) => void (await ana(house).command(line));

/** Waits for what comes after the line, with these words. */
async function ask(house: House, line: string, words: string): Promise<Message> {
  const after = house.slack.transcript.revision;
  await ana(house).command(line);
  return house.slack.nextMessage(({ text }) => text.includes(words), { after, ...within() });
}

async function submit(house: House, id: string, values: Record<string, string | string[]>): Promise<void> {
  const form = await house.slack.nextView(({ callbackId, open }) => callbackId === id && open, within());
  await ana(house).submit(form, values);
}

const isEnabled = (name: string, enabled: boolean) => async (house: House) =>
  (await installedRow(house, name)).enabled === enabled;

async function abilitiesOf(house: House, agent: string): Promise<string[]> {
  const service = otherCaller(house);
  const [agents, abilities] = await Promise.all([service.listAgents(), service.listAbilities()]);
  const ids = agents.find(({ name }) => name === agent)?.abilityIds ?? [];
  return ids.map((id) => abilities.find((ability) => ability.id === id)?.name ?? '').sort();
}

const isInstalledForAgents = async (house: House, name: string) =>
  (await otherCaller(house).listInstalledAbilities()).some((row) => row.name === name && row.isForAgents === true);

const named = async (house: House, name: string) =>
  (await otherCaller(house).listAbilities()).filter((ability) => ability.name === name);

async function codeOf(house: House, name: string): Promise<string | null> {
  const [ability] = await named(house, name);
  const path = join(await makeFolder(), 'given.zip');
  if (!ability || !(await otherCaller(house).downloadPackage(ability.id, path, DEFAULT_LIMITS.maxBytes))) return null;
  return (await inspectPackage(path, DEFAULT_LIMITS)).files.find((file) => file.path === 'main.py')?.sha256 ?? null;
}

/** Drops a zip and fills in the form. Resolves to the offer. */
async function drop(house: House, name: string, says: string): Promise<Message> {
  const { slack } = house;
  const bytes = await zipOf({ 'job/main.py': `# ${says}\n`, 'job/__init__.py': '' });
  const { messageTs } = await ana(house).drop(slack.channels.ops, [{ name: 'job.zip', bytes }]);
  const offer = await slack.nextMessage(({ threadTs }) => threadTs === messageTs, within());
  await ana(house).click(offer, { text: 'Upload…' });
  await submit(house, 'upload', { Name: name, Description: 'Does a job.', trigger_words: 'do it\ndo more\ndo all' });
  return offer;
}

async function dropOver(house: House, says: string, choice: 'Update code…' | 'Replace…'): Promise<Message> {
  const offer = await drop(house, 'Weather', says);
  const question = await house.slack.nextMessage(
    ({ text, ts }) => ts === offer.ts && text.includes('already exists'),
    within(),
  );
  await ana(house).click(question, { text: choice });
  if (choice === 'Replace…') await submit(house, 'replace', { typed_name: 'Weather' });
  else await submit(house, 'update', {});
  return offer;
}

const hashOf = async (says: string) => {
  const path = join(await makeFolder(), 'job.zip');
  const bytes = await zipOf({ 'main.py': `# ${says}\n` });
  await writeFile(path, bytes);
  return (await inspectPackage(path, DEFAULT_LIMITS)).files[0]?.sha256;
};

/** The only Ability of its name, with this code. */
const runs = (name: string, says: string) => async (house: House) =>
  (await named(house, name)).length === 1 && (await codeOf(house, name)) === (await hashOf(says));

async function updateHonestly(house: House, says: string): Promise<void> {
  const offer = await dropOver(house, says, 'Update code…');
  await house.slack.nextMessage(({ text, ts }) => ts === offer.ts && text.includes('updated by'), within());
}

async function rollBack(house: House): Promise<void> {
  const versions = await ask(house, 'versions Weather', 'Versions of');
  const [, , older = ''] = /`([0-9a-f]{12})`[\s\S]*?`([0-9a-f]{12})`/.exec(versions.text) ?? [];
  const question = await ask(house, `rollback Weather to:${older}`, 'Roll Weather back to');
  await ana(house).click(question, { text: 'Roll back' });
}

/** Commits new code of Weather, which opens the next draft. */
async function commit(house: House, says: string): Promise<void> {
  const { apiKey, baseUrl } = house.service;
  const [ability] = await named(house, 'Weather');
  const release = ability && (await otherCaller(house).findRelease(ability.id));
  const form = new FormData();
  form.set('committed', 'true');
  form.set('commit_message', says);
  const bytes = await zipOf({ 'main.py': `# ${says}\n`, '__init__.py': '' });
  form.set('zip_file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), 'code.zip');
  const url = `${baseUrl}/api/capabilities/validate/release-code/${release?.releaseId}/`;
  const { ok, status } = await fetch(url, { method: 'POST', headers: { 'x-api-key': apiKey }, body: form });
  if (!ok) throw new Error(`The commit got ${status}.`);
}

const replacedWell = async (house: House): Promise<boolean> => {
  const row = (await otherCaller(house).listInstalledAbilities()).find(({ name }) => name === 'Weather');
  return (
    (await runs('Weather', 'hail')(house)) &&
    row?.enabled === true &&
    row.isForAgents === true &&
    row.triggerWords.length === 4 &&
    (await abilitiesOf(house, 'Echo')).includes('Weather') &&
    (await abilitiesOf(house, 'Atlas')).includes('Weather')
  );
};

export const LIE_ROWS: Record<string, Row> = {
  enable: { act: command('enable Night Watch'), isAsAsked: isEnabled('Night Watch', true) },
  disable: { act: command('disable News'), isAsAsked: isEnabled('News', false) },
  'disable several': {
    act: command('disable News, Weather'),
    isAsAsked: async (house) => {
      const weather = await installedRow(house, 'Weather');
      return (await isEnabled('News', false)(house)) && !weather.enabled && weather.triggerWords.length === 4;
    },
  },
  triggers: {
    act: command('triggers News add: hail, sleet'),
    isAsAsked: async (house) => (await installedRow(house, 'News')).triggerWords.length === 4,
  },
  assign: {
    act: async (house) => {
      await ana(house).command('assign Atlas');
      await submit(house, 'assign', { Abilities: ['Focus Coach', 'News'] });
    },
    isAsAsked: async (house) =>
      (await abilitiesOf(house, 'Atlas')).join() === 'Focus Coach,News' &&
      (await isInstalledForAgents(house, 'Focus Coach')),
  },
  unassign: {
    act: async (house) => {
      const question = await ask(house, 'unassign Atlas', 'Atlas');
      await ana(house).click(question, { text: 'Remove all Abilities…' });
    },
    isAsAsked: async (house) => (await abilitiesOf(house, 'Atlas')).length === 0,
  },
  delete: {
    act: async (house) => {
      const question = await ask(house, 'delete Timer', 'Timer  Enabled');
      await ana(house).click(question, { text: 'Delete Timer' });
    },
    isAsAsked: async (house) => (await named(house, 'Timer')).length === 0,
  },
  undo: {
    prepare: async (house) => void (await ask(house, 'disable News', 'News disabled by')),
    act: command('undo'),
    isAsAsked: isEnabled('News', true),
  },
  repair: {
    act: command('repair "Memory Keeper"'),
    isAsAsked: (house) => isInstalledForAgents(house, 'Memory Keeper'),
  },
  upload: {
    act: async (house) => void (await drop(house, 'Tides', 'tides')),
    isAsAsked: async (house) =>
      (await runs('Tides', 'tides')(house)) && (await named(house, 'Tides'))[0]?.triggerWords.length === 3,
  },
  update: {
    act: async (house) => void (await dropOver(house, 'hail', 'Update code…')),
    isAsAsked: runs('Weather', 'hail'),
  },
  replace: {
    act: async (house) => void (await dropOver(house, 'hail', 'Replace…')),
    isAsAsked: replacedWell,
  },
  rollback: {
    prepare: async (house) => {
      await updateHonestly(house, 'rain');
      await updateHonestly(house, 'snow');
    },
    act: rollBack,
    isAsAsked: runs('Weather', 'rain'),
  },
  'enable a release': {
    prepare: async (house) => {
      for (const says of ['rain', 'snow']) await commit(house, says);
    },
    act: async (house) => {
      const versions = await ask(house, 'versions Weather', 'Release v1');
      const [, id = ''] = /rollback id:\d+ release:(\d+)/.exec(JSON.stringify(versions.blocks.at(-2))) ?? [];
      const question = await ask(house, `rollback Weather release:${id}`, 'Enable release v1');
      await ana(house).click(question, { text: 'Enable' });
    },
    isAsAsked: runs('Weather', 'rain'),
  },
};

export interface LieResult {
  isAsAsked: boolean;
  /** Whether any message says that it is done. */
  isToldDone: boolean;
  /** Whether any message says that it is not as asked, or not known to be. */
  isDoubted: boolean;
  said: string[];
}

const DONE = /^✓ (?!Confirmed)/;
const DOUBTED =
  /Not confirmed:|Not what you asked for|not as requested|not confirmed:|still lists it|hasn't confirmed|was not |couldn't be|Not restored/;

/** Does one thing while the service tells a lie, and waits until nothing more happens. */
export async function tryLie(row: Row, lie: Lie | null): Promise<LieResult> {
  const house = await startHouse({
    mode: 'http',
    service: { agentRowsCarryAbilities: true },
    uploadTimes: { recheckMs: [50, 100, 150], settleMs: 200, pollMs: 50 },
  });
  const store = await openStore(house.config.store);
  try {
    await row.prepare?.(house);
    const { service, slack } = house;
    const after = slack.transcript.revision;
    service.lies.lateMs = Number.POSITIVE_INFINITY;
    if (lie) service.lies.tell(lie);
    await row.act(house);
    await quiet(house, store, after);
    const said = slack.transcript.messages.filter(({ revision }) => revision > after).map(({ text }) => text);
    return {
      isAsAsked: await row.isAsAsked(house),
      isToldDone: said.some((text) => DONE.test(text)),
      isDoubted: said.some((text) => DOUBTED.test(text)),
      said,
    };
  } finally {
    await store.close();
    await house.close();
  }
}

/** Until the change has been answered, and nothing is looked for or sent any more. */
async function quiet({ slack }: House, store: Store, after: number): Promise<void> {
  const isEnd = (text: string) => DONE.test(text) || DOUBTED.test(text);
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await wait(30)) {
    const isOpen =
      (await store.rechecks.nextDueAt(null)) !== null ||
      (await store.of(slack.teamId).uploads.listUntold(10)).length > 0;
    const isSaid = slack.transcript.messages.some(({ revision, text }) => revision > after && isEnd(text));
    // What the service goes on denying is tried again for hours.
    const isTried = slack.transcript.messages.some(({ text }) => text.startsWith('Still '));
    if (isTried || (!isOpen && isSaid)) return;
  }
}

/** Changes of an account with 5,000 Abilities, under an honest service: what each of them was answered. */
export async function changeLargeAccount(): Promise<string[]> {
  const house = await startHouse({ mode: 'http', service: { agentRowsCarryAbilities: true, seed: 'large' } });
  try {
    const { slack } = house;
    const answers: string[] = [];
    const hear = async (act: () => Promise<unknown>) => {
      const after = slack.transcript.revision;
      await act();
      const isEnd = (text: string) => DONE.test(text) || DOUBTED.test(text) || text.startsWith('Not confirmed yet');
      answers.push((await slack.nextMessage(({ text }) => isEnd(text), { after, ...within() })).text);
    };
    const name = '"Ångström 0002"';
    await hear(() => ana(house).command(`disable ${name}`));
    await hear(() => ana(house).command(`enable ${name}`));
    await hear(() => ana(house).command(`triggers ${name} add: hail, sleet`));
    await hear(() => ana(house).command('undo'));
    await hear(() => ana(house).command(`repair ${name}`));
    await hear(async () => {
      await ana(house).command('assign Nova');
      await submit(house, 'assign', { Abilities: ['Ångström 0002', 'Weather 0011'] });
    });
    const question = await ask(house, 'delete "Ångström 0002"', 'Ångström 0002');
    await hear(() => ana(house).click(question, { text: 'Delete Ångström 0002' }));
    await hear(() => drop(house, 'Tides', 'tides'));
    return answers;
  } finally {
    await house.close();
  }
}
