import { isPackageProblem, type PackageReport, readPackageFiles } from '@abilities-bot/ability-zip';
import type { Category } from '@abilities-bot/service-api';
import { ImportScan } from './import-scan.ts';
import { limitsOfUpload } from './limits-of-upload.ts';

/** `single-directory` is the layout of an upload; `flat`, of a release's package (service notes). */
export type PackageLayout = 'single-directory' | 'flat';

/** The zip is not an Ability package. Messages that clients rely on are verbatim. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
}

/**
 * Checks that a zip on disk is an Ability package: safe, fully readable, with the expected layout and main.py.
 * @param forbiddenModules that no Python file of the package may import.
 * @param category a background daemon may consist of background.py alone.
 * @throws {PackageError}
 */
export async function inspectPackage(
  path: string,
  layout: PackageLayout,
  forbiddenModules: readonly string[] = [],
  category: Category | null = null,
): Promise<void> {
  const { imported, report } = await readPackage(path, forbiddenModules);
  if (layout === 'single-directory' && report.layout !== 'single-folder') {
    throw new PackageError('Expected a single top-level directory in ability zipfile');
  }
  const paths = report.files.map((file) => file.path);
  const [top = ''] = paths;
  const root = layout === 'single-directory' ? top.slice(0, top.indexOf('/') + 1) : '';
  const mains = category === 'background_daemon' ? ['main.py', 'background.py'] : ['main.py'];
  if (!mains.some((name) => paths.includes(`${root}${name}`))) throw new PackageError('main.py file not found');
  const forbidden = forbiddenModules.find((module) => imported.has(module));
  if (forbidden !== undefined) throw new PackageError(`Forbidden module import: ${forbidden}`);
}

async function readPackage(
  path: string,
  forbiddenModules: readonly string[],
): Promise<{ report: PackageReport; imported: ReadonlySet<string> }> {
  const scans = new Map<string, ImportScan>();
  const visit = (name: string, piece: Buffer): void => {
    if (!name.endsWith('.py')) return;
    const scan = scans.get(name) ?? new ImportScan(forbiddenModules);
    scans.set(name, scan);
    scan.add(piece);
  };
  try {
    const report = await readPackageFiles(path, await limitsOfUpload(path), visit);
    return { report, imported: new Set([...scans.values()].flatMap((scan) => [...scan.finish()])) };
  } catch (error) {
    throw isPackageProblem(error) ? new PackageError(error.sentence, { cause: error }) : error;
  }
}
