import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A temporary file on disk: `keep` gives it its final name. */
export interface SpooledFile {
  readonly path: string;
  readonly contentType: string;
}

/**
 * Files referenced by database rows. A file is complete and durable under its final name before its row is committed,
 * and deleted only after its row. So a kill -9 at worst leaves a file without a row, which `sweep` deletes at the next
 * start, never a row without its file.
 */
export class FileStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  pathOf(name: string): string {
    return join(this.#directory, name);
  }

  /** Writes a stream to a temporary file. A failure leaves nothing behind. */
  async spool(source: Readable, contentType: string): Promise<SpooledFile> {
    const path = this.pathOf(`${randomUUID()}.part`);
    try {
      await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, contentType };
  }

  /** Makes a spooled file durable under a new name, which it returns. */
  async keep(file: SpooledFile, extension: string): Promise<string> {
    const name = `${randomUUID()}${extension}`;
    await syncToDisk(file.path);
    await rename(file.path, this.pathOf(name));
    await syncToDisk(this.#directory);
    return name;
  }

  async discard(file: SpooledFile): Promise<void> {
    await rm(file.path, { force: true });
  }

  async remove(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => rm(this.pathOf(name), { force: true })));
  }

  /**
   * Creates the directory, and deletes unreferenced and unfinished files. Only safe while nothing is being uploaded.
   */
  async sweep(namedByRows: ReadonlySet<string>): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#directory);
    await this.remove(names.filter((name) => !namedByRows.has(name)));
  }
}

/** fsync of a file, or of a directory: a rename is durable only once the directory itself is on disk. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
