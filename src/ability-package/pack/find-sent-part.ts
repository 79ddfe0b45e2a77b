import { findLayout, type Layout } from '../check/find-layout.ts';
import { findLeftOut } from '../check/tell-warned-files.ts';
import type { OpenedPackage } from '../open-package.ts';
import type { PackageFile, SentPart } from '../package-report.ts';
import { takeTurns } from '../read/take-turns.ts';

/**
 * What is sent of a zip, and how it is laid out: a folder that is left out, such as `__MACOSX`, makes no second one.
 * @param files sorted by path.
 */
export async function findSentPart(
  entries: OpenedPackage['entries'],
  files: readonly PackageFile[],
  signal?: AbortSignal,
): Promise<{ layout: Layout; part: SentPart }> {
  const paths = new Set<string>();
  for (const [index, { path }] of entries.entries()) {
    await takeTurns(index, signal);
    if (findLeftOut(path) === undefined) paths.add(path);
  }
  const layout = findLayout([...paths]);
  const sent = files.filter(({ path }) => paths.has(path));
  const unpackedBytes = sent.reduce((sum, { bytes }) => sum + bytes, 0);
  return { layout, part: { files: sent, unpackedBytes, layout: layout.kind } };
}
