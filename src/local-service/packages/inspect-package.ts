import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** Far above every package that has been measured (service notes, "Packages in the wild"). */
const MAX_ENTRIES = 1000;
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;

/** `single-directory` is how an upload is packed; `flat`, how the package of a release travels (service notes). */
export type PackageLayout = 'single-directory' | 'flat';

/** The zip is not an Ability package. The messages that callers know are kept word for word. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
}

/**
 * Checks that a zip on disk is an Ability package: readable to its last byte, laid out as it should be, with main.py.
 * @param forbiddenModules names that no Python file of the package may import.
 * @throws {PackageError}
 */
export async function inspectPackage(
  path: string,
  layout: PackageLayout,
  forbiddenModules: readonly string[] = [],
): Promise<void> {
  const { names, python } = await readEntries(path);
  let root = '';
  if (layout === 'single-directory') {
    const [top = '', ...others] = new Set(names.map((name) => name.slice(0, name.indexOf('/') + 1)));
    if (top === '' || others.length > 0) {
      throw new PackageError('Expected a single top-level directory in ability zipfile');
    }
    root = top;
  }
  if (!names.includes(`${root}main.py`)) throw new PackageError('main.py file not found');
  const forbidden = forbiddenModules.find((module) => python.some((source) => imports(source, module)));
  if (forbidden !== undefined) throw new PackageError(`Forbidden module import: ${forbidden}`);
}

async function readEntries(path: string): Promise<{ names: string[]; python: string[] }> {
  const zip = await openZip(path);
  const names = new Set<string>();
  const python: string[] = [];
  let unpackedBytes = 0;
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new PackageError('The zip file has too many entries.');
    for await (const entry of zip.eachEntry()) {
      refuseStrangeEntry(entry);
      if (names.has(entry.fileName)) throw new PackageError(`The zip file holds ${entry.fileName} twice.`);
      names.add(entry.fileName);
      if (entry.fileName.endsWith('/')) continue;
      const chunks: Buffer[] = [];
      // Counted while inflating: the sizes that a zip declares about itself prove nothing.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpackedBytes += chunk.length;
        if (unpackedBytes > MAX_UNPACKED_BYTES) throw new PackageError('The zip file is too large when unpacked.');
        if (entry.fileName.endsWith('.py')) chunks.push(chunk);
      }
      if (chunks.length > 0) python.push(Buffer.concat(chunks).toString('utf8'));
    }
  } catch (error) {
    throw error instanceof PackageError ? error : unreadable();
  } finally {
    zip.close();
  }
  return { names: [...names], python };
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch {
    throw unreadable();
  }
}

/** yauzl accepts encrypted entries and symbolic links; a package has neither. */
function refuseStrangeEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw new PackageError('The zip file is encrypted.');
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (fileType === 0o120000) throw new PackageError('The zip file holds a symbolic link.');
}

function imports(source: string, module: string): boolean {
  return source.split('\n').some((line) => {
    const [, imported, from] = /^\s*(?:import\s+(.+)|from\s+([\w.]+)\s+import\b)/.exec(line) ?? [];
    const modules = from ? [from] : (imported?.split(',').map((part) => part.trim().split(/\s/)[0] ?? '') ?? []);
    return modules.some((name) => name === module || name.startsWith(`${module}.`));
  });
}

function unreadable(): PackageError {
  return new PackageError('The file is not a readable zip archive.');
}
