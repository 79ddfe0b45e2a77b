import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const filled = new Map<string, Promise<string>>();

/** A folder that is filled once for all workers of a run. It is for copying: nobody changes it. */
export function filledOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const known = filled.get(name) ?? findOrFill(name, fill);
  filled.set(name, known);
  return known;
}

async function findOrFill(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  // All workers share the temporary folder.
  const folder = join(tmpdir(), `filled-${name}`);
  if ((await readdir(folder).catch(() => [])).length > 0) return folder;
  const filling = await mkdtemp(join(tmpdir(), 'filling-'));
  await fill(filling);
  try {
    await rename(filling, folder);
  } catch {
    // Another worker was faster.
    await rm(filling, { recursive: true });
  }
  return folder;
}
