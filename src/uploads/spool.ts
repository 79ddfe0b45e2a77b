import { access, constants, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'abilities-upload-';
/** No upload uses its folder for longer than this, so an older folder belongs to a killed process. */
const LEFT_BEHIND_MS = 60 * 60_000;

/** Other uploads use the whole quota. Resolves itself when they end. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

/** No folder can be created, as on a full disk. `cause`: the system's error. `message`: shown to people. */
export class NoFolderError extends Error {
  override readonly name = 'NoFolderError';
}

/** A folder for the files of one upload, accessible only to its owner. */
export interface SpoolFolder {
  path: string;
  /** Counts `bytes` against the quota until the folder is deleted. @throws SpoolFullError */
  reserve: (bytes: number) => void;
}

/** Temporary storage of at most `maxBytes` for files in transit from Slack to the service. */
export class Spool {
  readonly #dir: string;
  readonly #maxBytes: number;
  readonly #lent = new Map<string, number>();

  constructor(dir: string, maxBytes: number) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
  }

  /** Creates and sweeps the directory. @throws the system's error if it is not writable. */
  async open(now: number): Promise<void> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    await access(this.#dir, constants.W_OK | constants.X_OK);
    await this.sweep(now);
  }

  /** Deletes what killed processes have left. Other processes may use the same directory. */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.#dir)) {
      const path = join(this.#dir, name);
      if (!name.startsWith(PREFIX) || this.#lent.has(path)) continue;
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** Provides a folder for `work`, and always deletes it afterward. @throws NoFolderError before `work` starts. */
  async lend<T>(work: (folder: SpoolFolder) => Promise<T>): Promise<T> {
    const path = await this.#makeFolder();
    this.#lent.set(path, 0);
    try {
      return await work({ path, reserve: (bytes) => this.#reserve(path, bytes) });
    } finally {
      await rm(path, { recursive: true, force: true });
      this.#lent.delete(path);
    }
  }

  /** Deletes the folders still in use. Call at process exit. */
  async clear(): Promise<void> {
    for (const path of this.#lent.keys()) await rm(path, { recursive: true, force: true });
  }

  /** Recreates the parent directory if it was deleted. */
  async #makeFolder(): Promise<string> {
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      return await mkdtemp(join(this.#dir, PREFIX));
    } catch (cause) {
      throw new NoFolderError("I can't save files right now: my disk is full or not writable.", { cause });
    }
  }

  #reserve(path: string, bytes: number): void {
    const used = [...this.#lent.values()].reduce((sum, size) => sum + size, 0);
    if (used + bytes > this.#maxBytes) throw new SpoolFullError('I have no room for more files right now.');
    this.#lent.set(path, (this.#lent.get(path) ?? 0) + bytes);
  }
}
