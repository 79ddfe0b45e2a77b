import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectPackage } from '../src/inspect-package.ts';
import { DEFAULT_LIMITS, type PackageLimits } from '../src/package-limits.ts';
import { isPackageProblem } from '../src/package-problem-error.ts';
import type { PackageReport } from '../src/package-report.ts';
import { warningSentence } from '../src/package-warning.ts';
import { buildZip, type EntryPlan, type ZipPlan } from './build-zip.ts';
import { makeFolder } from './make-folder.ts';

/** A package without warnings. */
export const PLAIN: readonly EntryPlan[] = [
  { name: 'tides/main.py', content: 'def run(utterance):\n    return "high"\n' },
  { name: 'tides/__init__.py', content: '', method: 0 },
];

export async function inspectBytes(bytes: Buffer, limits: Partial<PackageLimits> = {}): Promise<PackageReport> {
  const path = join(await makeFolder(), 'package.zip');
  await writeFile(path, bytes);
  return inspectPackage(path, { ...DEFAULT_LIMITS, ...limits });
}

/** The sentence that refuses these bytes. Fails if they are accepted or fail in another way. */
export async function refusalOf(bytes: Buffer, limits: Partial<PackageLimits> = {}): Promise<string> {
  const outcome: unknown = await inspectBytes(bytes, limits).catch((error: unknown) => error);
  if (!isPackageProblem(outcome)) throw new Error('The bytes were not refused.', { cause: outcome });
  return outcome.sentence;
}

/** The sentence that refuses a zip of `PLAIN` and these entries. */
export const refusalWith = (...entries: EntryPlan[]): Promise<string> =>
  refusalOf(buildZip({ entries: [...PLAIN, ...entries] }));

/** The warnings about a zip, as people read them. */
export async function warningsOf(plan: ZipPlan): Promise<string[]> {
  return (await inspectBytes(buildZip(plan))).warnings.map(warningSentence);
}

/** The same for `PLAIN` and these entries. */
export const warningsWith = (...entries: EntryPlan[]): Promise<string[]> =>
  warningsOf({ entries: [...PLAIN, ...entries] });
