import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Lends a folder that only this user can enter, and removes it whatever happens. */
export async function withSpool<T>(spoolDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(spoolDir, 'abilities-bot-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
