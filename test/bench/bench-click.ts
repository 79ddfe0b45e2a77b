import { join } from 'node:path';
import type { LocalSlack, Message, WireEntry } from '@abilities-bot/local-slack';
import { BenchProcess } from './bench-process.ts';
import { type DirectCallsJob, DirectCallsReport } from './direct-calls-job.ts';
import { withHouse } from './house.ts';
import { judge, ms, type Section } from './section.ts';
import { startBot } from './start-bot.ts';
import { startService } from './start-service.ts';
import { median, percentile } from './statistics.ts';

const NAME = 'News';
const WARM_UP = 20;
const CLICKS = 200;
/** Clicks per block. The blocks show the spread of the numbers. */
const BLOCK = 40;
const GOAL_MS = 6;
const PATIENCE_MS = 10_000;

/** From a click on Disable or Enable to the updated message; against the same calls made directly right after. */
export const benchClick = (): Promise<Section> =>
  withHouse(async ({ closeLater, dir, startSlack }) => {
    const slack = await startSlack();
    const service = await startService({ dataDir: join(dir, 'service'), seed: 'demo' });
    closeLater(() => service.process.stop());
    const caller = await BenchProcess.start('direct-calls', {}, /^READY/);
    closeLater(() => caller.stop());
    const { bot } = await startBot({ slack, service, dataDir: join(dir, 'bot'), mode: 'socket' });
    closeLater(() => bot.stop());
    const ana = slack.as(slack.people.ana);
    await ana.command('list');
    let list = await hear(slack, 'Abilities · ', 0);
    const clicks: number[] = [];
    const direct: number[] = [];
    for (let click = 0; click < WARM_UP + CLICKS; click += 1) {
      const wanted = click % 2 === 0 ? 'disabled' : 'enabled';
      const answer = nextAnswer(slack);
      const after = slack.transcript.revision;
      const startedAt = performance.now();
      const delivered = ana.click(list, { text: `${wanted === 'disabled' ? 'Disable' : 'Enable'} ${NAME}` });
      list = await hear(slack, `${NAME} ${wanted} by`, after);
      const tookMs = performance.now() - startedAt;
      const { payload } = await delivered;
      const { baseUrl, apiKey } = service;
      const job = { baseUrl, apiKey, name: NAME, responseUrl: String(payload.response_url), message: await answer };
      const { get, post, put } = await caller.ask(job satisfies DirectCallsJob, DirectCallsReport);
      if (click < WARM_UP) continue;
      clicks.push(tookMs);
      direct.push(get + put + post);
    }
    const over = percentile(clicks, 0.95) - percentile(direct, 0.95);
    const blocks = Array.from({ length: CLICKS / BLOCK }, (_, n) => {
      const part = (values: number[]) => percentile(values.slice(n * BLOCK, (n + 1) * BLOCK), 0.95);
      return part(clicks) - part(direct);
    });
    const spread = `${Math.min(...blocks).toFixed(1)} to ${Math.max(...blocks).toFixed(1)} ms`;
    return {
      title: '**click**: from a click on Disable to the updated message, against the same calls made directly',
      columns: ['of 200 clicks', 'bot', 'GET, PUT and Slack call', 'overhead (spread of five blocks)', 'goal'],
      rows: [
        ['median', ms(median(clicks)), ms(median(direct)), ms(median(clicks) - median(direct)), ''],
        [
          ...['p95', ms(percentile(clicks, 0.95)), ms(percentile(direct, 0.95)), `${ms(over)} (${spread})`],
          judge(over <= GOAL_MS, `at most ${GOAL_MS} ms over`),
        ],
      ],
      notes: [
        'Direct calls: the list of installed Abilities, the PUT, and the post to the response URL, from a separate process after each click. The overhead includes the way from Slack to the bot and the audit entries.',
      ],
    };
  });

/** The bot's next post to a response URL. */
function nextAnswer(slack: LocalSlack): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = slack.onWire(({ direction, name, request }: WireEntry) => {
      if (direction !== 'bot to Slack' || name !== 'response_url') return;
      stop();
      resolve(request);
    });
  });
}

const hear = (slack: LocalSlack, words: string, after: number): Promise<Message> =>
  slack.nextMessage(({ text }) => text.includes(words), { after, signal: AbortSignal.timeout(PATIENCE_MS) });
