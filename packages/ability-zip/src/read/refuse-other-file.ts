import { detectFileKind } from '../check/file-kind.ts';
import { PackageProblemError } from '../package-problem-error.ts';
import { refused, splitZip } from '../refusals.ts';
import type { ZipEntry } from '../zip-entry.ts';
import type { PackageFileReader } from './package-file-reader.ts';

const HEAD_BYTES = 4096;

/** The error for a file that doesn't end like a zip. */
export async function refuseOtherFile(reader: PackageFileReader): Promise<PackageProblemError> {
  const kind = detectFileKind(await reader.readUpTo(0, HEAD_BYTES));
  if (kind?.name === 'a zip') {
    return refused('The zip is incomplete');
  }
  if (kind?.name === 'a part of a split zip') return splitZip();
  if (kind?.name === 'a web page') {
    return new PackageProblemError(
      'The file is a web page, not a zip. The download probably required signing in. Zip the folder of your Ability.',
    );
  }
  const what = kind ? `${kind.name}, not a zip` : 'not a zip';
  return new PackageProblemError(`The file is ${what}. Zip the folder of your Ability.`);
}

/** Documents and programs that are zips themselves, by an entry that they typically have. */
const OTHERS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': 'an office document',
  'META-INF/manifest.xml': 'an office document',
  'META-INF/container.xml': 'an e-book',
  'AndroidManifest.xml': 'an Android app',
  'META-INF/MANIFEST.MF': 'a Java archive',
};

/** @throws PackageProblemError if the zip is a document or a program. */
export function refuseOtherDocument(entries: readonly ZipEntry[]): void {
  const found = Object.entries(OTHERS).find(([path]) => entries.some((entry) => entry.path === path));
  if (!found) return;
  const [path, what] = found;
  throw new PackageProblemError(
    `The file is ${what} (it contains “${path}”), not a zipped folder. Zip the folder of your Ability.`,
  );
}
