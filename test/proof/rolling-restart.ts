import type { StoreOptions } from '../../src/store/store.ts';
import { driveToggles } from './drive-toggles.ts';
import { driveUploads } from './drive-uploads.ts';
import { everythingEnds, examine } from './kill-uploads.ts';
import { startProofHouse } from './proof-house.ts';

export interface RollingOptions {
  store: StoreOptions;
  replicas: number;
  /** How often each of them is replaced. */
  rounds: number;
}

export interface RollingReport {
  clicks: number;
  uploads: number;
  /** The exit code of each process. */
  codes: (number | null)[];
  /** Problems found, in sentences; empty if there are none. */
  wrong: string[];
}

/** People toggle and upload over HTTP while each process in turn is stopped and replaced. */
export async function rollingRestart({ replicas, rounds, store }: RollingOptions): Promise<RollingReport> {
  const house = await startProofHouse({ store, replicas, mode: 'http', env: { STOP_DELAY_SECONDS: '1' } });
  try {
    const { slack } = house;
    const stop = new AbortController();
    const { ana, ben } = slack.people;
    const switching = driveToggles(house, slack.as(ana), 'News', stop.signal);
    const uploading = driveUploads(house, slack.as(ben), 'Job of ben', stop.signal);
    const codes: (number | null)[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const bot of house.bots) {
        codes.push(await bot.stop());
        await bot.start();
      }
    }
    stop.abort();
    const [{ clicks, lost }, driven] = await Promise.all([switching, uploading]);
    const ended = await everythingEnds(house, 60_000);
    return { clicks, uploads: driven.length, codes, wrong: [...lost, ...ended, ...(await examine(house, driven))] };
  } finally {
    await house.close();
  }
}
