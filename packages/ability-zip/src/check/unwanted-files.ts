import type { MeasuredFile } from '../zip-entry.ts';

/** Secrets of a person or a machine, which are never part of a program. */
const KEY_NAMES = [
  /^\.env(?!\.(?:example|sample|template)$)(?:\..+)?$/i,
  /\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /^\.?(?:netrc|npmrc|pypirc|htpasswd|git-credentials)$/i,
];
/** A program may need these files, so the person decides. */
const SECRET_NAMES = [
  /^(?:aws_?|google_?)?credentials?(?:\.[a-z]+)?$/i,
  /^(?:client_secret.*|service[-_]account.*|secrets?|tokens?)\.(?:json|ya?ml|toml|ini|txt)$/i,
];
const ARCHIVE_NAMES = /\.(?:zip|jar|war|whl|egg|apk|tar|tgz|gz|tbz2?|bz2|txz|xz|zst|7z|rar|cab|iso|dmg)$/i;
const JUNK_FOLDERS = new Set([
  '__macosx',
  '__pycache__',
  '.git',
  '.hg',
  '.svn',
  '.idea',
  '.vscode',
  '.venv',
  'venv',
  'node_modules',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.hypothesis',
  '.ipynb_checkpoints',
  '.tox',
  '.nox',
  '.eggs',
  'site-packages',
  // Editors and their assistants.
  '.claude',
  '.codex',
  '.continue',
  '.cursor',
  '.fleet',
  '.gemini',
  '.history',
  '.vs',
  '.windsurf',
  '.zed',
]);
const JUNK_FOLDER_NAMES = /\.egg-info$/i;
/**
 * `.openhome.json` is metadata of the command-line tool. The macOS Finder stores folder icons as `Icon` followed by a
 * carriage return.
 */
const JUNK_NAMES =
  /^(?:\.aider.*|\.coverage|\.coverage\..*|\.openhome\.json|~\$.*|.*\.bak|\.ds_store|icon\r|thumbs\.db|ehthumbs\.db|desktop\.ini|\._.*|.*\.py[co]|.*\.sw[po]|.*~)$/i;

/** True for passwords, tokens and private keys, by file name or content. */
export const isPossibleSecret = ({ holdsSecret, path }: Pick<MeasuredFile, 'holdsSecret' | 'path'>): boolean =>
  holdsSecret || SECRET_NAMES.some((name) => name.test(nameOf(path)));

/** True for an archive, whose contents aren't inspected. */
export const isNestedArchive = ({ kind, path }: Pick<MeasuredFile, 'kind' | 'path'>): boolean =>
  kind?.isArchive === true || ARCHIVE_NAMES.test(path);

/**
 * Finds keys, and files of editors, systems and Python. These aren't sent.
 * @param path a file; or a folder, with a trailing slash.
 * @param environments folders with a trailing slash, excluded regardless of their names.
 * @returns the topmost excluded part of the path, so that a whole folder counts once; undefined if nothing is excluded.
 */
export function findLeftOut(path: string, environments: ReadonlySet<string> = new Set()): string | undefined {
  const parts = path.split('/');
  // Includes the last part of the path: `.git` is a file in a work tree, and `.venv` may be a symlink.
  const at = parts.findIndex(
    (part, index) =>
      JUNK_FOLDERS.has(part.toLowerCase()) ||
      JUNK_FOLDER_NAMES.test(part) ||
      (environments.size > 0 && environments.has(`${parts.slice(0, index + 1).join('/')}/`)),
  );
  if (at !== -1) return at === parts.length - 1 ? path : `${parts.slice(0, at + 1).join('/')}/`;
  const name = nameOf(path);
  return JUNK_NAMES.test(name) || KEY_NAMES.some((key) => key.test(name)) ? path : undefined;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Keys are near the start of a file, so scanning more isn't worth the time. */
const SCANNED_BYTES = 256 * 1024;
/** At least the length of the longest pattern. */
const OVERLAP = 48;

/** Headers of private keys, and tokens with a recognizable prefix. */
const SECRETS = [
  /-----BEGIN (?:[A-Z]{2,10} )?(?:ENCRYPTED )?PRIVATE KEY/,
  /PuTTY-User-Key-File-\d/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[0-9A-Za-z]{36}/,
  /\bxox[abprs]-[0-9]{8,}-/,
  /\bsk-(?:proj-|ant-api\d\d-)?[0-9A-Za-z]{20}/,
];

export class SecretScan {
  #found = false;
  #seen = 0;
  #rest = '';

  get found(): boolean {
    return this.#found;
  }

  add(piece: Buffer): void {
    if (this.#found || this.#seen >= SCANNED_BYTES) return;
    this.#seen += piece.length;
    const text = this.#rest + piece.toString('latin1');
    this.#found = SECRETS.some((secret) => secret.test(text));
    this.#rest = text.slice(-OVERLAP);
  }
}
