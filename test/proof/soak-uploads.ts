import { readdir } from 'node:fs/promises';
import type { StoreOptions } from '../../src/store/store.ts';
import { readMemory } from '../bench/process-memory.ts';
import { driveUploads } from './drive-uploads.ts';
import { everythingEnds, examine } from './kill-uploads.ts';
import { startProofHouse } from './proof-house.ts';

export interface SoakReport {
  uploads: number;
  /** Problems found, in sentences; empty if there are none. */
  wrong: string[];
  /** Memory growth from the first third to the end. */
  growthMib: number;
  /** Files left in the spool folder. */
  left: string[];
}

/** Two people upload and replace continuously; nothing fails, and nothing is left behind. */
export async function soakUploads({ ms, store }: { ms: number; store: StoreOptions }): Promise<SoakReport> {
  const house = await startProofHouse({ store, replicas: 1 });
  try {
    const stop = AbortSignal.timeout(ms);
    const [bot] = house.bots;
    if (!bot) throw new Error('A house has a bot.');
    const { people } = house.slack;
    const driving = Promise.all(
      [people.ana, people.ben].map((person) =>
        driveUploads(house, house.slack.as(person), `Job of ${person.name}`, stop),
      ),
    );
    const warm = new Promise<number>((resolve) => {
      AbortSignal.timeout(ms / 3).addEventListener('abort', () => {
        void readMemory(bot.pid).then(({ nowMib }) => resolve(nowMib));
      });
    });
    const driven = (await driving).flat();
    const wrong = [...(await everythingEnds(house, 60_000)), ...(await examine(house, driven))];
    const { nowMib } = await readMemory(bot.pid);
    const left = await readdir(house.spoolDir);
    const uploads = driven.reduce((sum, { rounds }) => sum + rounds, 0);
    return { uploads, wrong, growthMib: nowMib - (await warm), left };
  } finally {
    await house.close();
  }
}
