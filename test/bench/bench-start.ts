import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchProcess } from './bench-process.ts';
import { withHouse } from './house.ts';
import { readMemory } from './process-memory.ts';
import { judge, ms, type Section } from './section.ts';
import { startBareApp, startBot } from './start-bot.ts';
import { startService } from './start-service.ts';
import { median, ratioOf, showRatio } from './statistics.ts';

const ROUNDS = 9;
/** Covers the work after a start: the service check and the first poll of the queue. */
const SETTLE_MS = 1000;
const TIME_GOAL = 1.6;
const MEMORY_GOAL = 1.25;

/** From process start until it accepts requests, and its memory then; against Bolt alone. */
export const benchStart = (): Promise<Section> =>
  withHouse(async ({ closeLater, dir, startSlack }) => {
    const slack = await startSlack();
    const service = await startService({ dataDir: join(dir, 'service'), seed: 'demo' });
    closeLater(() => service.process.stop());
    const surroundings = { slack, service, dataDir: join(dir, 'bot'), mode: 'http' } as const;
    const starts = {
      bot: async () => (await startBot(surroundings)).bot,
      bare: async () => (await startBareApp(slack)).app,
    };
    // The first start of each reads its files from disk, and the bot creates its database.
    for (const start of Object.values(starts)) await (await start()).stop();
    const times: Record<keyof typeof starts, number[]> = { bot: [], bare: [] };
    const idle: Record<keyof typeof starts, number[]> = { bot: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of ['bot', 'bare'] as const) {
        const started = await starts[side]();
        times[side].push(started.readyMs);
        idle[side].push(await idleMib(started));
        await started.stop();
      }
    }
    const time = ratioOf(times.bot, times.bare);
    const memory = ratioOf(idle.bot, idle.bare);
    const mib = (value: number) => `${value.toFixed(0)} MiB`;
    return {
      title: '**start**: the bot as built, with its code cache, against bare Bolt in one bundle',
      columns: ['what', 'bot', 'bare Bolt', 'bot / bare (spread of rounds)', 'goal'],
      rows: [
        [
          ...['start to ready', ms(median(times.bot)), ms(median(times.bare)), showRatio(time)],
          judge(time.of <= TIME_GOAL, `at most ${TIME_GOAL}`),
        ],
        [
          ...['idle memory', mib(median(idle.bot)), mib(median(idle.bare)), showRatio(memory)],
          judge(memory.of <= MEMORY_GOAL, `at most ${MEMORY_GOAL}`),
        ],
      ],
      notes: [
        'A restart with an existing database. Memory is the resident set after one second. Bare Bolt has no code cache; without its own, the bot takes about 2.1 times as long.',
      ],
    };
  });

async function idleMib({ pid }: BenchProcess): Promise<number> {
  await wait(SETTLE_MS);
  return (await readMemory(pid)).nowMib;
}
