import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson } from './json.ts';
import { type KeptState, keptState } from './kept-state.ts';

/** A change is on disk about this much later, together with those that came meanwhile. */
const writeAfterMs = 100;

export interface StateKeeperOptions {
  /** The file; its folder is made when it is missing. */
  readonly path: string;
  /** Told, in a sentence for a person, what could not be read or written. */
  readonly onNotice: (sentence: string) => void;
}

/** Keeps the state of a workspace in one file, which is replaced as a whole: a kill leaves the old one or the new one. */
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
   * What was kept; null at the first start. A file that cannot be read is told and set aside.
   * @throws Error, with a sentence for a person, when the folder cannot be made.
   */
  async read(): Promise<KeptState | null> {
    const folder = dirname(this.#path);
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw new Error(`The folder ${folder} cannot be made (${codeOf(error)}). Choose another one.`, { cause: error });
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

  /** From now on `describe` is asked what to keep. */
  start(describe: () => KeptState): void {
    this.#describe = describe;
  }

  /** Something changed: it is written soon. */
  changed(): void {
    if (this.#describe) this.#timer ??= setTimeout(() => this.#write(), writeAfterMs);
  }

  /** Writes what is not written yet. */
  async close(): Promise<void> {
    if (this.#timer) this.#write();
    this.#describe = undefined;
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const state = this.#describe?.();
    // One after the other, so that an older state never replaces a newer one.
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
          `The Slack workspace could not be kept in ${this.#path} (${codeOf(error)}). It goes on, but what happens now is gone at the next start. Make room there, or choose another folder.`,
        );
      }
      this.#failed = true;
    }
  }

  async #setAside(): Promise<null> {
    const aside = `${this.#path}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`;
    const kept = await rename(this.#path, aside).then(
      () => `The old one is now ${aside}.`,
      () => 'It could not be moved away either, and will be replaced.',
    );
    this.#onNotice(`The Slack workspace kept in ${this.#path} cannot be read, so this start begins anew. ${kept}`);
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
