import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leaveOut } from '../ability-package/pack/leave-out.ts';
import { unwrapPackage } from '../ability-package/pack/unwrap-package.ts';
import { wrapPackage } from '../ability-package/pack/wrap-package.ts';
import type { UploadRun } from './upload-run.ts';

/** How the service wants a package: an upload in one folder, the code of a release with its files at the root. */
export type Packing = 'as-it-is' | 'wrapped' | 'flat';

/** The path of the package, packed anew when it has to be: in another form, or without what is left out. */
export async function preparePackage(run: UploadRun, source: string, packing: Packing): Promise<string> {
  const { contents, form } = run.record;
  const sent =
    contents && contents.leftOut !== null ? await packAnew(run, 'sent', (target) => leaveOut(source, target)) : source;
  switch (packing) {
    case 'as-it-is':
      return sent;
    case 'wrapped':
      return packAnew(run, packing, (target) => wrapPackage(sent, target, folderName(form.name)));
    case 'flat':
      return packAnew(run, packing, (target) => unwrapPackage(sent, target));
  }
}

async function packAnew({ folder, record }: UploadRun, name: string, pack: (target: string) => Promise<void>) {
  const target = join(folder.path, `${name}.zip`);
  await rm(target, { force: true });
  folder.reserve(record.contents?.bytes ?? 0);
  await pack(target);
  return target;
}

/** `Night Watch` -> `night_watch`: plain letters, digits and underscores. */
export const folderName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase() || 'ability';
