import { findLeftOut, formatBytes, keyOf, quoteName } from '@abilities-bot/ability-zip';
import { clip } from '../blocks/text.ts';
import type { LeftAlone } from '../blocks/uploads/upload-file-words.ts';
import { MAX_PARTS, type SharedFile } from '../button-value.ts';

/** What is known of each file of one message. */
export interface ShareFile {
  id: string;
  name: string;
  size: number | null;
  isZip: boolean;
  isImage: boolean;
  mimetype?: string;
  unreadable: string | null;
}

/** What the files of one message can become. */
export type SortedShare =
  /** Each an Ability of its own. `images`: how many there are; the first is the icon of a single zip. */
  | { kind: 'zips'; zips: { file: SharedFile; from: ShareFile }[]; images: number; leftAlone: LeftAlone }
  /** One Ability together, without what is left out. */
  | { kind: 'loose'; file: SharedFile; names: string[]; leftOut: string[]; images: number }
  /** Meant as one, but for what the sentences say. */
  | { kind: 'not-packable'; sentence: string }
  | { kind: 'nothing' };

/** Names longer than that would leave no room for much else in what Slack keeps for a button. */
const MAX_NAME = 150;

/** Zips if there are any; else the files around a Python source; else nothing that concerns this bot. */
export function sortShare(
  files: readonly ShareFile[],
  limits: { maxBytes: number; maxIconBytes: number },
): SortedShare {
  const zips = files.filter(({ isZip }) => isZip);
  const images = files.filter((file) => isIcon(file, limits.maxIconBytes));
  const [first] = images;
  const icon = first ? { icon: { id: first.id, name: clip(first.name, MAX_NAME) } } : {};
  if (zips.length > 0) {
    const offered = zips.map((from) => ({
      file: { id: from.id, name: clip(from.name, MAX_NAME), ...(zips.length === 1 ? icon : {}) },
      from,
    }));
    const leftAlone = sortRest(
      files.filter((file) => !file.isZip && !images.includes(file)),
      limits.maxIconBytes,
    );
    return { kind: 'zips', zips: offered, images: images.length, leftAlone };
  }
  const loose = files.filter((file) => file !== first);
  const kept = loose.filter(({ name }) => findLeftOut(name) === undefined);
  if (!kept.some(({ name }) => isSource(name))) return { kind: 'nothing' };
  const sentence = findObstacle(kept, limits.maxBytes);
  if (sentence !== null) return { kind: 'not-packable', sentence };
  const names = kept.map(({ name }) => name);
  const [id = ''] = kept.map((file) => file.id);
  return {
    kind: 'loose',
    file: { id, name: zipNameFor(names), parts: kept.map((file) => file.id), ...icon },
    names,
    leftOut: loose.map(({ name }) => name).filter((name) => !names.includes(name)),
    images: images.length,
  };
}

/** One that is too large would be refused by the form, too. */
const isIcon = ({ isImage, size, unreadable }: ShareFile, maxBytes: number): boolean =>
  isImage && unreadable === null && (size === null || size <= maxBytes);

/** What stands beside zips and is neither a zip nor an icon. */
function sortRest(rest: readonly ShareFile[], maxIconBytes: number): LeftAlone {
  const names = (fits: (file: ShareFile) => boolean) => rest.filter(fits).map(({ name }) => name);
  const isLarge = ({ isImage, size }: ShareFile) => isImage && size !== null && size > maxIconBytes;
  const isOther = ({ isImage, mimetype }: ShareFile) => !isImage && mimetype?.startsWith('image/') === true;
  return {
    largeImages: names(isLarge),
    otherImages: names(isOther),
    others: names((file) => !isLarge(file) && !isOther(file)),
    maxIconBytes,
  };
}

const isSource = (name: string): boolean => name.toLowerCase().endsWith('.py');

/** The service expects it beside main.py. It is mostly empty, and Slack takes no empty file. */
export const INIT = '__init__.py';
export const isInitMissing = (names: readonly string[]): boolean => !names.some((name) => name.toLowerCase() === INIT);

const DROP_A_ZIP = 'Pack the folder into a zip and drop that.';

/** Why these files cannot be packed into one folder, as sentences; null when they can. */
export function findObstacle(
  files: readonly Pick<ShareFile, 'name' | 'size' | 'unreadable'>[],
  maxBytes: number,
): string | null {
  if (files.length > MAX_PARTS)
    return `They are ${files.length} files, and at most ${MAX_PARTS} are packed. ${DROP_A_ZIP}`;
  const unreadable = files.find((file) => file.unreadable !== null)?.unreadable;
  if (unreadable) return unreadable;
  const double = findDouble(files.map(({ name }) => name));
  if (double !== undefined) {
    return `Two of them are called ${quoteName(double)}, and one folder cannot hold both. Rename one and drop them again, or use folders: ${DROP_A_ZIP.toLowerCase()}`;
  }
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (bytes <= maxBytes) return null;
  return `Together they have ${formatBytes(bytes)}, and at most ${formatBytes(maxBytes)} are taken. Drop fewer or smaller files.`;
}

/** A name that is there twice, also on disks that take `A` and `a` for the same. */
function findDouble(names: readonly string[]): string | undefined {
  const keys = names.map(keyOf);
  return names.find((_name, index) => keys.indexOf(keys[index] ?? '') !== index);
}

/** After the first source with a name of its own. */
function zipNameFor(names: readonly string[]): string {
  const own = names.find((name) => isSource(name) && !/^(?:main|__init__)\.py$/i.test(name));
  return `${clip(own?.replace(/\.py$/i, '') ?? 'ability', MAX_NAME - 4)}.zip`;
}
