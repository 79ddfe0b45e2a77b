import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new directory and a function that removes it. */
export async function makeTemporaryDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'local-service-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
