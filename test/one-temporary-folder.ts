import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Contains all temporary folders of the tests, and is removed at the end. */
export default async function makeTemporaryFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await roomyFolder(), 'abilities-tests-'));
  // Inherited by the workers.
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** In memory if there is room: otherwise each commit to a file waits for the disk. */
async function roomyFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
