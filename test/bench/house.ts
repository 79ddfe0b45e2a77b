import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalSlack, type LocalSlackOptions, startLocalSlack } from '@abilities-bot/local-slack';
import { BOT_EVENTS, BOT_SCOPES } from '../../src/slack/workspace.ts';

export interface House {
  dir: string;
  /** A local Slack in this process, which does nothing else during a measurement. */
  startSlack: (people?: LocalSlackOptions['people']) => Promise<LocalSlack>;
  /** Registers a cleanup; the latest runs first. */
  closeLater: (close: () => Promise<unknown>) => void;
}

/** Runs `work` with a temporary folder and closes everything it started. */
export async function withHouse<T>(work: (house: House) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'abilities-bench-'));
  const closers: (() => Promise<unknown>)[] = [];
  const closeLater = (close: () => Promise<unknown>) => void closers.unshift(close);
  const startSlack = async (people: LocalSlackOptions['people'] = []) => {
    const slack = await startLocalSlack({ scopes: Object.keys(BOT_SCOPES), events: BOT_EVENTS, people });
    closeLater(() => slack.close());
    return slack;
  };
  try {
    return await work({ dir, startSlack, closeLater });
  } finally {
    for (const close of closers) await close();
    await rm(dir, { recursive: true, force: true });
  }
}
