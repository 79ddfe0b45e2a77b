import { setTimeout as wait } from 'node:timers/promises';
import type { StoreOptions } from '../../src/store/store.ts';
import type { BotProcess } from './bot-process.ts';
import { type LoadReport, sendCommands } from './command-load.ts';
import { driveToggles, type Toggled } from './drive-toggles.ts';
import { driveUploads } from './drive-uploads.ts';
import { everythingEnds, examine } from './kill-uploads.ts';
import { startProofHouse } from './proof-house.ts';

export interface SoakOptions {
  store: StoreOptions;
  perSecond: number;
  seconds: number;
}

export interface CommandSoakReport {
  load: LoadReport;
  toggled: Toggled;
  uploads: number;
  /** Problems found, in sentences; empty if there are none. */
  wrong: string[];
  /** The bot's log lines at level error. */
  errors: string[];
  /** Memory growth from the first quarter to the end, by a line fitted to all samples between. */
  growthMib: { resident: number; heap: number };
  /** CPU time per command and its share of other work, in milliseconds: the bot; and the service and Slack here. */
  cpuMs: { bot: number; rest: number };
}

const MIB = 1024 * 1024;
const SAMPLES = 12;
/** People click and drop far more slowly than all of them together type. */
const PAUSE_MS = 250;

/** Lists, cards and texts: most read the service, some do not. */
const LINES = [
  'list',
  'show News',
  'agents',
  'help',
  'whoami',
  'list state:enabled',
  'triggers Weather',
  'help delete',
];

/** Makes the bot collect garbage on a signal, so that only live memory remains. */
const COLLECTING = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => globalThis.gc());")}`;

/** Many type at the same time, while one person toggles by clicks and another drops zips and submits forms. */
export async function soakCommands({ perSecond, seconds, store }: SoakOptions): Promise<CommandSoakReport> {
  const env = { NODE_OPTIONS: `--expose-gc --import=${COLLECTING}`, SERVICE_TIMEOUT_MS: '10000' };
  const house = await startProofHouse({
    store,
    replicas: 1,
    mode: 'http',
    env,
  });
  try {
    const { slack } = house;
    const [bot] = house.bots;
    if (!bot?.port) throw new Error('A house has a bot.');
    const { ana, ben } = slack.people;
    const stop = AbortSignal.timeout(seconds * 1000);
    const sampling = sampleMemory(bot, seconds);
    const before = { bot: await readCpu(bot), rest: process.cpuUsage() };
    const [load, toggled, driven] = await Promise.all([
      sendCommands({
        port: bot.port,
        signingSecret: slack.signingSecret,
        perSecond,
        seconds,
        lines: LINES,
        teamId: slack.teamId,
        channelId: slack.channels.general.id,
        userIds: [ana.id, ben.id],
      }),
      driveToggles(house, slack.as(ana), 'News', stop, { pauseMs: PAUSE_MS }),
      driveUploads(house, slack.as(ben), 'Job of ben', stop),
    ]);
    const samples = await sampling;
    const { system, user } = process.cpuUsage(before.rest);
    const cpu = { bot: (await readCpu(bot)) - before.bot, rest: (system + user) / 1e6 };
    const ended = await everythingEnds(house, 60_000);
    return {
      load,
      toggled,
      errors: bot.errors,
      uploads: driven.reduce((sum, { rounds }) => sum + rounds, 0),
      cpuMs: { bot: (cpu.bot * 1000) / load.sent, rest: (cpu.rest * 1000) / load.sent },
      growthMib: { resident: growthOf(samples.map((of) => of.resident)), heap: growthOf(samples.map((of) => of.heap)) },
      wrong: [...load.wrong, ...toggled.lost, ...ended, ...(await examine(house, driven))],
    };
  } finally {
    await house.close();
  }
}

interface Sample {
  resident: number;
  heap: number;
}

/** Over the last three quarters: in the first one everything is allocated for the first time. */
async function sampleMemory(bot: BotProcess, seconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  await wait((seconds * 1000) / 4);
  for (let left = SAMPLES; left > 0; left -= 1) {
    process.kill(bot.pid, 'SIGUSR2');
    samples.push(await readMemory(bot));
    await wait((seconds * 750) / SAMPLES);
  }
  return samples;
}

async function readMemory(bot: BotProcess): Promise<Sample> {
  const read = await readMetrics(bot);
  return { resident: read('process_resident_memory_bytes') / MIB, heap: read('nodejs_heap_size_used_bytes') / MIB };
}

/** CPU seconds since its start. */
const readCpu = async (bot: BotProcess) => (await readMetrics(bot))('process_cpu_seconds_total');

/** @returns the value of a metric without labels. */
async function readMetrics({ port }: BotProcess): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** The total rise of a least-squares line through equally spaced values. */
export function growthOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const below = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  return (above / below) * (values.length - 1);
}
