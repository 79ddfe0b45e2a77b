import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalSlack, startLocalSlack } from '@abilities-bot/local-slack';
import { BOT_EVENTS, BOT_SCOPES } from '../../src/slack/workspace.ts';

export interface House {
  dir: string;
  /** A local Slack in this process, which does nothing else while something is measured. */
  startSlack: () => Promise<LocalSlack>;
  /** What is closed at the end, the latest first. */
  closeLater: (close: () => Promise<unknown>) => void;
}

/** A folder, and whatever the work starts; all gone at its end. */
export async function withHouse<T>(work: (house: House) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'abilities-bench-'));
  const closers: (() => Promise<unknown>)[] = [];
  const closeLater = (close: () => Promise<unknown>) => void closers.unshift(close);
  const startSlack = async () => {
    const slack = await startLocalSlack({ scopes: Object.keys(BOT_SCOPES), events: BOT_EVENTS });
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
