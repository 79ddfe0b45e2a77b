import type { PackageReport } from '@abilities-bot/ability-zip';
import { PackageProblemError, warningSentence } from '@abilities-bot/ability-zip';
import type { UploadContents, UploadRecord } from '../store/upload-record.ts';

/** A message has an end: so many files are named, the rest is counted. */
const MAX_LISTED = 20;
const MAX_WARNINGS = 10;

/**
 * What of a report is kept with the upload and shown to people: what will be sent of the zip.
 * @param inner the report of the zip in the zip, when that can be uploaded instead.
 * @throws PackageProblemError when nothing would be sent.
 */
export function describeContents(
  report: PackageReport,
  { parts }: Pick<UploadRecord['zip'], 'parts'>,
  inner: PackageReport | null = null,
): UploadContents {
  const { bytes, contentDigest, isRepacked, layout, sha256 } = report;
  const { files, unpackedBytes } = inner ?? report;
  if (files.length === 0) {
    throw new PackageProblemError(
      'The zip holds only what no Ability needs. Pack the folder with main.py in it and send the new zip.',
    );
  }
  // Loose files are packed flat and always put into a folder: there is nothing to decide or to warn of.
  const warnings = [...report.warnings, ...(inner?.warnings ?? [])];
  const told = warnings.filter(({ kind }) => kind !== 'left-out' && (!parts || kind !== 'flat-layout'));
  const leftOut = warnings.find(({ kind }) => kind === 'left-out');
  return {
    ...{ bytes, sha256, contentDigest },
    unpackedBytes,
    files: files.length,
    listed: files.slice(0, MAX_LISTED).map(({ path, bytes }) => ({ path, bytes })),
    warnings: told.slice(0, MAX_WARNINGS).map(warningSentence),
    flat: layout === 'flat' && !parts && !inner,
    lift: describeLift(report, inner),
    repacked: isRepacked,
    leftOut: leftOut ? warningSentence(leftOut) : null,
  };
}

function describeLift({ lift }: PackageReport, inner: PackageReport | null): UploadContents['lift'] {
  if (lift?.kind === 'folder') return { ...lift, flat: false };
  return lift && inner ? { ...lift, contentDigest: inner.contentDigest, flat: inner.layout === 'flat' } : null;
}
