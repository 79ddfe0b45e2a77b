import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_LIMITS, inspectPackage } from '@abilities-bot/ability-zip';
import type { Message } from '@abilities-bot/local-slack';
import { Random } from '../../packages/ability-zip/test/random.ts';
import { createServiceClient } from '../../src/service/client.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import type { Version } from '../../src/store/version-record.ts';
import { zipOf } from '../e2e/zips.ts';
import { makeFolder } from '../make-folder.ts';
import { type ProofHouse, startProofHouse } from './proof-house.ts';

interface Kills {
  store: StoreOptions;
  kills: number;
  seed: number;
}

/** How long a person waits for an answer before asking again, and everybody for what has to come. */
const PATIENCE_MS = 4000;
const LONGEST_MS = 60_000;

/** Kills up to this long after a click: in the click, in what follows, or after it. */
const KILL_WITHIN_MS = 1500;

export interface RollbackReport {
  /** Rollbacks that were accepted. */
  rollbacks: number;
  /** Problems found, in sentences; empty if there are none. */
  wrong: string[];
}

/**
 * An Ability is rolled back from one version to the other while the bot is killed and restarted. Each accepted rollback
 * ends, is told, and leaves exactly that code.
 */
export async function killRollbacks({ kills, seed, store }: Kills): Promise<RollbackReport> {
  const house = await startProofHouse({ store, replicas: 1 });
  try {
    const random = new Random(seed);
    const digests = [await update(house, 'rain'), await update(house, 'snow')];
    const wrong: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const digest = digests[kill % 2] ?? '';
      wrong.push(...(await rollBackKilled(house, digest, random)));
      const running = await digestOf(house);
      if (running !== digest) wrong.push(`After kill ${kill + 1}, other code runs than was rolled back to.`);
    }
    const named = (await clientOf(house).listAbilities()).filter(({ name }) => name === 'Weather');
    if (named.length !== 1) wrong.push(`Weather is ${named.length} times on the account.`);
    const kept = await versionsOf(house);
    for (const digest of digests) {
      if (!kept.some((version) => version.digest === digest)) wrong.push('A version is no longer kept.');
    }
    return { rollbacks: kills, wrong };
  } finally {
    await house.close();
  }
}

const clientOf = ({ service }: Pick<ProofHouse, 'service'>) =>
  createServiceClient({ baseUrl: service.baseUrl, credential: { kind: 'api-key', value: service.apiKey } });

const versionsOf = ({ slack, store }: ProofHouse): Promise<Version[]> =>
  store.of(slack.teamId).versions.list(0, 'Weather');

async function digestOf(house: ProofHouse): Promise<string> {
  const client = clientOf(house);
  const ability = (await client.listAbilities()).find(({ name }) => name === 'Weather');
  const path = join(await makeFolder(), 'given.zip');
  if (ability) await client.downloadPackage(ability.id, path, DEFAULT_LIMITS.maxBytes);
  return (await inspectPackage(path, DEFAULT_LIMITS)).contentDigest;
}

const within = (ms: number) => ({ signal: AbortSignal.timeout(ms) });

