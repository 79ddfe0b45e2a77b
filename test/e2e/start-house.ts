import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNHURRIED } from '../../packages/local-slack/test/unhurried.ts';
import {
  type Playground,
  type PlaygroundOptions,
  startPlayground,
} from '../../packages/playground/src/start-playground.ts';
import { createLogger } from '../../src/base/logger.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { PATIENT, PATIENT_STORE } from '../patient.ts';
import { copyEmptyStore } from '../store/empty-store.ts';
import { copySeeded } from './seeded-folder.ts';

export interface House extends Playground {
  /** The bot's log, one JSON line each. */
  logLines: string[];
  /** The bot's store, as another process opens it. Closed with the house. */
  openStore: () => Promise<Store>;
}

/** The playground with its log in memory, and deadlines that are far away unless a test is about one. */
export async function startHouse(options: Omit<PlaygroundOptions, 'log'>): Promise<House> {
  const logLines: string[] = [];
  const log = createLogger('debug', [], { write: (line: string) => void logLines.push(line) });
  // Most shares have one file, so nothing more is waited for.
  const uploadTimes = { gatherMs: 10, ...options.uploadTimes };
  const deadlines = { ...PATIENT, ...options.deadlines };
  const slack = { ...UNHURRIED, ...options.slack };
  const { seed = 'demo', ...service } = options.service ?? {};
  const folder = await mkdtemp(join(tmpdir(), 'house-'));
  await copySeeded(seed, join(folder, 'service'));
  await copyEmptyStore(join(folder, 'bot'));
  const playground = await startPlayground({ ...options, deadlines, folder, log, service, slack, uploadTimes });
  const stores: Store[] = [];
  return {
    ...playground,
    logLines,
    openStore: async () => {
      const store = await openStore({ ...playground.config.store, ...PATIENT_STORE });
      stores.push(store);
      return store;
    },
    close: async () => {
      for (const store of stores) await store.close();
      await playground.close();
    },
  };
}
