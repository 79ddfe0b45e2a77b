import { access, constants, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'abilities-upload-';
/** No upload keeps its folder as long: one of this age belongs to a process that was killed. */
const LEFT_BEHIND_MS = 60 * 60_000;

/** The files of other uploads take all the room that there is. It passes when they end. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

/** No folder can be made, as on a full disk. `cause` is the system's error, `message` a sentence for people. */
export class NoFolderError extends Error {
  override readonly name = 'NoFolderError';
}

/** A folder that only this user can enter, for the files of one upload. */
export interface SpoolFolder {
  path: string;
  /** Counts `bytes` against the quota until the folder is removed. @throws SpoolFullError */
  reserve: (bytes: number) => void;
}

/** Where files lie on their way from Slack to the service, at most `maxBytes` of them. */
export class Spool {
  readonly #dir: string;
  readonly #maxBytes: number;
  readonly #lent = new Map<string, number>();

  constructor(dir: string, maxBytes: number) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
  }

  /**
   * Makes the folder ready and sweeps it.
   * @throws the system's error when files cannot be written here.
   */
  async open(now: number): Promise<void> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    await access(this.#dir, constants.W_OK | constants.X_OK);
    await this.sweep(now);
  }

  /** Removes what killed processes left behind. Other processes may use the same folder. */
  async sweep(now: number): Promise<void> {
    for (const name of await readdir(this.#dir)) {
      const path = join(this.#dir, name);
      if (!name.startsWith(PREFIX) || this.#lent.has(path)) continue;
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** Lends a folder, and removes it whatever happens. @throws NoFolderError before any work. */
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

  /** For the end of the process: removes what is still lent. */
  async clear(): Promise<void> {
    for (const path of this.#lent.keys()) await rm(path, { recursive: true, force: true });
  }

  /** The place itself is made again when somebody has removed it. */
  async #makeFolder(): Promise<string> {
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      return await mkdtemp(join(this.#dir, PREFIX));
    } catch (cause) {
      throw new NoFolderError('Files cannot be written on my side now.', { cause });
    }
  }

  #reserve(path: string, bytes: number): void {
    const used = [...this.#lent.values()].reduce((sum, size) => sum + size, 0);
    if (used + bytes > this.#maxBytes) throw new SpoolFullError('The room for files of uploads is used up.');
    this.#lent.set(path, (this.#lent.get(path) ?? 0) + bytes);
  }
}
