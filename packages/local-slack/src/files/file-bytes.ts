import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface FileBytes {
  write(fileId: string, bytes: Buffer): Promise<void>;
  /** Null if there is no such file. */
  read(fileId: string): Promise<Buffer | null>;
}

export class FileBytesInMemory implements FileBytes {
  readonly #bytes = new Map<string, Buffer>();

  async write(fileId: string, bytes: Buffer): Promise<void> {
    this.#bytes.set(fileId, bytes);
  }

  async read(fileId: string): Promise<Buffer | null> {
    return this.#bytes.get(fileId) ?? null;
  }
}

export class FileBytesInFolder implements FileBytes {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(fileId: string, bytes: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(join(this.#folder, fileId), bytes, { mode: 0o600 });
  }

  async read(fileId: string): Promise<Buffer | null> {
    return readFile(join(this.#folder, fileId)).catch(() => null);
  }
}
