import { quoteName } from '../quote-name.ts';
import { takeTurns } from '../read/take-turns.ts';
import type { ZipEntry } from '../read/zip-entry.ts';
import { ambiguous } from './refusals.ts';

interface Occupant {
  path: string;
  kind: 'file' | 'folder';
  /** Whether the zip lists it; a folder may be known by what it holds only. */
  listed: boolean;
}

/**
 * Every path has to be a place of its own wherever the zip is unpacked: on disks that take `A` and `a` for the same, both
 * ways to write `é`, and `a.` for `a`.
 * @throws PackageProblemError
 */
export async function checkCollisions(entries: readonly ZipEntry[], signal?: AbortSignal): Promise<void> {
  const occupants = new Map<string, Occupant>();
  const keys = new Map<string, string>();
  for (const [index, { isFolder, path }] of entries.entries()) {
    await takeTurns(index, signal);
    const parts = (isFolder ? path.slice(0, -1) : path).split('/');
    let key = '';
    let end = -1;
    for (const [depth, part] of parts.entries()) {
      const partKey = keys.get(part) ?? keyOf(part);
      keys.set(part, partKey);
      key = `${key}/${partKey}`;
      end += part.length + 1;
      const isLast = depth === parts.length - 1;
      take(occupants, key, { path: path.slice(0, end), kind: isLast && !isFolder ? 'file' : 'folder', listed: isLast });
    }
  }
}

function take(occupants: Map<string, Occupant>, key: string, occupant: Occupant): void {
  const other = occupants.get(key);
  if (!other) {
    occupants.set(key, occupant);
    return;
  }
  if (other.path !== occupant.path) {
    throw ambiguous(`${quoteName(other.path)} and ${quoteName(occupant.path)} are the same name on many disks`);
  }
  if (other.kind !== occupant.kind)
    throw ambiguous(`${quoteName(occupant.path)} is a file and a folder at the same time`);
  if (other.listed && occupant.listed) throw ambiguous(`${quoteName(occupant.path)} is in the zip twice`);
  other.listed ||= occupant.listed;
}

/** Equal for names that some disk takes for the same. */
export function keyOf(part: string): string {
  if (/^[\x21-\x7e]*$/.test(part)) return withoutEnd(part.toLowerCase());
  // Both steps, since some letters, such as the long s, have no small form of their own but a common capital.
  const folded = part
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase();
  return withoutEnd(folded.normalize('NFC'));
}

/** Windows drops dots and spaces at the end. */
const withoutEnd = (part: string): string => part.replace(/[. ]+$/, '');
