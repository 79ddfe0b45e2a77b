import type { LocalSlack } from '@abilities-bot/local-slack';
import * as z from 'zod';
import { BenchProcess } from './bench-process.ts';
import type { House } from './house.ts';
import { type LoadJob, LoadReport } from './load-job.ts';

/** Enough for all requests in progress under load. */
export const PEOPLE = Array.from({ length: 200 }, (_, index) => ({
  id: `U0BENCH${index}`,
  name: `bench${index}`,
  kind: 'member' as const,
}));

export type Load = Pick<LoadJob, 'url' | 'line' | 'rate' | 'connections' | 'forMs'>;

/** The load generator, and the sink for the answers, as separate processes. The Slack must have {@link PEOPLE}. */
export async function startLoad(slack: LocalSlack, { closeLater }: House) {
  const sink = await BenchProcess.start('sink', {}, /^READY /);
  closeLater(() => sink.stop());
  const generator = await BenchProcess.start('load', {}, /^READY/);
  closeLater(() => generator.stop());
  const job = {
    signingSecret: slack.signingSecret,
    teamId: slack.teamId,
    sinkUrl: sink.said.slice('READY '.length),
    userIds: PEOPLE.map(({ id }) => id),
    channelId: slack.channels.ops.id,
  };
  let answersDue = 0;
  /** Resolves once each command is answered: pending answers would disturb the next round. */
  return async (load: Load): Promise<LoadReport> => {
    const report = await generator.ask({ ...job, ...load } satisfies LoadJob, LoadReport);
    if (load.line !== null) answersDue += report.acked;
    await untilAnswered(sink, answersDue);
    return report;
  };
}

const Answers = z.object({ answers: z.number() });
const PATIENCE_MS = 20_000;

/** @throws if answers are missing. */
async function untilAnswered(sink: BenchProcess, due: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { answers } = await sink.ask({}, Answers);
    if (answers >= due) return;
    if (performance.now() > deadline) throw new Error(`Of ${due} commands ${answers} were answered.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
