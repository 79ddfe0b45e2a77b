import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ContentVisitor,
  isPackageProblem,
  leaveOut,
  liftFolder,
  liftZip,
  type PackageLimits,
  PackageProblemError,
  type PackageReport,
  quoteName,
  readPackageFiles,
  unwrapPackage,
  warningSentence,
  wrapPackage,
} from '@abilities-bot/ability-zip';
import type { AbilityId } from '@abilities-bot/service-api';
import { withDeadline } from '../base/timeout.ts';
import { UnreadableAnswerError } from '../service/errors.ts';
import type { UploadContents, UploadRecord } from '../store/upload-record.ts';
import type { UploadRun, UploadTools } from './ports.ts';
import type { SpoolFolder } from './spool.ts';
import { PackageTexts, type SuggestedForm } from './suggest-form.ts';

/** Limits the length of the message. Only this many files are listed; the rest are counted. */
const MAX_LISTED = 20;
const MAX_WARNINGS = 10;

/**
 * Describes what will be sent, from an inspection report, to store and show it.
 * @param inner the report of a nested zip, if that can be uploaded instead.
 * @throws PackageProblemError if nothing would be sent.
 */
function describeContents(
  report: PackageReport,
  { folder, parts }: Pick<UploadRecord['zip'], 'folder' | 'parts'>,
  inner: PackageReport | null = null,
): UploadContents {
  const { bytes, contentDigest, isRepacked, layout, lift, sha256 } = report;
  const from = lift?.kind === 'folder' ? lift.from : '';
  const files = (inner ?? report).files.filter(({ path }) => path.startsWith(from));
  if (files.length === 0) {
    throw new PackageProblemError('The zip contains nothing that an Ability needs. Zip the folder with main.py in it.');
  }
  const warnings = [...report.warnings, ...(inner?.warnings ?? [])];
  refuseLayout(inner ?? report, parts ? 'files' : 'zip');
  const reported = warnings.filter(({ kind }) => !REPAIRED.includes(kind));
  // Without a warning if a folder was chosen, because the user then knows that the others aren't sent.
  const unsent = warnings.filter(({ kind }) => kind === 'left-out' || (kind === 'left-behind' && folder === undefined));
  return {
    bytes,
    sha256,
    contentDigest,
    unpackedBytes: files.reduce((sum, file) => sum + file.bytes, 0),
    files: files.length,
    listed: files.slice(0, MAX_LISTED).map(({ path, bytes }) => ({ path, bytes })),
    warnings: reported.slice(0, MAX_WARNINGS).map(warningSentence),
    flat: layout === 'flat' && !parts && !lift,
    lift: describeLift(report, inner),
    repacked: isRepacked,
    renames: warnings.some(({ kind }) => RENAMED.includes(kind)),
    leftOut: unsent.length === 0 ? null : unsent.map(warningSentence).join(' '),
  };
}

type WarningKind = PackageReport['warnings'][number]['kind'];

/** Corrected before sending, or already offered or explained in the upload form, so there is no need for a warning. */
const REPAIRED: readonly WarningKind[] = [
  'left-out',
  'left-behind',
  'flat-layout',
  'nested-folder',
  'nested-zip',
  'backslashes',
  'unmarked-names',
  'setuid',
];

const RENAMED: readonly WarningKind[] = ['unmarked-names', 'backslashes'];

/** The zip contains several Abilities, and the user has to choose one. */
export class SeveralAbilitiesError extends PackageProblemError {
  /** The folder of each Ability, with a trailing slash. */
  readonly folders: readonly string[];

  constructor(folders: readonly string[]) {
    const first = folders.slice(0, MAX_FOLDERS).map(quoteName).join(', ');
    const more = folders.length > MAX_FOLDERS ? ` and ${folders.length - MAX_FOLDERS} more` : '';
    super(`The zip has ${folders.length} Abilities: ${first}${more}. Zip the folder of each one separately.`);
    this.folders = folders;
  }
}

const MAX_FOLDERS = 5;

/**
 * Rejects layouts that the service would reject and the bot can't repair, so that nobody fills in a form in vain.
 * @throws PackageProblemError
 */
function refuseLayout({ abilityFolders, warnings }: PackageReport, dropped: 'zip' | 'files'): void {
  const again = `and upload the ${dropped} again.`;
  for (const warning of warnings) {
    if (warning.kind === 'several-abilities') throw new SeveralAbilitiesError(abilityFolders);
    if (warning.kind === 'no-main') throw new PackageProblemError(`main.py is missing. Add it ${again}`);
    if (warning.kind === 'several-folders') {
      const { count, first } = warning.folders;
      const more = count > first.length ? ` and ${count - first.length} more` : '';
      throw new PackageProblemError(
        `The zip has ${count} top-level folders (${first.map(quoteName).join(', ')}${more}), but none contains main.py. Zip the folder with main.py in it ${again}`,
      );
    }
    if (warning.kind === 'nested-zip') {
      throw new PackageProblemError(
        `The zip only contains ${quoteName(warning.path)}, which is not an Ability. Zip the folder with main.py in it.`,
      );
    }
  }
}

