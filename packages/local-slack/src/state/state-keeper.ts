import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson } from '../json.ts';
import { type KeptState, keptState } from './kept-state.ts';

/** Delay before a change is written, so that several are written together. */
const WRITE_AFTER_MS = 100;

interface StateKeeperOptions {
  /** The file. Its folder is created if missing. */
  path: string;
  /** Called, with a message for people, if something could not be read or written. */
  onNotice: (sentence: string) => void;
}

/** Stores the state of a workspace in one file, replaced atomically: a kill leaves the old state or the new one. */
export class StateKeeper {
  readonly #path: string;
  readonly #onNotice: (sentence: string) => void;
  #describe: (() => KeptState) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failed = false;

  constructor({ path, onNotice }: StateKeeperOptions) {
    this.#path = path;
    this.#onNotice = onNotice;
  }

  /**
   * The stored state; null at the first start. An unreadable file is reported and set aside.
   * @throws Error with a message for people, if the folder cannot be created.
   */
  async read(): Promise<KeptState | null> {
    const folder = dirname(this.#path);
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw new Error(`Cannot create the folder ${folder} (${codeOf(error)}). Choose another one.`, { cause: error });
    });
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      return this.#setAside();
    }
    const read = keptState.safeParse(parseJson(text));
    return read.success ? read.data : this.#setAside();
  }

  /** Stores the result of `describe` from now on. */
  start(describe: () => KeptState): void {
    this.#describe = describe;
  }

  /** Schedules a write. */
  changed(): void {
    if (this.#describe) this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS);
  }

  /** Writes pending changes. */
  async close(): Promise<void> {
    if (this.#timer) this.#write();
    this.#describe = undefined;
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const state = this.#describe?.();
    // One at a time, so that an older state never replaces a newer one.
    if (state) this.#writing = this.#writing.then(() => this.#replaceFile(JSON.stringify(state)));
  }

  async #replaceFile(text: string): Promise<void> {
    try {
      await writeFile(`${this.#path}.part`, text, { mode: 0o600, flush: true });
      await rename(`${this.#path}.part`, this.#path);
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) {
        this.#onNotice(
          `Could not save the Slack workspace to ${this.#path} (${codeOf(error)}). The local Slack keeps running, but changes will be lost on restart. Check that the disk is not full and the folder is writable, or choose another folder.`,
        );
      }
      this.#failed = true;
    }
  }

  async #setAside(): Promise<null> {
    const aside = `${this.#path}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`;
    const kept = await rename(this.#path, aside).then(
      () => `The old file is now ${aside}.`,
      () => 'The old file could not be renamed and will be overwritten.',
    );
    this.#onNotice(`Could not read the Slack workspace in ${this.#path}, so it starts empty. ${kept}`);
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
