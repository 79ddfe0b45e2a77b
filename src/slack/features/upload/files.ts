import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPackageProblem, PackageProblemError, type PackedFile, packFiles } from '@abilities-bot/ability-zip';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { detectImageType } from '../../../uploads/packages.ts';
import type { Fetching, UploadFiles } from '../../../uploads/ports.ts';
import type { SharedFile } from '../../button-value.ts';
import { startWithName } from '../../files/file-name.ts';
import { type FileDetails, type FileParts, fetchSharedFile, ICON_TYPES, readDetails } from '../../files/read.ts';
import type { Workspace } from '../../workspace.ts';
import { findObstacle, INIT, isInitMissing } from './offer.ts';

/**
 * Downloads loose files from Slack and packs them at the root of one zip. File names are read again.
 * @param path the path of the new zip.
 * @throws PackageProblemError for unavailable files, duplicate names or exceeded limits; FileUnavailableError while
 * Slack is unavailable; SpoolFullError; the signal's reason.
 */
async function packLooseFiles(
  ids: readonly string[],
  path: string,
  fetching: Fetching,
  workspace: FileParts,
): Promise<void> {
  const { maxBytes } = workspace.config.uploads;
  const files: FileDetails[] = [];
  for (const [index, id] of ids.entries()) {
    files.push(await readDetails({ id, name: `file ${index + 1} of ${ids.length}` }, workspace));
  }
  const obstacle = findObstacle(files, maxBytes);
  if (obstacle !== null) throw new PackageProblemError(`The files can't be uploaded as one Ability. ${obstacle}`);
  const packed: PackedFile[] = [];
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    const source = join(fetching.folder.path, `part-${index}`);
    const onPercent = (percent: number) => fetching.onPercent(Math.floor((index * 100 + percent) / files.length));
    await fetchSharedFile(file, source, maxBytes - bytes, { ...fetching, onPercent }, workspace);
    bytes += (await stat(source)).size;
    packed.push({ path: file.name, source });
  }
  if (isInitMissing(files.map(({ name }) => name))) {
    const source = join(fetching.folder.path, 'empty');
    await writeFile(source, '', { mode: 0o600 });
    packed.push({ path: INIT, source });
  }
  fetching.folder.reserve(bytes);
  await packFiles(packed, path);
}

const NOT_THEIRS = "A file you chose belongs to someone else and isn't in a public channel. Choose one of yours.";

const NO_IMAGE = 'The icon is not a PNG or JPEG image. Choose another one, or none.';

/** @throws PackageProblemError if the person who chose the file in a form might not be allowed to see it. */
async function readChosen(
  { chosenBy, id, name }: Pick<UploadRecord['zip'], 'chosenBy' | 'id' | 'name'>,
  workspace: FileParts,
): Promise<FileDetails> {
  const details = await readDetails({ id, name }, workspace);
  if (chosenBy !== undefined && !details.mayBeChosenBy(chosenBy)) throw new PackageProblemError(NOT_THEIRS);
  return details;
}

type FetchParts = Pick<Workspace, 'client' | 'config' | 'outbound' | 'store'>;

/**
 * Downloads the zip and its optional icon from Slack into the folder. File details are read again, because a file may
 * have been changed or deleted since the event or the form.
 * @throws PackageProblemError for unavailable or unsupported files; FileUnavailableError while Slack is unavailable.
 */
export async function fetchUploadFiles(
  { icon, zip }: Pick<UploadRecord, 'icon' | 'zip'>,
  fetching: Fetching,
  workspace: FetchParts,
): Promise<UploadFiles> {
  const { maxIconBytes } = workspace.config.uploads;
  const { path: folder } = fetching.folder;
  const silently = { ...fetching, onPercent: () => undefined };
  const image = icon ? await fetchIcon(icon, join(folder, 'icon'), maxIconBytes, silently, workspace) : null;
  return { zip: await fetchZip(zip, join(folder, 'package.zip'), fetching, workspace), image: image ?? undefined };
}

async function fetchZip(
  zip: UploadRecord['zip'],
  path: string,
  fetching: Fetching,
  workspace: FetchParts,
): Promise<UploadFiles['zip']> {
  if (zip.version !== undefined) return takeVersion(zip, zip.version, path, fetching, workspace);
  try {
    if (zip.parts) {
      await packLooseFiles(zip.parts, path, fetching, workspace);
      return { path, fileName: zip.name };
    }
    const details = await readChosen(zip, workspace);
    // An unreadable file may have no type; `fetchSharedFile` then says why it can't be read.
    if (details.unreadable === null && !details.isZip)
      throw new PackageProblemError(`${startWithName(details.name)} is not a zip.`);
    await fetchSharedFile(details, path, workspace.config.uploads.maxBytes, fetching, workspace);
    return { path, fileName: details.name };
  } catch (error) {
    if (!isPackageProblem(error) || !(await takeKept(zip, path, fetching, workspace))) throw error;
    return { path, fileName: zip.name };
  }
}

async function takeVersion(
  { name }: SharedFile,
  version: string,
  path: string,
  { folder }: Fetching,
  { config, store }: FetchParts,
): Promise<UploadFiles['zip']> {
  folder.reserve(config.uploads.maxBytes);
  if (await store.versions.takePackage(version, path)) return { path, fileName: name };
  throw new PackageProblemError('This version is no longer available. Choose another one.');
}

/** Uses the copy kept during a replacement if the file is gone from Slack. False if there is no copy. */
async function takeKept(
  { kept }: SharedFile,
  path: string,
  { folder }: Fetching,
  { config, store }: FetchParts,
): Promise<boolean> {
  if (!kept) return false;
  folder.reserve(config.uploads.maxBytes);
  return store.packages.take(kept, 'new', path);
}

async function fetchIcon(
  icon: UploadRecord['zip'],
  path: string,
  maxBytes: number,
  fetching: Fetching,
  workspace: FetchParts,
) {
  const details = await readChosen(icon, workspace);
  if (details.unreadable === null && !ICON_TYPES.includes(details.mimetype)) throw new PackageProblemError(NO_IMAGE);
  await fetchSharedFile(details, path, maxBytes, fetching, workspace);
  const contentType = await detectImageType(path);
  if (!contentType) throw new PackageProblemError(NO_IMAGE);
  return { path, fileName: details.name, contentType };
}
