import { quoteName } from '../quote-name.ts';
import { ambiguous } from '../refusals.ts';
import { takeTurns } from '../take-turns.ts';
import type { ZipEntry } from '../zip-entry.ts';

interface Occupant {
  path: string;
  kind: 'file' | 'folder';
  /** False for a folder that isn't listed itself, but only contains listed entries. */
  listed: boolean;
}

/**
 * Every path must stay distinct wherever the zip is unpacked, even on file systems that equate `A` and `a`, both
 * Unicode forms of `é`, or `a.` and `a`.
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
    throw ambiguous(`${quoteName(other.path)} and ${quoteName(occupant.path)} are the same name on many systems`);
  }
  if (other.kind !== occupant.kind) throw ambiguous(`${quoteName(occupant.path)} is both a file and a folder`);
  if (other.listed && occupant.listed) throw ambiguous(`${quoteName(occupant.path)} is in the zip twice`);
  other.listed ||= occupant.listed;
}

/** Equal for names that any file system equates. */
export function keyOf(part: string): string {
  if (/^[\x21-\x7e]*$/.test(part)) return withoutEnd(part.toLowerCase());
  // Both steps are needed: some letters, such as the long s, share only their capital with another letter.
  const folded = part
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase();
  return withoutEnd(folded.normalize('NFC'));
}

/** Windows drops trailing dots and spaces. */
const withoutEnd = (part: string): string => part.replace(/[. ]+$/, '');
