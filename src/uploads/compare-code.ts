import { isPackageProblem } from '@abilities-bot/ability-zip';
import type { AbilityId } from '@abilities-bot/service-api';
import { joinCatalog } from '../core/catalog.ts';
import type { ChangedFile } from '../core/features/versions/account-versions.ts';
import { MAY_BE_CACHED, MAY_BE_PARTIAL } from '../core/operation-context.ts';
import { isServiceError } from '../service/errors.ts';
import type { CodeChanges, UploadPlan } from '../store/upload-record.ts';
import { comparePackages } from './compare-packages.ts';
import { keepOldCode } from './keep-versions.ts';
import { fetchGivenPackage, type GivenPackage, prepareCode } from './packages.ts';
import type { Advance, UploadRun } from './ports.ts';
import { SpoolFullError } from './spool.ts';

/** Limits the length of the form. Further paths are only counted. */
const MAX_PATHS = 20;
/** Limits the size of the record, which is stored at each step of the upload. */
const MAX_FILES = 5;
const MAX_LINES = 30;
const MAX_LINE = 200;

/**
 * Compares the zip with the current code of an Ability, file by file. Null if the current code can't be read; the user
 * may then update without the comparison.
 */
export async function compareCode(run: UploadRun, source: string, id: AbilityId): Promise<CodeChanges | null> {
  const current = await tolerate(() => fetchGivenPackage(run, id));
  if (!current?.contentDigest) return null;
  const path = await prepareCode(run, source);
  const { inspectMs, limits } = run.tools.settings;
  const options = { limits, signal: run.signal, withinMs: inspectMs };
  const { facts, files } = await comparePackages(current.path, path, options);
  return { digest: current.contentDigest, ...listChanges(files), lines: firstLines(files), facts };
}

function listChanges(files: readonly ChangedFile[]): Pick<CodeChanges, 'added' | 'changed' | 'removed'> {
  const listed = (kind: ChangedFile['change']) => {
    const paths = files.filter(({ change }) => change === kind).map(({ path }) => path);
    return { first: paths.slice(0, MAX_PATHS), count: paths.length };
  };
  return { changed: listed('changed'), added: listed('added'), removed: listed('removed') };
}

const firstLines = (files: readonly ChangedFile[]): NonNullable<CodeChanges['lines']> =>
  files
    .flatMap(({ lines, path }) =>
      lines === null ? [] : [{ path, lines: lines.slice(0, MAX_LINES).map(shorten), total: totalOf(lines) }],
    )
    .slice(0, MAX_FILES);

function totalOf(lines: readonly string[]) {
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return { lines: lines.length, added: count('+'), removed: count('-') };
}

const shorten = (line: string): string => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line);

/**
 * Stores the current code before an update replaces it. If it isn't the code that the user was shown, the upload asks
 * again.
 * @param next the next step if it doesn't ask.
 */
export async function keepCode(
  run: UploadRun,
  { abilityId, previous }: Extract<UploadPlan, { kind: 'update' }>,
  next: Advance,
): Promise<Advance> {
  const { record, tools } = run;
  const fetchCurrent = () => fetchGivenPackage(run, abilityId);
  // Without a comparison, the user has accepted that the current code can't be read.
  const current = await (previous === undefined ? tolerate(fetchCurrent) : fetchCurrent());
  if (!current?.contentDigest) return next;
  if (previous !== undefined && previous !== current.contentDigest) {
    return { state: 'accepted', change: { plan: { kind: 'new' } } };
  }
  await tools.store.packages.put(record.id, 'old', current.path);
  const kept = await keepOldCode(run, current.path);
  return { ...next, change: { ...next.change, ...kept, previousCode: current.contentDigest } };
}

/**
 * Stores the state of an Ability right before its update, to check afterward that it is still the same. The state in
 * the question may be outdated: a change made elsewhere since then would look like a result of the update.
 * @param next the next step.
 */
export async function keepState(
  { tools }: UploadRun,
  plan: Extract<UploadPlan, { kind: 'update' }>,
  next: Advance,
): Promise<Advance> {
  const { now, service } = tools;
  if (next.state !== 'sending') return next;
  const readAt = now();
  // The Abilities were just read. Without an installed record there is nothing to compare.
  const [abilities, rows] = await Promise.all([
    service.listAbilities(MAY_BE_CACHED),
    service.listInstalledAbilities(MAY_BE_PARTIAL),
  ]);
  const { entries } = joinCatalog(abilities, rows, new Date(readAt));
  const row = entries.find(({ ability }) => ability?.id === plan.abilityId)?.installed;
  const { enabled = false, id: installedId = null, triggerWords = [] } = row ?? {};
  return {
    ...next,
    change: { ...next.change, plan: { ...plan, was: { readAt, installedId, enabled, triggerWords } } },
  };
}

/** Null if the service doesn't return the package, or there is no room for it. */
export async function tolerate(fetchPackage: () => Promise<GivenPackage | null>): Promise<GivenPackage | null> {
  try {
    return await fetchPackage();
  } catch (error) {
    if (isServiceError(error) || isPackageProblem(error) || error instanceof SpoolFullError) return null;
    throw error;
  }
}
