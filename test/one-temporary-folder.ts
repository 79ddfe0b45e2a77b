import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Whatever the tests write to temporary folders is in this one, and goes with it when all are done. */
export default async function makeTemporaryFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await roomyFolder(), 'abilities-tests-'));
  // The workers have it from here.
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** In memory where there is room: each commit to a file waits for the disk otherwise. */
async function roomyFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
