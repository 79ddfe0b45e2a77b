import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PackageProblemError, type PackedFile, packFiles } from '@abilities-bot/ability-zip';
import type { Fetching } from '../../uploads/upload-tools.ts';
import { type FileParts, fetchSharedFile, readDetails } from '../files/fetch-shared-file.ts';
import type { FileDetails } from '../files/read-shared-file.ts';
import { findObstacle, INIT, isInitMissing } from './sort-share.ts';

/**
 * Brings loose files from Slack and packs them at the root of one zip. What each is called is asked anew.
 * @param path of the zip.
 * @throws PackageProblemError for a file that cannot be had, two of one name, or too much together; FileUnavailableError
 * while Slack is away; SpoolFullError; what the signal was fired with.
 */
export async function packLooseFiles(
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
  if (obstacle !== null) throw new PackageProblemError(`The files cannot be packed into one Ability. ${obstacle}`);
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
