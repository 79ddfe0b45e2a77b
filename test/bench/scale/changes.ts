import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startLocalService } from '@abilities-bot/local-service';
import { startBalancer } from '../../../packages/playground/src/balancer.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { CircuitBreaker, createServiceClient } from '../../../src/service/client.ts';
import { openStore } from '../../../src/store/store.ts';
import { answerCrowd } from '../../e2e/crowd.ts';
import { disableTogether, type PairHouse, switchTwoRows, toggleAndChangeWords } from '../../e2e/pairs.ts';
import { type House, withHouse } from '../house.ts';
import { judge } from '../section.ts';
import { startBot } from '../start-bot.ts';
import { withDatabase } from './replicas.ts';

const PAIRS = 100;
const ROW_PAIRS = 50;
const CROWD = { connections: 5, processes: 3, commands: 120 };
const WORKSPACES = 60;

/** What two processes do to the same thing at the same moment. */
export const benchChanges = (): Promise<string[][]> =>
  withDatabase('abilities_bench_pairs', (url) =>
    withHouse(async (house) => {
      const pairs = await startPairs(house, url);
      const lost = (await toggleAndChangeWords(pairs, PAIRS)).length;
      const counts = await disableTogether(pairs, PAIRS);
      const sum = (of: 'done' | 'puts') => counts.reduce((all, one) => all + one[of], 0);
      const old = (await switchTwoRows(pairs, ROW_PAIRS)).length;
      return [
        ['toggle and added trigger word at once: pairs that lost one', `${lost} of ${PAIRS}`, judge(lost === 0, '0')],
        [
          `both disable the same Ability, ${PAIRS} pairs: PUTs, audit rows “done”`,
          `${sum('puts')}, ${sum('done')}`,
          judge(sum('puts') === PAIRS && sum('done') === PAIRS, String(PAIRS)),
        ],
        [
          'two rows of one shared message switched simultaneously: stale last edits',
          `${old} of ${ROW_PAIRS}`,
          judge(old === 0, '0'),
        ],
      ];
    }),
  );

async function startPairs({ closeLater, dir, startSlack }: House, databaseUrl: string): Promise<PairHouse> {
  const slack = await startSlack();
  const service = await startLocalService({
    dataDir: join(dir, 'pairs-service'),
    seed: 'demo',
    logger: false,
    agentRowsCarryAbilities: true,
  });
  closeLater(() => service.close());
  const start = async (name: string) => {
    const { bot, eventsUrl } = await startBot({ slack, service, dataDir: join(dir, name), mode: 'http', databaseUrl });
    closeLater(() => bot.stop());
    return Number(new URL(eventsUrl).port);
  };
  const ports = [await start('pairs-a'), await start('pairs-b')];
  const balancer = await startBalancer(() => ports);
  closeLater(() => balancer.close());
  slack.useHttp(`${balancer.baseUrl}/slack/events`);
  const store = await openStore({ databaseUrl, dataDir: '' });
  closeLater(() => store.close());
  return { slack, service, store };
}

/** Commands of many people at once, with few connections to the database. */
export const benchFewConnections = (): Promise<string[][]> =>
  withDatabase('abilities_bench_few', async (databaseUrl) => {
    const { listed, told, unanswered } = await answerCrowd({ databaseUrl, ...CROWD });
    return [
      [
        `${CROWD.connections} connections for ${CROWD.processes} processes, ${CROWD.commands} commands at once: acked and never answered`,
        `${unanswered} (${listed} lists, ${told} “can't reach my database”)`,
        judge(unanswered === 0, '0'),
      ],
    ];
  });

/** Reads of many workspaces, one after another, while the service is away. */
export async function benchCircuit(): Promise<string[][]> {
  let calls = 0;
  const dead = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  await once(dead.listen(0, '127.0.0.1'), 'listening');
  const address = dead.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const circuit = new CircuitBreaker(undefined, 60_000);
  try {
    for (let number = 0; number < WORKSPACES; number += 1) {
      const credential = { kind: 'api-key', value: `key-made-up-${number}` } as const;
      await createServiceClient({ baseUrl, credential, circuit }, systemClock)
        .listAgents()
        .catch(() => undefined);
    }
  } finally {
    dead.close();
  }
  return [
    [
      `service away, ${WORKSPACES} workspaces: calls before all fail fast`,
      String(calls),
      judge(calls <= 15, 'at most 15'),
    ],
  ];
}
