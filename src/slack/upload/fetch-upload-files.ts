import { join } from 'node:path';
import { isPackageProblem, PackageProblemError } from '@abilities-bot/ability-zip';
import { tellImageType } from '../../uploads/tell-image-type.ts';
import type { Fetching, UploadFiles } from '../../uploads/upload-tools.ts';
import type { SharedFile } from '../button-value.ts';
import { fetchSharedFile, readDetails } from '../files/fetch-shared-file.ts';
import { ICON_TYPES } from '../files/read-shared-file.ts';
import type { Workspace } from '../workspace.ts';
import { packLooseFiles } from './pack-loose-files.ts';

const NO_IMAGE = 'The icon is neither a PNG nor a JPEG image. Choose another one, or none.';

type FetchParts = Pick<Workspace, 'client' | 'config' | 'outbound' | 'store' | 'tenantId'>;

/**
 * Brings the zip, and the icon if there is one, from Slack into the folder. What an event or a form said about a file is
 * asked again here: it may have been changed or deleted since.
 * @throws PackageProblemError for a file that cannot be had or is not taken; FileUnavailableError while Slack is away.
 */
export async function fetchUploadFiles(
  { icon, zip }: { icon: SharedFile | null; zip: SharedFile },
  fetching: Fetching,
  workspace: FetchParts,
): Promise<UploadFiles> {
  const { maxIconBytes } = workspace.config.uploads;
  const { path: folder } = fetching.folder;
  const silently = { ...fetching, onPercent: () => undefined };
  const image = icon ? await fetchIcon(icon, join(folder, 'icon'), maxIconBytes, silently, workspace) : null;
  return { zip: await fetchZip(zip, join(folder, 'package.zip'), fetching, workspace), ...(image ? { image } : {}) };
}

async function fetchZip(
  zip: SharedFile,
  path: string,
  fetching: Fetching,
  workspace: FetchParts,
): Promise<UploadFiles['zip']> {
  try {
    if (zip.parts) {
      await packLooseFiles(zip.parts, path, fetching, workspace);
      return { path, fileName: zip.name };
    }
    const details = await readDetails(zip, workspace);
    // A hidden file has no type; its message says why it is hidden.
    if (details.unreadable === null && !details.isZip) throw new PackageProblemError(`${details.name} is not a zip.`);
    await fetchSharedFile(details, path, workspace.config.uploads.maxBytes, fetching, workspace);
    return { path, fileName: details.name };
  } catch (error) {
    if (!isPackageProblem(error) || !(await takeKept(zip, path, fetching, workspace))) throw error;
    return { path, fileName: zip.name };
  }
}

/** The copy that was kept while an Ability was replaced, for a file that is gone from Slack. False when there is none. */
async function takeKept(
  { kept }: SharedFile,
  path: string,
  { folder }: Fetching,
  { config, store, tenantId }: FetchParts,
): Promise<boolean> {
  if (!kept || (await store.uploads.find(kept))?.teamId !== tenantId) return false;
  folder.reserve(config.uploads.maxBytes);
  return store.packages.take(kept, 'new', path);
}

async function fetchIcon(icon: SharedFile, path: string, maxBytes: number, fetching: Fetching, workspace: FetchParts) {
  const details = await readDetails(icon, workspace);
  if (details.unreadable === null && !ICON_TYPES.includes(details.mimetype)) throw new PackageProblemError(NO_IMAGE);
  await fetchSharedFile(details, path, maxBytes, fetching, workspace);
  const contentType = await tellImageType(path);
  if (!contentType) throw new PackageProblemError(NO_IMAGE);
  return { path, fileName: details.name, contentType };
}
