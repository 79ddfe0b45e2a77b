import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AbilityUpload } from '../../src/service/client.ts';

/** The bytes of a made-up package; the client does not inspect them. */
export const ZIP_BYTES = Buffer.from('PK\x03\x04 made up for tests');

/** An upload whose files are in a separate folder until the test ends. */
export async function makeUpload(changes: Partial<AbilityUpload> = {}): Promise<AbilityUpload> {
  const folder = await mkdtemp(join(tmpdir(), 'service-client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const zip = { path: join(folder, 'spooled'), fileName: 'weather.zip' };
  await writeFile(zip.path, ZIP_BYTES);
  return {
    name: 'Weather',
    category: 'skill',
    description: 'Tells the weather',
    triggerWords: ['check the weather', 'weather'],
    zip,
    existingIds: new Set(),
    ...changes,
  };
}