function describeLift({ lift, warnings }: PackageReport, inner: PackageReport | null): UploadContents['lift'] {
  if (lift?.kind === 'folder') {
    const isPart = warnings.some(({ kind }) => kind === 'left-behind');
    return { ...lift, flat: false, isPart: isPart || undefined };
  }
  return lift && inner ? { ...lift, contentDigest: inner.contentDigest, flat: inner.layout === 'flat' } : null;
}

/** A package downloaded from the service. */
export interface GivenPackage {
  path: string;
  /** Digest of the paths and contents; null if the bot would reject this zip. */
  contentDigest: string | null;
  /** SHA-256 by path, below the top-level folder if there is one; empty if the bot would reject this zip. */
  files: ReadonlyMap<string, string>;
}

/** Downloads an Ability's package; null if the service has none. */
export async function fetchGivenPackage(
  {
    folder,
    signal,
    tools,
    visit = () => {},
  }: Pick<UploadRun, 'folder' | 'signal'> &
    Pick<Inspecting, 'visit'> & { tools: Pick<UploadTools, 'service' | 'settings'> },
  id: AbilityId,
): Promise<GivenPackage | null> {
  const { limits } = tools.settings;
  const path = join(folder.path, `given-${id}.zip`);
  await rm(path, { force: true });
  folder.reserve(limits.maxBytes * 2);
  try {
    // Packages from the service may be a little larger, because it compresses them itself.
    if (!(await tools.service.downloadPackage(id, path, limits.maxBytes * 2, { signal }))) return null;
  } catch (error) {
    // The package is larger than any that the bot accepts.
    if (error instanceof UnreadableAnswerError) return null;
    throw error;
  }
  try {
    const report = await readPackageFiles(path, { ...limits, maxBytes: limits.maxBytes * 2 }, visit, { signal });
    return { path, contentDigest: report.contentDigest, files: filesOf(report) };
  } catch (error) {
    if (!isPackageProblem(error)) throw error;
    return { path, contentDigest: null, files: new Map() };
  }
}

/** SHA-256 by path, below the single top-level folder if there is one. */
const filesOf = ({ files, layout }: PackageReport): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, sha256 }) => [belowRoot(path, layout), sha256]));

/** The path below the single top-level folder if there is one. */
export const belowRoot = (path: string, layout: PackageReport['layout']): string =>
  layout === 'single-folder' ? path.slice(path.indexOf('/') + 1) : path;

/**
 * True if the service's package contains these files, or if that is unknown, because name, new ID and the other fields
 * must then suffice.
 */
export async function holdsFiles(run: UploadRun, id: AbilityId, contentDigest: string | null): Promise<boolean> {
  if (contentDigest === null) return true;
  const given = await fetchGivenPackage(run, id);
  return !given?.contentDigest || given.contentDigest === contentDigest;
}

interface Inspecting {
  folder: SpoolFolder;
  limits: PackageLimits;
  signal: AbortSignal;
  /** Receives the contents during the inspection. */
  visit?: ContentVisitor;
}

/**
 * Inspects the zip of an upload, and a nested zip if that is all it contains.
 * @param folder for the nested zip, which is deleted afterward.
 * @throws PackageProblemError, SpoolFullError; the signal's reason.
 */
export async function inspectUpload(
  path: string,
  zip: Pick<UploadRecord['zip'], 'folder' | 'parts'>,
  inspecting: Inspecting,
): Promise<UploadContents> {
  const { folder, limits, signal, visit = () => {} } = inspecting;
  const report = await readPackageFiles(path, limits, visit, { signal, folder: zip.folder });
  if (report.lift?.kind !== 'zip') return describeContents(report, zip);
  const target = join(folder.path, 'inner.zip');
  try {
    return describeContents(report, zip, await inspectInner(path, target, report, inspecting));
  } finally {
    await rm(target, { force: true });
  }
}

/** Inspects one level of nesting. Null if the nested zip couldn't be uploaded. */
async function inspectInner(
  path: string,
  target: string,
  { files, lift }: PackageReport,
  { folder, limits, signal, visit = () => {} }: Inspecting,
): Promise<PackageReport | null> {
  const bytes = files[0]?.bytes ?? 0;
  if (!lift || bytes > limits.maxBytes) return null;
  folder.reserve(bytes);
  try {
    await liftZip(path, target, lift.from, limits, signal);
    const inner = await readPackageFiles(target, limits, visit, { signal });
    const isAbility = inner.layout !== 'mixed' && inner.lift === null && inner.abilityFolders.length === 1;
    return isAbility ? inner : null;
  } catch (error) {
    if (!isPackageProblem(error)) throw error;
    return null;
  }
}

