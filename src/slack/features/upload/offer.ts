import { findLeftOut, formatBytes, keyOf, quoteName } from '@abilities-bot/ability-zip';
import { clip } from '../../blocks/kit.ts';
import { MAX_PARTS, type SharedFile } from '../../button-value.ts';
import type { LeftAlone } from './messages.ts';

export interface ShareFile {
  id: string;
  name: string;
  size: number | null;
  isZip: boolean;
  isImage: boolean;
  mimetype?: string;
  unreadable: string | null;
}

export type SortedShare =
  /** Each zip becomes its own Ability. `images`: the number of images; the first becomes the icon of a single zip. */
  | { kind: 'zips'; zips: { file: SharedFile; from: ShareFile }[]; images: number; leftAlone: LeftAlone }
  /** Together the files become one Ability. They include main.py, because other sources aren't meant for the bot. */
  | { kind: 'loose'; file: SharedFile; names: string[]; leftOut: string[]; images: number }
  /** Meant as one Ability, but not packable. */
  | { kind: 'not-packable'; sentence: string }
  | { kind: 'nothing' };

/** Longer names would leave too little room in a Slack button's value. */
const MAX_NAME = 150;

/** Zips if there are any; otherwise the files around a main.py; otherwise nothing. */
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
  if (!kept.some(({ name }) => isMain(name))) return { kind: 'nothing' };
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

/** The form would reject a larger icon, too. */
const isIcon = ({ isImage, size, unreadable }: ShareFile, maxBytes: number): boolean =>
  isImage && unreadable === null && (size === null || size <= maxBytes);

/** The files shared along with zips that are neither zips nor the icon. */
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
const isMain = (name: string): boolean => /^(?:main|background)\.py$/i.test(name);

/** The service expects this file next to main.py. It's usually empty, and Slack doesn't accept empty files. */
export const INIT = '__init__.py';
export const isInitMissing = (names: readonly string[]): boolean => !names.some((name) => name.toLowerCase() === INIT);

const DROP_A_ZIP = 'Drop a zip of the folder instead.';

/** The reason why these files can't be packed into one folder; null if they can. */
export function findObstacle(
  files: readonly Pick<ShareFile, 'name' | 'size' | 'unreadable'>[],
  maxBytes: number,
): string | null {
  if (files.length > MAX_PARTS) return `There are ${files.length} files, and the limit is ${MAX_PARTS}. ${DROP_A_ZIP}`;
  const unreadable = files.find((file) => file.unreadable !== null)?.unreadable;
  if (unreadable) return unreadable;
  const double = findDouble(files.map(({ name }) => name));
  if (double !== undefined) {
    return `Two of them are called ${quoteName(double)}. Rename one and drop them again.`;
  }
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (bytes <= maxBytes) return null;
  return `Together they're ${formatBytes(bytes)}, and the limit is ${formatBytes(maxBytes)}. Drop fewer or smaller files.`;
}

/** The first name that occurs twice on file systems that ignore case. */
function findDouble(names: readonly string[]): string | undefined {
  const keys = names.map(keyOf);
  return names.find((_name, index) => keys.indexOf(keys[index] ?? '') !== index);
}

/** Uses the name of the first source that isn't called main.py or __init__.py. */
function zipNameFor(names: readonly string[]): string {
  const own = names.find((name) => isSource(name) && !/^(?:main|__init__)\.py$/i.test(name));
  return `${clip(own?.replace(/\.py$/i, '') ?? 'ability', MAX_NAME - 4)}.zip`;
}
