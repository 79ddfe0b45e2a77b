import { PackageProblemError } from '../package-problem-error.ts';
import type { ZipEntry } from '../zip-entry.ts';

/** Documents and programs that are zips themselves, each by a typical entry. */
const OTHERS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': 'an office document',
  'META-INF/manifest.xml': 'an office document',
  'META-INF/container.xml': 'an e-book',
  'AndroidManifest.xml': 'an Android app',
  'META-INF/MANIFEST.MF': 'a Java archive',
};

/** @throws PackageProblemError if the zip is not a packed folder. */
export function refuseOtherDocument(entries: readonly ZipEntry[]): void {
  const found = Object.entries(OTHERS).find(([path]) => entries.some((entry) => entry.path === path));
  if (!found) return;
  const [path, what] = found;
  throw new PackageProblemError(
    `The file is ${what} (it contains “${path}”), not a zipped folder. Zip the folder of your Ability.`,
  );
}