/** Updates Weather by a drop. @returns the digest of its new code. */
async function update(house: ProofHouse, says: string): Promise<string> {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const bytes = await zipOf({ 'weather/main.py': `# ${says}\n`, 'weather/__init__.py': '' });
  const { messageTs } = await ana.drop(slack.channels.ops, [{ name: 'weather.zip', bytes }]);
  const offer = await slack.nextMessage(({ threadTs }) => threadTs === messageTs, within(LONGEST_MS));
  const said = (words: string) =>
    slack.nextMessage(({ text, ts }) => ts === offer.ts && text.includes(words), within(LONGEST_MS));
  await ana.click(offer, { text: 'Upload…' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload', within(LONGEST_MS));
  await ana.submit(form, { Name: 'Weather', Description: 'Tells it.', trigger_words: 'weather' });
  await ana.click(await said('already exists'), { text: 'Update code…' });
  const question = await slack.nextView(({ callbackId }) => callbackId === 'update', within(LONGEST_MS));
  await ana.submit(question, {});
  await said('updated by');
  return digestOf(house);
}

/**
 * Asks again until it is accepted: a kill may cut off the click. Kills once, then waits for the end.
 * @returns what its message does not say.
 */
async function rollBackKilled(house: ProofHouse, digest: string, random: Random): Promise<string[]> {
  const { bots, slack, store } = house;
  const ana = slack.as(slack.people.ana);
  const [before] = await store.of(slack.teamId).uploads.listReceipts(1);
  const newest = async () => (await store.of(slack.teamId).uploads.listReceipts(1)).find(({ id }) => id !== before?.id);
  const isOpen = async () => (await store.of(slack.teamId).uploads.listUntold(10)).length > 0;
  let isKilled = false;
  const deadline = Date.now() + LONGEST_MS;
  const checkTime = () => {
    if (Date.now() > deadline) throw new Error(`A rollback does not end.\n${bots[0]?.tail}`);
  };
  while (!(await isOpen()) && !(await newest())) {
    checkTime();
    const after = slack.transcript.revision;
    await ana.command(`rollback Weather to:${digest.slice(0, 12)}`);
    const question = await heard(house, after, 'Roll Weather back to');
    // A killed bot has left another label.
    if (!question || JSON.stringify(question.blocks).includes('waits:')) continue;
    await ana.click(question, { text: 'Roll back' });
    if (!isKilled) await killAndRestart(house, random);
    isKilled = true;
  }
  for (; await isOpen(); await wait(50)) checkTime();
  const record = await newest();
  const place = record?.place;
  const text = place ? slack.transcript.findMessage({ channelId: place.channel, ts: place.ts })?.text : undefined;
  return text?.includes('rolled back by') ? [] : [`A rollback says: ${text}`];
}

async function killAndRestart({ bots }: ProofHouse, random: Random): Promise<void> {
  await wait(random.below(KILL_WITHIN_MS));
  const [bot] = bots;
  await bot?.kill();
  await bot?.start();
}

/** Null if nobody answers. */
const heard = ({ slack }: ProofHouse, after: number, words: string, ms = PATIENCE_MS): Promise<Message | null> =>
  slack.nextMessage(({ text }) => text.includes(words), { after, ...within(ms) }).catch(() => null);

export interface LookReport {
  /** Changes whose answer said that they were not confirmed yet. */
  pending: number;
  /** Messages with the result of such a change. */
  told: number;
  wrong: string[];
}

/**
 * News is switched under a service that is late, while the bot is killed and restarted between the answer and the last
 * look. Each change that was not confirmed is told in the end, and the audit log says the same.
 */
export async function killLooks({ kills, seed, store }: Kills): Promise<LookReport> {
  const house = await startProofHouse({ store, replicas: 1 });
  try {
    const random = new Random(seed);
    const { service, slack } = house;
    const ana = slack.as(slack.people.ana);
    const wrong: string[] = [];
    let pending = 0;
    let told = 0;
    service.lies.lateMs = Number.POSITIVE_INFINITY;
    service.lies.tell('late-truth');
    for (let kill = 0; kill < kills; kill += 1) {
      const after = slack.transcript.revision;
      await ana.command(kill % 2 === 0 ? 'disable News' : 'enable News');
      const answer = await heard(house, after, 'Not confirmed yet', LONGEST_MS);
      if (!answer) {
        wrong.push(`Change ${kill + 1} was not answered.`);
        continue;
      }
      pending += 1;
      const released = wait(random.of([200, 600, 4000])).then(() => service.lies.release());
      await killAndRestart(house, random);
      if (!(await noLooksLeft(house))) wrong.push(`Change ${kill + 1} is still looked for.`);
      const end = await slack
        .nextMessage(({ text }) => /^(?:✓ )?Confirmed: |^:warning: Not /.test(text), { after, ...within(LONGEST_MS) })
        .catch(() => null);
      if (end) told += 1;
      await released;
      if (end) wrong.push(...(await differences(house, end)));
    }
    return { pending, told, wrong };
  } finally {
    await house.close();
  }
}

async function noLooksLeft({ store }: ProofHouse): Promise<boolean> {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await wait(50)) {
    if ((await store.rechecks.nextDueAt(null)) === null) return true;
  }
  return false;
}

/** Whether the audit log says the same as the message. */
async function differences({ slack, store }: ProofHouse, end: Message): Promise<string[]> {
  const { records } = await store.of(slack.teamId).auditLog.list({ page: 1, perPage: 1 });
  const outcome = records[0]?.ended?.outcome;
  const wanted = end.text.includes('Confirmed: ') ? 'done' : 'unconfirmed';
  return outcome === wanted ? [] : [`The audit log says ${outcome}, and the message: ${end.text}`];
}
