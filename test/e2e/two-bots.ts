import { onTestFinished } from 'vitest';
import { startBalancer } from '../../packages/playground/src/balancer.ts';
import { makeOpenService } from '../../src/app/open-service.ts';
import { type Bot, startBot } from '../../src/app/start-bot.ts';
import { createLogger } from '../../src/base/logger.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { openStore } from '../../src/store/store.ts';
import { PATIENT, PATIENT_STORE } from '../patient.ts';
import { makeDatabase } from '../store/databases.ts';
import type { PairHouse } from './pairs.ts';
import { type House, startHouse } from './start-house.ts';

export interface TwoBots extends House, PairHouse {
  other: Bot;
  /** Selects the bot that gets what people do from now on; both in turn for null. */
  use: (bot: Bot | null) => void;
  /** Another bot on the same database. */
  startAnother: () => Promise<Bot>;
}

/** Two bots on one PostgreSQL database, over HTTP, for the duration of the test. @param options of the first one. */
export async function startTwoBots(
  options: Pick<Parameters<typeof startHouse>[0], 'clock' | 'service'> = {},
): Promise<TwoBots> {
  const house = await startHouse({ mode: 'http', databaseUrl: await makeDatabase(), ...options });
  onTestFinished(() => house.close());
  const { bot, config, logLines, slack } = house;
  const startAnother = async () => {
    const metrics = new Metrics({ mode: 'http' });
    const log = createLogger('debug', [], { write: (line: string) => void logLines.push(line) });
    const openService = makeOpenService(config, metrics, log);
    const another = await startBot({ config, log, metrics, openService, deadlines: PATIENT });
    onTestFinished(() => another.stop());
    return another;
  };
  const other = await startAnother();
  const balancer = await startBalancer(() => [bot.port, other.port]);
  onTestFinished(() => balancer.close());
  const store = await openStore({ ...config.store, ...PATIENT_STORE });
  onTestFinished(() => store.close());
  const use = (chosen: Bot | null) =>
    slack.useHttp(`${chosen ? `http://127.0.0.1:${chosen.port}` : balancer.baseUrl}/slack/events`);
  return { ...house, other, startAnother, store, use };
}
