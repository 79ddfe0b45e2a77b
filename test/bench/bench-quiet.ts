import { join } from 'node:path';
import type { LocalSlack } from '@abilities-bot/local-slack';
import { createServiceClient } from '../../src/service/client.ts';
import { withHouse } from './house.ts';
import { judge, ms, type Section } from './section.ts';
import { startBot } from './start-bot.ts';
import { startService } from './start-service.ts';
import { median, ratioOf, showRatio } from './statistics.ts';

const ROUNDS = 7;
const ABILITIES = 12;
/** A service on the same machine answers sooner than any other. */
const DELAY_MS = 50;
const GOAL_MS = 2000;
const GOAL_RATIO = 0.7;
const PATIENCE_MS = 20_000;

/** From `quiet` and `resume` to their answers, against switching the same Abilities one after another by direct calls. */
export const benchQuiet = (): Promise<Section> =>
  withHouse(async ({ closeLater, dir, startSlack }) => {
    const slack = await startSlack();
    const service = await startService({ dataDir: join(dir, 'service'), seed: 'demo', delayMs: DELAY_MS });
    closeLater(() => service.process.stop());
    const { bot } = await startBot({ slack, service, dataDir: join(dir, 'bot'), mode: 'socket' });
    closeLater(() => bot.stop());
    const client = createServiceClient({
      baseUrl: service.baseUrl,
      credential: { kind: 'api-key', value: service.apiKey },
      timeoutMs: PATIENCE_MS,
    });
    const [agent] = await client.listAgents();
    if (!agent) throw new Error('There is no Agent.');
    const every = await client.listAbilities();
    await client.setAgentAbilities(
      agent.id,
      every.map(({ id }) => id),
    );
    const switchAll = async (enabled: boolean) => {
      // An Ability that was deleted is still listed as installed.
      const names = new Set(every.map(({ name }) => name));
      const rows = (await client.listInstalledAbilities()).filter(({ name }) => names.has(name));
      for (const row of rows) {
        const triggerWords = row.triggerWords.length > 0 ? row.triggerWords : [`bench ${row.id}`];
        await client.setInstalledAbility(row, { enabled, triggerWords });
      }
      return rows.length;
    };
    const count = await switchAll(true);
    if (count !== ABILITIES) throw new Error(`${count} Abilities are installed, not ${ABILITIES}.`);
    const ana = slack.as(slack.people.ana);
    const command = (line: string, answer: string) =>
      timed(async () => {
        const after = slack.transcript.revision;
        await ana.command(line);
        await hear(slack, answer, after);
      });
    const times: Record<'quiet' | 'resume' | 'direct', number[]> = { quiet: [], resume: [], direct: [] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const quiet = await command('quiet', 'Everything is quiet');
      const resume = await command('resume', 'Quiet ended');
      const direct = await timed(() => switchAll(false));
      await switchAll(true);
      // The first round is a warm-up.
      if (round < 0) continue;
      times.quiet.push(quiet);
      times.resume.push(resume);
      times.direct.push(direct);
    }
    const row = (name: string, ours: readonly number[]) => {
      const ratio = ratioOf(ours, times.direct);
      const isMet = median(ours) < GOAL_MS && ratio.of <= GOAL_RATIO;
      const judged = judge(isMet, `less than ${GOAL_MS / 1000} s, at most ${GOAL_RATIO}`);
      return [name, ms(median(ours)), ms(median(times.direct)), showRatio(ratio), judged];
    };
    return {
      title: `**quiet**: ${ABILITIES} Abilities, by a service that takes ${DELAY_MS} ms for each response`,
      columns: ['from the command to the answer', 'bot', 'one call after another', 'ratio (spread of rounds)', 'goal'],
      rows: [row('`quiet`', times.quiet), row('`resume`', times.resume)],
      notes: [
        'One call after another: the list of installed Abilities, and a PUT for each. The bot also reads each Ability before it switches it, and confirms the result; it switches four at a time.',
      ],
    };
  });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const hear = (slack: LocalSlack, words: string, after: number) =>
  slack.nextMessage(({ text }) => text.includes(words), { after, signal: AbortSignal.timeout(PATIENCE_MS) });