/**
 * Downloads a zip temporarily and inspects it, to help the user decide.
 * @returns its contents, and the form values that its files suggest.
 * @throws PackageProblemError, FileUnavailableError, SpoolFullError, TimeoutError.
 */
export function inspectZip(
  zip: UploadRecord['zip'],
  { clock, ports, settings, spool }: Pick<UploadTools, 'clock' | 'ports' | 'settings' | 'spool'>,
): Promise<{ contents: UploadContents; suggested: SuggestedForm }> {
  return spool.lend(async (folder) => {
    const { fetchMs, inspectMs, limits } = settings;
    const fetch = (signal: AbortSignal) =>
      ports.fetchFiles({ zip, icon: null }, { folder, signal, onPercent: () => undefined });
    const { zip: file } = await withDeadline(clock, fetchMs, fetch);
    const texts = new PackageTexts();
    const { visit } = texts;
    const inspect = (signal: AbortSignal) => inspectUpload(file.path, zip, { folder, limits, signal, visit });
    const contents = await withDeadline(clock, inspectMs, inspect);
    const root = contents.lift?.kind === 'folder' ? contents.lift.from : '';
    return { contents, suggested: texts.suggest(root, zip.folder !== undefined) };
  });
}

type Preparing = Pick<UploadRun, 'folder' | 'record' | 'signal'> & { tools: Pick<UploadTools, 'settings'> };

/** The layouts of packages: an upload has its files in one folder, a release has its code at the root. */
type Packing = 'as-it-is' | 'wrapped' | 'flat';

/** The path of the package, which is repacked if it needs another layout or some files must be left out. */
export async function preparePackage(run: Preparing, source: string, packing: Packing): Promise<string> {
  const { contents, form } = run.record;
  const lift = packing === 'as-it-is' ? null : contents?.lift;
  const sent = lift ? await liftOut(run, source, lift) : await clean(run, source);
  switch (packing) {
    case 'as-it-is':
      return sent;
    case 'wrapped':
      if (lift && !lift.flat) return sent;
      return repack(run, packing, (target) => wrapPackage(sent, target, folderName(form.name)));
    case 'flat':
      return lift?.flat ? sent : repack(run, packing, (target) => unwrapPackage(sent, target));
  }
}

/** The package for an existing release, with the files at the root regardless of the zip's layout. */
export function prepareCode(run: Preparing, source: string): Promise<string> {
  const { contents, zip } = run.record;
  return preparePackage(run, source, contents?.flat || zip.parts !== undefined ? 'as-it-is' : 'flat');
}

/** Digest of the paths and contents to be sent. */
export const digestOfSent = ({ contents, wrap }: Pick<UploadRecord, 'contents' | 'wrap'>): string | null =>
  (wrap ? contents?.lift?.contentDigest : undefined) ?? contents?.contentDigest ?? null;

/** Repacks only if needed, because unchanged bytes are easier to trace. */
function clean(run: Preparing, source: string): Promise<string> | string {
  const { contents } = run.record;
  const isClean = !contents || (contents.leftOut === null && !contents.repacked);
  return isClean ? source : repack(run, 'sent', (target) => leaveOut(source, target));
}

async function liftOut(run: Preparing, source: string, { from, kind }: NonNullable<UploadContents['lift']>) {
  if (kind === 'folder') return repack(run, 'lifted', (target) => liftFolder(source, target, from));
  const { folder, signal, tools } = run;
  const { limits } = tools.settings;
  folder.reserve(limits.maxBytes);
  const inner = await repack(run, 'inner', (target) => liftZip(source, target, from, limits, signal));
  return repack(run, 'lifted', (target) => leaveOut(inner, target));
}

async function repack({ folder, record }: Preparing, name: string, pack: (target: string) => Promise<void>) {
  const target = join(folder.path, `${name}.zip`);
  await rm(target, { force: true });
  folder.reserve(record.contents?.bytes ?? 0);
  await pack(target);
  return target;
}

/** Converts `Night Watch` to `night_watch`: letters, digits and underscores. */
export const folderName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase() || 'ability';

const MARKS = [
  { type: 'image/png', mark: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', mark: Buffer.from([0xff, 0xd8, 0xff]) },
] as const;

/** The image type by its first bytes, regardless of file name and MIME type; null for any other type. */
export async function detectImageType(path: string): Promise<'image/png' | 'image/jpeg' | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return MARKS.find(({ mark }) => buffer.subarray(0, mark.length).equals(mark))?.type ?? null;
  } finally {
    await file.close();
  }
}
