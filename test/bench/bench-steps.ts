import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalSlack } from '@abilities-bot/local-slack';
import * as z from 'zod';
import type { BenchProcess } from './bench-process.ts';
import { builtFiles } from './built.ts';
import { withHouse } from './house.ts';
import { ProfilerReport } from './profile.ts';
import { ms, type Section } from './section.ts';
import { startBot } from './start-bot.ts';
import { PEOPLE, startLoad } from './start-load.ts';
import { startService } from './start-service.ts';
import { STEP_NAMES, sharesOf } from './steps.ts';

const CONNECTIONS = 4;
const LOAD_MS = 4000;
const CLICKS = 400;
const NAME = 'News';
const PATIENCE_MS = 20_000;

const PROFILES = process.env.BENCH_PROFILE_DIR;

/** The CPU time of one request by its steps, from a profile of the bot. */
export const benchSteps = (): Promise<Section> =>
  withHouse(async (house) => {
    const { closeLater, dir, startSlack } = house;
    const slack = await startSlack(PEOPLE);
    const service = await startService({ dataDir: join(dir, 'service'), seed: 'demo' });
    closeLater(() => service.process.stop());
    const send = await startLoad(slack, house);
    const where = { slack, service, dataDir: join(dir, 'bot'), mode: 'http', isProfiled: true } as const;
    const { bot, eventsUrl: url } = await startBot(where);
    closeLater(() => bot.stop());
    const load = async (line: string | null) =>
      (await send({ url, line, rate: null, connections: CONNECTIONS, forMs: LOAD_MS })).acked;
    const jobs: Record<string, () => Promise<number>> = {
      'a list': () => load(''),
      help: () => load('help'),
      'a click': () => clickInTurn(slack),
      'an ack alone': () => load(null),
    };
    const { bot: started } = await builtFiles();
    const bundle = started.replace(/\.js$/, '.cjs');
    const measured: { cpuMs: number; shares: ReturnType<typeof sharesOf> }[] = [];
    // V8 optimizes what has run often, and the bot knows the people then.
    for (const run of Object.values(jobs)) await run();
    for (const [name, run] of Object.entries(jobs)) {
      const { count, report } = await profiled(bot, run);
      await keepProfile(name, report);
      measured.push({ cpuMs: report.cpuMs / count, shares: sharesOf(report.profile, bundle) });
    }
    const share = (part: number) => `${(part * 100).toFixed(0)}%`;
    return {
      title: '**steps**: CPU time of one request by its steps',
      columns: ['step', ...Object.keys(jobs)],
      rows: [
        ...STEP_NAMES.map((step) => [
          step,
          ...measured.map(({ cpuMs, shares }) => {
            const part = shares.get(step) ?? 0;
            return part < 0.005 ? '' : `${ms(cpuMs * part)}, ${share(part)}`;
          }),
        ]),
        ['all', ...measured.map(({ cpuMs }) => ms(cpuMs))],
      ],
      notes: [
        'From a CPU profile of the bot under load, for a click one after another. Each sample counts for the innermost function that belongs to a step, so a library counts for its caller. After a wait, a library has no caller: then undici counts as sending, and SQL as recording. CPU time includes all threads and the profiler itself, which adds about a tenth; compare shares.',
      ],
    };
  });

async function profiled(bot: BenchProcess, run: () => Promise<number>) {
  await bot.ask({ order: 'start' }, z.object({}));
  const count = await run();
  return { count, report: await bot.ask({ order: 'stop' }, ProfilerReport) };
}

async function keepProfile(name: string, { profile }: ProfilerReport): Promise<void> {
  if (!PROFILES) return;
  await mkdir(PROFILES, { recursive: true });
  await writeFile(join(PROFILES, `${name.replaceAll(' ', '-')}.cpuprofile`), JSON.stringify(profile));
}

/** Disables and enables an Ability in one list. */
async function clickInTurn(slack: LocalSlack): Promise<number> {
  const ana = slack.as(slack.people.ana);
  const hear = (words: string, after: number) =>
    slack.nextMessage(({ text }) => text.includes(words), { after, signal: AbortSignal.timeout(PATIENCE_MS) });
  const before = slack.transcript.revision;
  await ana.command('list');
  let list = await hear('Abilities · ', before);
  for (let click = 0; click < CLICKS; click += 1) {
    const [label, state] = click % 2 === 0 ? ['Disable', 'disabled'] : ['Enable', 'enabled'];
    const after = slack.transcript.revision;
    await ana.click(list, { text: `${label} ${NAME}` });
    list = await hear(`${NAME} ${state} by`, after);
  }
  return CLICKS;
}
