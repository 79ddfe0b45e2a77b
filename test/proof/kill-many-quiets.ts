import { setTimeout as wait } from 'node:timers/promises';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { Random } from '../../packages/ability-zip/test/random.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { ask, clientOf, enabledOf, type QuietReport, quietsOf } from './kill-quiet.ts';
import { type ProofHouse, startProofHouse } from './proof-house.ts';

/** More are disabled after the answer: see `MANY` in `switch-all.ts`. */
const ABILITIES = 60;
/** A claim lasts half a minute after a kill. */
const LONGEST_MS = 3 * 60_000;

/**
 * One Agent with many Abilities is made quiet, and resumed, while a process is killed in the middle of both. Another one
 * finishes what it has begun, and posts the result instead of a message about the kill.
 */
export async function killQuietsOfMany({
  kills,
  replicas,
  seed,
  store,
}: {
  store: StoreOptions;
  replicas: number;
  /** Two for each quiet. */
  kills: number;
  seed: number;
}): Promise<QuietReport> {
  const house = await startProofHouse({ store, replicas, account: 'large' });
  try {
    const random = new Random(seed);
    const { agent, names } = await assignMany(house);
    const before = await enabledOf(house);
    const others = before.filter((name) => !names.has(name));
    const wrong: string[] = [];
    const expectEnabled = async (expected: readonly string[], when: string) => {
      const now = await enabledOf(house);
      if (now.join() !== expected.join()) wrong.push(`${when}: ${now.length} enabled instead of ${expected.length}.`);
    };
    const { slack } = house;
    let killed = 0;
    for (let round = 1; killed < kills; round += 1) {
      for (const [line, expected] of [
        [`quiet "${agent}" for 30m`, others],
        [`resume "${agent}"`, before],
      ] as const) {
        const after = slack.transcript.revision;
        await ask(house, line, STARTED);
        await killInside(house, expected.length, random);
        killed += 1;
        await finished(house);
        await expectEnabled(expected, `Round ${round}, ${line}`);
        const told = slack.transcript.messages
          .filter((message) => message.revision > after)
          .map((one) => renderText(one));
        if (!told.some((text) => RESULT.test(text))) wrong.push(`Round ${round}, ${line}: no result.`);
        wrong.push(...told.filter((text) => INTERRUPTED.test(text)));
      }
    }
    return { quiets: killed / 2, kills: killed, wrong };
  } finally {
    await house.close();
  }
}

const STARTED = /is quiet until .* once \d+|Enabling up to \d+/;
const RESULT = /Abilit(?:y|ies) (?:dis|en)abled|is quiet until .* by |Quiet on .* ended by /;
const INTERRUPTED = /Interrupted: .*(?:quiet again:|resume [0-9a-f]{16})/;

/** Gives one Agent more Abilities than are disabled before the answer. */
async function assignMany(house: ProofHouse): Promise<{ agent: string; names: ReadonlySet<string> }> {
  const client = clientOf(house);
  const [agent] = await client.listAgents();
  if (!agent) throw new Error('There is no Agent.');
  const rows = await client.listInstalledAbilities();
  const on = new Set(rows.flatMap((row) => (row.enabled && row.triggerWords.length > 0 ? [row.name] : [])));
  const many = (await client.listAbilities()).filter(({ name }) => on.has(name)).slice(0, ABILITIES);
  await client.setAgentAbilities(
    agent.id,
    many.map(({ id }) => id),
  );
  return { agent: agent.name, names: new Set(many.map(({ name }) => name)) };
}

/** Kills every process once a random number of Abilities has been switched. @param goal how many are enabled at the end. */
async function killInside(house: ProofHouse, goal: number, random: Random): Promise<void> {
  const left = 1 + random.below(ABILITIES - 10);
  await eventually(house, 'Nothing is switched.', async () => {
    const { length } = await enabledOf(house);
    return Math.abs(length - goal) <= left;
  });
  await Promise.all(
    house.bots.map(async (bot) => {
      await bot.kill();
      await bot.start();
    }),
  );
}

/** Nothing runs, and everything has been told. */
const finished = (house: ProofHouse) =>
  eventually(house, 'It is not finished.', async () => {
    const quiets = await quietsOf(house).list();
    const planned = await house.store.of(house.slack.teamId).schedulesOf(0).list();
    return planned.every(({ line }) => line.startsWith('resume due:')) && quiets.every((one) => !one.unfinished);
  });

async function eventually({ bots }: ProofHouse, wrong: string, look: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`${wrong}\n${bots.map(({ tail }) => tail).join('\n')}`);
    await wait(200);
  }
}
