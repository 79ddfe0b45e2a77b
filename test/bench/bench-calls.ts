import { join } from 'node:path';
import { type Exchange, type LocalService, startLocalService } from '@abilities-bot/local-service';
import type { LocalSlack, Message, WireEntry } from '@abilities-bot/local-slack';
import { withHouse } from './house.ts';
import { judge, type Section } from './section.ts';
import { startBot } from './start-bot.ts';

const NAME = 'News';
/** Delay of each response, long enough to see which calls run in parallel. */
const DELAY_MS = 100;
const PATIENCE_MS = 10_000;

interface Goal {
  gets: number;
  puts: number;
  slack: number;
  /** Whether the GETs must run in parallel. */
  sideBySide?: boolean;
}

const LIST: Goal = { gets: 2, puts: 0, slack: 1, sideBySide: true };
const PAGING: Goal = { gets: 0, puts: 0, slack: 1 };
/** One list before the change, and one after it to confirm it. */
const TOGGLE: Goal = { gets: 2, puts: 1, slack: 1 };

/** The bot's calls for the most common actions, counted at the local service and the local Slack. */
export const benchCalls = (): Promise<Section> =>
  withHouse(async ({ closeLater, dir, startSlack }) => {
    const calls: Exchange[] = [];
    const service = await startLocalService({
      dataDir: join(dir, 'service'),
      seed: 'demo',
      logger: false,
      onExchange: (exchange) => calls.push(exchange),
    });
    closeLater(() => service.close());
    const slack = await startSlack();
    const { bot, origin } = await startBot({ slack, service, dataDir: join(dir, 'bot'), mode: 'http' });
    closeLater(() => bot.stop());
    await untilQuiet(origin);
    service.faults.add({ match: { method: 'GET' }, fault: { kind: 'delay', ms: DELAY_MS } });
    const rows: string[][] = [];
    const ana = slack.as(slack.people.ana);

    const count = async (
      what: string,
      goal: Goal | null,
      act: () => Promise<unknown>,
      words: string,
    ): Promise<Message> => {
      calls.length = 0;
      const wire: WireEntry[] = [];
      const stopListening = slack.onWire((entry) => void (entry.direction === 'bot to Slack' && wire.push(entry)));
      const seen = service.requests.length;
      const after = slack.transcript.revision;
      const arrived = await mostAtOnce(service, seen, async () => {
        await act();
        await untilQuiet(origin);
      });
      stopListening();
      rows.push(rowOf(what, goal, calls, wire, arrived));
      return hear(slack, words, after);
    };

    // Warms the role cache, as for everybody who has used the bot within the last minute.
    await ana.command('whoami');
    await untilQuiet(origin);
    const list = await count('list', LIST, () => ana.command('list'), 'Abilities · ');
    const next = await count('next page', PAGING, () => ana.click(list, { text: 'Next ›' }), 'page 2 of');
    const back = await count('previous page', PAGING, () => ana.click(next, { text: '‹ Previous' }), 'Abilities · ');
    const toggle = { text: `Disable ${NAME}` };
    await count('toggle click in a list', TOGGLE, () => ana.click(back, toggle), `${NAME} disabled by`);
    const card = await count('card', null, () => ana.command(`show ${NAME}`), NAME);
    await count('toggle click in a card', TOGGLE, () => ana.click(card, { text: 'Enable' }), `${NAME} enabled by`);
    return {
      title: '**calls**: calls per step',
      columns: ['step', 'service calls', 'Slack calls', 'goal'],
      rows,
      notes: [
        'Counted by the local service and the local Slack until the bot is idle. Each change has one call more than it needs: the installed list is read once more to confirm it.',
      ],
    };
  });

function rowOf(
  what: string,
  goal: Goal | null,
  calls: readonly Exchange[],
  wire: readonly WireEntry[],
  atOnce: number,
): string[] {
  const gets = calls.filter(({ method }) => method === 'GET').length;
  const puts = calls.length - gets;
  return [
    what,
    together([gets > 0 ? `${gets} GET (${atOnce} concurrent)` : '', puts > 0 ? `${puts} PUT` : '']) || 'none',
    `${wire.length} (${wire.map(({ title }) => title).join(', ')})`,
    goal ? judge(isMet(goal, { gets, puts, slack: wire.length, atOnce }), sayGoal(goal)) : '',
  ];
}

const isMet = (goal: Goal, { atOnce, gets, puts, slack }: Omit<Goal, 'sideBySide'> & { atOnce: number }) =>
  gets <= goal.gets && puts <= goal.puts && slack <= goal.slack && (!goal.sideBySide || atOnce >= gets);

const sayGoal = ({ gets, puts, sideBySide, slack }: Goal) =>
  together([`${gets} GET${sideBySide ? ' concurrently' : ''}`, puts > 0 ? `${puts} PUT` : '', `${slack} to Slack`]);

const together = (parts: readonly string[]) => parts.filter((part) => part !== '').join(', ');

/** The maximum number of concurrent requests after the first `seen`. */
async function mostAtOnce(service: LocalService, seen: number, work: () => Promise<void>): Promise<number> {
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, service.requests.slice(seen).filter(({ status }) => status === null).length);
  }, 5);
  try {
    await work();
    return most;
  } finally {
    clearInterval(look);
  }
}

/** Waits until the bot reports no work in progress. */
async function untilQuiet(origin: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const numbers = await (await fetch(`${origin}/metrics`)).text();
    if (/^abilities_requests_in_flight 0$/m.test(numbers)) return;
    if (performance.now() > deadline) throw new Error('The bot does not come to rest.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const hear = (slack: LocalSlack, words: string, after: number): Promise<Message> =>
  slack.nextMessage(({ text }) => text.includes(words), { after, signal: AbortSignal.timeout(PATIENCE_MS) });
