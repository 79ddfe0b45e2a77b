import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

const known = new Map<string, Promise<string>>();

/** A folder that is filled once for all workers of a run. It is for reading and copying: nobody changes it. */
export function filledOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = known.get(name) ?? findOrFill(name, fill);
  known.set(name, folder);
  return folder;
}

async function findOrFill(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  // All workers share the temporary folder.
  const folder = join(tmpdir(), `filled-${name}`);
  const filling = `${folder}.filling`;
  while (!existsSync(folder)) {
    try {
      await mkdir(filling);
    } catch {
      // Another worker fills it, or fails.
      await until(() => !existsSync(filling));
      continue;
    }
    try {
      // Another worker may have finished since the folder was looked for.
      if (!existsSync(folder)) {
        await fill(filling);
        await rename(filling, folder);
      }
    } finally {
      await rm(filling, { recursive: true, force: true });
    }
  }
  return folder;
}
