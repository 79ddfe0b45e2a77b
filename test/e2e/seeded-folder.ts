import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalServiceOptions, startLocalService } from '@abilities-bot/local-service';

type Seed = NonNullable<LocalServiceOptions['seed']>;

/**
 * A data directory of the local service with a filled account. Filling takes most of the start of a small service, and
 * ten seconds for a large account, so a run of the tests fills one of each and copies it.
 */
export async function copySeeded(seed: Seed, into: string): Promise<void> {
  await copyFolder(await seededFolder(seed), into);
}

async function seededFolder(seed: Seed): Promise<string> {
  // All workers of a run share the temporary folder.
  const folder = join(tmpdir(), `seeded-${seed}`);
  const filled = await readdir(folder).catch(() => []);
  if (filled.length > 0) return folder;
  const dataDir = await mkdtemp(join(tmpdir(), 'seeding-'));
  const service = await startLocalService({ dataDir, seed, logger: false });
  await service.close();
  try {
    await rename(dataDir, folder);
  } catch {
    // Another worker was faster.
    await rm(dataDir, { recursive: true });
  }
  return folder;
}

/** The service never changes a package or an image, so links are enough for them. */
async function copyFolder(from: string, into: string): Promise<void> {
  await mkdir(into, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(into, entry.name)];
    if (!entry.isDirectory()) await copyFile(source, target);
    else {
      await mkdir(target, { mode: 0o700 });
      for (const name of await readdir(source)) await link(join(source, name), join(target, name));
    }
  }
}
