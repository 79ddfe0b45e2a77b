import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDirectory, StartError } from '@abilities-bot/local-service';

/** Where the parts of a playground keep what outlives a start. */
export const partsOf = (folder: string) => ({
  service: join(folder, 'service'),
  slack: join(folder, 'slack'),
  bot: join(folder, 'bot'),
});

/**
 * Makes the playground's folder and, when it is to be fresh, forgets what it held. Never under a playground that runs.
 * @throws StartError when one does.
 */
export async function claimFolder(folder: string, fresh: boolean): Promise<void> {
  const { service, ...others } = partsOf(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    lockDataDirectory(service)();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`A playground runs already on ${folder}. Use its page, or stop it first.`);
  }
  if (!fresh) return;
  for (const part of [service, ...Object.values(others)]) await rm(part, { recursive: true, force: true });
}
