import { access, constants, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'abilities-bot-';
/** No upload takes as long: a folder of this age belongs to a process that was killed. */
const LEFT_BEHIND_MS = 60 * 60_000;

/** Where files lie on their way from Slack to the service. */
export class Spool {
  readonly #dir: string;
  readonly #lent = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Called at start: removes what a killed process left behind.
   * @throws the system's error when files cannot be written here.
   */
  async open(now: number): Promise<void> {
    await access(this.#dir, constants.W_OK | constants.X_OK);
    for (const name of await readdir(this.#dir)) {
      if (!name.startsWith(PREFIX)) continue;
      const path = join(this.#dir, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** Lends a folder that only this user can enter, and removes it whatever happens. */
  async lend<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(this.#dir, PREFIX));
    this.#lent.add(folder);
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
      this.#lent.delete(folder);
    }
  }

  /** For the end of the process: removes what is still lent. */
  async clear(): Promise<void> {
    for (const folder of this.#lent) await rm(folder, { recursive: true, force: true });
  }
}
