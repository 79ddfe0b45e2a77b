import { join } from 'node:path';
import type { LocalSlack, Message, View } from '@abilities-bot/local-slack';
import { ENDPOINTS } from '../../src/service/endpoints.ts';
import { CHOOSE_FIELD } from '../../src/slack/features/show/choose.ts';
import { type House, withHouse } from './house.ts';
import { judge, ms, type Section } from './section.ts';
import { startBot } from './start-bot.ts';
import { startService } from './start-service.ts';
import { median, ratioOf, showRatio } from './statistics.ts';

const ROUNDS = 7;
const GOALS: Partial<Record<Step, number>> = { list: 2, page: 2, typed: 1.2 };
const PATIENCE_MS = 20_000;

/** An account's actions with the duration of each run, in milliseconds. */
interface Account {
  steps: Record<Step, () => Promise<number>>;
}

const STEPS = {
  list: '`list`, one page',
  page: 'next page',
  typed: 'a letter typed into a select',
  calls: 'both lists, read directly from the service',
} as const;
type Step = keyof typeof STEPS;
const STEP_NAMES = ['list', 'page', 'typed', 'calls'] as const satisfies readonly Step[];

/** An account with 5,000 Abilities against one with twelve: the same page, the same select. */
export const benchLarge = (): Promise<Section> =>
  withHouse(async (house) => {
    const sides = { large: await openAccount('large', house), small: await openAccount('demo', house) };
    const times = { large: noTimes(), small: noTimes() };
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const step of STEP_NAMES) {
        for (const side of ['large', 'small'] as const) {
          const took = await sides[side].steps[step]();
          // The first round is a warm-up.
          if (round >= 0) times[side][step].push(took);
        }
      }
    }
    return {
      title: '**large**: an account with 5,000 Abilities against one with 12',
      columns: ['step', '5,000', '12', '5,000 / 12 (spread of rounds)', 'goal'],
      rows: STEP_NAMES.map((step) => {
        const ratio = ratioOf(times.large[step], times.small[step]);
        const goal = GOALS[step];
        const judged = goal === undefined ? '' : judge(ratio.of <= goal, `at most ${goal}`);
        return [STEPS[step], ms(median(times.large[step])), ms(median(times.small[step])), showRatio(ratio), judged];
      }),
      notes: ['The last row is the time of the local service itself, without the cache.'],
    };
  });

const noTimes = (): Record<Step, number[]> => ({ list: [], page: [], typed: [], calls: [] });

async function openAccount(seed: 'demo' | 'large', { closeLater, dir, startSlack }: House): Promise<Account> {
  const slack = await startSlack();
  const service = await startService({ dataDir: join(dir, `service-${seed}`), seed });
  closeLater(() => service.process.stop());
  const { bot } = await startBot({ slack, service, dataDir: join(dir, `bot-${seed}`), mode: 'socket' });
  closeLater(() => bot.stop());
  const ana = slack.as(slack.people.ana);
  await ana.command('show');
  const form: View = await slack.nextView(({ callbackId }) => callbackId === 'choose');
  let list: Message | null = null;
  const { apiKey, baseUrl } = service;
  const read = async (path: string) => {
    const response = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } });
    await response.arrayBuffer();
  };
  return {
    steps: {
      list: () =>
        timed(async () => {
          const after = slack.transcript.revision;
          await ana.command('list');
          list = await hear(slack, 'Abilities · ', after);
        }),
      page: () =>
        timed(async () => {
          if (!list) throw new Error('A page is turned after a list.');
          const after = slack.transcript.revision;
          await ana.click(list, { text: 'Next ›' });
          await hear(slack, 'page 2 of', after);
        }),
      // One letter takes about as long as a pause of the garbage collector.
      typed: async () => {
        const letters = [...'aeiowaeiow'];
        const took = await timed(async () => {
          for (const letter of letters) {
            const offered = await ana.suggest(form, CHOOSE_FIELD.action, letter);
            if (offered.length === 0) throw new Error('Nothing was offered in time.');
          }
        });
        return took / letters.length;
      },
      calls: () =>
        timed(() =>
          Promise.all([ENDPOINTS.listAbilities, ENDPOINTS.listInstalledAbilities].map(({ path }) => read(path))),
        ),
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const hear = (slack: LocalSlack, words: string, after: number): Promise<Message> =>
  slack.nextMessage(({ text }) => text.includes(words), { after, signal: AbortSignal.timeout(PATIENCE_MS) });
