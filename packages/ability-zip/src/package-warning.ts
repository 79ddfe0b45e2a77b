import { formatBytes } from './format-bytes.ts';
import { quoteName } from './quote-name.ts';

/** The first few items of a list, and the number of all. */
export interface FewOf<T = string> {
  first: T[];
  count: number;
}

export interface OddName {
  path: string;
  /** A phrase that follows the name in a sentence, such as `ends with a dot`. */
  oddity: string;
}

/** Something that the person should know before sending, but no reason to reject the zip. */
export type PackageWarning =
  | { kind: 'nested-archive'; paths: FewOf }
  | { kind: 'possible-secret'; paths: FewOf }
  /** Files that aren't sent. All other warnings are about files that are. */
  | { kind: 'left-out'; paths: FewOf }
  /** Files outside of the Ability's folder, which aren't sent if that folder is lifted. */
  | { kind: 'left-behind'; paths: FewOf }
  | { kind: 'odd-names'; names: FewOf<OddName> }
  /** The names aren't marked as UTF-8, or only given in an extra field. */
  | { kind: 'unmarked-names'; paths: FewOf }
  | { kind: 'backslashes'; paths: FewOf }
  | { kind: 'setuid'; paths: FewOf }
  | { kind: 'flat-layout' }
  | { kind: 'several-folders'; folders: FewOf }
  | { kind: 'several-abilities'; folders: FewOf }
  | { kind: 'no-main' }
  | { kind: 'daemon-only' }
  | { kind: 'nested-folder'; folder: string }
  | { kind: 'nested-zip'; path: string }
  | { kind: 'empty-main'; path: string }
  | { kind: 'binary-main'; path: string; looksLike: string | null }
  | { kind: 'no-init' }
  /** `looksLike` has an article: `a PNG image`. */
  | { kind: 'leading-bytes'; bytes: number; looksLike: string | null }
  | { kind: 'trailing-bytes'; bytes: number };

/** Plain sentences for people, with full stops. */
export function warningSentence(warning: PackageWarning): string {
  switch (warning.kind) {
    case 'nested-archive':
      return `Archives inside the zip, not inspected: ${list(warning.paths)}. Remove them unless the Ability needs them.`;
    case 'possible-secret':
      return `Possible secrets: ${list(warning.paths)}. Remove them: everyone who can read the Ability can read these files.`;
    case 'left-out':
      return `Not uploaded: ${list(warning.paths)}.`;
    case 'left-behind':
      return `Not uploaded: ${list(warning.paths)}.`;
    case 'odd-names': {
      const { count, first } = warning.names;
      const odd = first.map(({ oddity, path }) => `${quoteName(path)} ${oddity}`);
      return `Unusual names: ${list({ first: odd, count }, (name) => name)}. They may not be what they look like.`;
    }
    case 'unmarked-names':
      return `File names without the UTF-8 flag: ${list(warning.paths)}. They are sent as UTF-8: check that they look right.`;
    case 'backslashes':
      return `Paths with backslashes: ${list(warning.paths)}. They are sent with forward slashes.`;
    case 'setuid':
      return `Files with the setuid or setgid bit: ${list(warning.paths)}. The bit is removed.`;
    case 'flat-layout':
      return 'The files are at the root of the zip. The service expects them in one folder.';
    case 'several-folders':
      return `The zip has several folders at its root: ${list(warning.folders)}. The service expects a single one.`;
    case 'several-abilities':
      return `The zip has ${warning.folders.count} Abilities: ${list(warning.folders)}. The service expects a single one.`;
    case 'no-main':
      return 'main.py is missing. The service expects it in the top folder.';
    case 'daemon-only':
      return 'There is a background.py but no main.py, which only works for the category Background daemon.';
    case 'nested-folder':
      return `The Ability is in a subfolder, ${quoteName(warning.folder)}. The service expects main.py in the top folder.`;
    case 'nested-zip':
      return `The zip only contains another zip, ${quoteName(warning.path)}. The service expects the Ability itself.`;
    case 'empty-main':
      return `${quoteName(warning.path)} is empty, so the Ability does nothing.`;
    case 'binary-main': {
      const looks = warning.looksLike === null ? '' : ` It looks like ${warning.looksLike}.`;
      return `${quoteName(warning.path)} is not Python source: it contains binary data.${looks}`;
    }
    case 'no-init':
      return '__init__.py is missing next to main.py. The service expects one; it can be empty.';
    case 'leading-bytes': {
      const looks = warning.looksLike === null ? '' : `, which look like ${warning.looksLike}`;
      return `${thereAre(warning.bytes)} before the zip${looks}. Zip the folder again if you didn't expect that.`;
    }
    case 'trailing-bytes':
      return `${thereAre(warning.bytes)} after the end of the zip. Zip the folder again if you didn't expect that.`;
  }
}

const thereAre = (bytes: number) => `There ${bytes === 1 ? 'is' : 'are'} ${formatBytes(bytes)}`;

function list({ count, first }: FewOf, show = quoteName): string {
  const names = first.map(show);
  const more = count - first.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
