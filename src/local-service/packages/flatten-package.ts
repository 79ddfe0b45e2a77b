import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import type { PackageFiles } from './pack-files.ts';

/**
 * The files of a stored package by their path below the top-level directory, so that the files of the Ability stand at
 * the root. Held in memory: a stored package has passed `inspectPackage` and its limits.
 */
export async function flattenPackage(path: string): Promise<PackageFiles> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const files = new Map<string, Buffer>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/'))
        files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
  } finally {
    zip.close();
  }
  if (files.has('main.py')) return files;
  return new Map([...files].map(([name, content]) => [name.slice(name.indexOf('/') + 1), content]));
}
