import { copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalServiceOptions, startLocalService } from '@abilities-bot/local-service';
import { filledOnce } from '../filled-once.ts';

type Seed = NonNullable<LocalServiceOptions['seed']>;

/** A data directory of the local service. Filling the account takes longer than the rest of its start. */
export async function copySeeded(seed: Seed, into: string): Promise<void> {
  const from = await filledOnce(seed, async (dataDir) => {
    const service = await startLocalService({ dataDir, seed, logger: false });
    await service.close();
  });
  await mkdir(into, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(into, entry.name)];
    if (!entry.isDirectory()) await copyFile(source, target);
    else {
      await mkdir(target, { mode: 0o700 });
      // The service never changes a package or an image, so links are enough.
      for (const name of await readdir(source)) await link(join(source, name), join(target, name));
    }
  }
}
