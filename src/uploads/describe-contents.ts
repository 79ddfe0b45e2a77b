import { PackageProblemError } from '../ability-package/package-problem-error.ts';
import type { PackageReport } from '../ability-package/package-report.ts';
import { warningSentence } from '../ability-package/package-warning.ts';
import type { UploadContents, UploadRecord } from '../store/upload-record.ts';

/** A message has an end: so many files are named, the rest is counted. */
const MOST_LISTED = 20;
const MOST_WARNINGS = 10;

/**
 * What of a report is kept with the upload and shown to people: what will be sent of the zip.
 * @throws PackageProblemError when that is nothing.
 */
export function describeContents(
  { bytes, contentDigest, sent, sha256, warnings }: PackageReport,
  { parts }: Pick<UploadRecord['zip'], 'parts'>,
): UploadContents {
  if (sent.files.length === 0) {
    throw new PackageProblemError(
      'The zip holds only what no Ability needs. Pack the folder with main.py in it and send the new zip.',
    );
  }
  // Loose files are packed flat and always put into a folder: there is nothing to decide or to warn of.
  const told = warnings.filter(({ kind }) => kind !== 'left-out' && (!parts || kind !== 'flat-layout'));
  const leftOut = warnings.find(({ kind }) => kind === 'left-out');
  return {
    ...{ bytes, sha256, contentDigest },
    unpackedBytes: sent.unpackedBytes,
    files: sent.files.length,
    listed: sent.files.slice(0, MOST_LISTED).map(({ path, bytes }) => ({ path, bytes })),
    warnings: told.slice(0, MOST_WARNINGS).map(warningSentence),
    flat: sent.layout === 'flat' && !parts,
    leftOut: leftOut ? warningSentence(leftOut) : null,
  };
}
