import { readdir } from 'node:fs/promises';
import type { StoreOptions } from '../../src/store/store.ts';
import { readMemory } from '../bench/process-memory.ts';
import { driveUploads } from './drive-uploads.ts';
import { everythingEnds, examine } from './kill-uploads.ts';
import { startProofHouse } from './proof-house.ts';

export interface SoakReport {
  uploads: number;
  /** What is wrong, in sentences; empty when nothing is. */
  wrong: string[];
  /** How much more memory the bot takes at the end than after the first third. */
  growthMib: number;
  /** What is left in the folder for files. */
  left: string[];
}

/** Two people upload and replace without a pause; nothing goes wrong, and nothing is left behind. */
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
