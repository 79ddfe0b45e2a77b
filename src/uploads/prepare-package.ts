import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leaveOut, liftFolder, liftZip, unwrapPackage, wrapPackage } from '@abilities-bot/ability-zip';
import type { UploadContents, UploadRecord } from '../store/upload-record.ts';
import type { UploadRun } from './upload-run.ts';

/** How the service wants a package: an upload in one folder, the code of a release with its files at the root. */
export type Packing = 'as-it-is' | 'wrapped' | 'flat';

/** The path of the package, packed anew when it has to be: in another form, or without what is left out. */
export async function preparePackage(run: UploadRun, source: string, packing: Packing): Promise<string> {
  const { contents, form } = run.record;
  // The code of a release has to have its files at the root, whatever a person chose for an upload.
  const lift = packing === 'as-it-is' ? null : contents?.lift;
  const sent = lift ? await liftOut(run, source, lift) : await clean(run, source);
  switch (packing) {
    case 'as-it-is':
      return sent;
    case 'wrapped':
      if (lift && !lift.flat) return sent;
      return packAnew(run, packing, (target) => wrapPackage(sent, target, folderName(form.name)));
    case 'flat':
      return lift?.flat ? sent : packAnew(run, packing, (target) => unwrapPackage(sent, target));
  }
}

/** Digest of the paths and contents that are sent. */
export const digestOfSent = ({ contents, wrap }: Pick<UploadRecord, 'contents' | 'wrap'>): string | null =>
  (wrap ? contents?.lift?.contentDigest : undefined) ?? contents?.contentDigest ?? null;

/** Repacked only if needed: unchanged bytes are easier to trace. */
function clean(run: UploadRun, source: string): Promise<string> | string {
  const { contents } = run.record;
  const isClean = !contents || (contents.leftOut === null && !contents.repacked);
  return isClean ? source : packAnew(run, 'sent', (target) => leaveOut(source, target));
}

async function liftOut(run: UploadRun, source: string, { from, kind }: NonNullable<UploadContents['lift']>) {
  if (kind === 'folder') return packAnew(run, 'lifted', (target) => liftFolder(source, target, from));
  const { folder, signal, tools } = run;
  const { limits } = tools.settings;
  folder.reserve(limits.maxBytes);
  const inner = await packAnew(run, 'inner', (target) => liftZip(source, target, from, limits, signal));
  return packAnew(run, 'lifted', (target) => leaveOut(inner, target));
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
