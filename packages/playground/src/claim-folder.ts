import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDirectory, StartError } from '@abilities-bot/local-service';

/** The paths of a playground's persistent data. */
export const partsOf = (folder: string) => ({
  service: join(folder, 'service'),
  slack: join(folder, 'slack'),
  bot: join(folder, 'bot'),
});

/**
 * Creates the playground's folder and, if `fresh`, deletes its previous content.
 * @throws StartError when another playground is using it.
 */
export async function claimFolder(folder: string, fresh: boolean): Promise<void> {
  const { service, ...others } = partsOf(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    lockDataDirectory(service)();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`A playground is already running in ${folder}. Use its page, or stop it first.`);
  }
  if (!fresh) return;
  for (const part of [service, ...Object.values(others)]) await rm(part, { recursive: true, force: true });
}
