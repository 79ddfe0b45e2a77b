import { setTimeout as wait } from 'node:timers/promises';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { Random } from '../../packages/ability-zip/test/random.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { clientOf } from './kill-quiet.ts';
import { type ProofHouse, startProofHouse } from './proof-house.ts';

const PLANS = ['disable Weather, Timer every day 8:00-18:00', 'disable News every day 8:00-18:00'];
const PLANNED: readonly string[] = ['Weather', 'Timer', 'News'];
/** A plan that is more than an hour late asks instead. */
const STEP_MS = 30 * 60_000;
/** A process that was killed holds a plan for half a minute. */
const LEASE_MS = 31_000;
/** From the moment it is due until everything is announced, on a machine with other work. */
const WITHIN_MS = 400;
const LONGEST_MS = 60_000;

export interface PlansReport {
  /** Times at which something was due. */
  times: number;
  /** Kills while something was being done. */
  inTheMiddle: number;
  /** Problems found, in sentences; empty if there are none. */
  wrong: string[];
}

/**
 * Plans that recur, on a clock that moves to each of their times, while one of the processes is killed. Each time, each
 * Ability is switched exactly once, within the hour, and someone is told.
 */
export async function killPlans({
  kills,
  replicas,
  seed,
  store,
}: {
  store: StoreOptions;
  replicas: number;
  /** One for each time. */
  kills: number;
  seed: number;
}): Promise<PlansReport> {
  const house = await startProofHouse({ store, replicas });
  try {
    const random = new Random(seed);
    const report: PlansReport = { times: 0, inTheMiddle: 0, wrong: [] };
    for (const line of PLANS) await plan(house, line);
    let clock = Date.now();
    const move = (ms: number) => {
      clock += ms;
      for (const bot of house.bots) bot.moveClock(ms);
    };
    for (let time = 0; time < kills; time += 1) {
      const dueAt = await nextTime(house);
      while (clock < dueAt - STEP_MS) move(STEP_MS);
      const before = new Set(house.service.requests);
      const after = house.slack.transcript.revision;
      move(dueAt - clock + 1);
      await wait(random.below(WITHIN_MS));
      const bot = house.bots[time % house.bots.length];
      await bot?.kill();
      if ((await nextTime(house)) <= clock) report.inTheMiddle += 1;
      await bot?.start();
      const isEnabled = time % 2 === 1;
      // On a busy machine, a move of the clock can outlast the lease of a switch that is being made. It is not made then, and
      // tried again five minutes later, by a plan of its own.
      const deadline = Date.now() + LONGEST_MS;
      while ((await nextTime(house)) <= clock || (await planned(house)).some(({ enabled }) => enabled !== isEnabled)) {
        if (Date.now() > deadline) throw new Error(`A plan is lost.\n${house.bots.map(({ tail }) => tail).join('\n')}`);
        await wait(200);
        move(LEASE_MS);
      }
      report.times += 1;
      const where = `Time ${time + 1}`;
      const said = house.slack.transcript.messages.filter((message) => message.revision > after).map(renderText);
      for (const { id, name } of await planned(house)) {
        const path = `/edit-installed-capability/${id}/`;
        const switched = house.service.requests.filter((one) => !before.has(one) && one.path.endsWith(path));
        const count = switched.filter(({ method }) => method === 'PUT').length;
        if (count !== 1) report.wrong.push(`${where}: ${name} is switched ${count} times.`);
        if (!said.some((text) => text.includes(name))) report.wrong.push(`${where}: nobody is told about ${name}.`);
      }
    }
    return report;
  } finally {
    await house.close();
  }
}

/** Asks until the question comes, since a busy machine may not find the person's role in time, and confirms it. */
async function plan({ slack }: ProofHouse, line: string): Promise<void> {
  const ana = slack.as(slack.people.ana);
  for (let asked = 0; asked < 10; asked += 1) {
    const after = slack.transcript.revision;
    await ana.command(line);
    const question = await slack.nextMessage(({ ephemeralFor }) => ephemeralFor !== null, { after });
    if (!/every day/.test(renderText(question))) continue;
    await ana.click(question, { text: 'Plan it' });
    await slack.nextMessage(({ text }) => text.includes('planned'), { after: slack.transcript.revision - 1 });
    return;
  }
  throw new Error(`${line} is not planned.`);
}

async function planned(house: ProofHouse) {
  const rows = await clientOf(house).listInstalledAbilities();
  return rows.filter(({ name }) => PLANNED.includes(name));
}

/** The soonest time that is not done yet. */
async function nextTime({ slack, store }: ProofHouse): Promise<number> {
  const [soonest] = await store.of(slack.teamId).schedulesOf(0).list();
  if (!soonest) throw new Error('Nothing is planned any more.');
  return soonest.plannedFor;
}
