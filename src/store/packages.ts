import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Insertable, Kysely } from 'kysely';
import * as z from 'zod';
import { yieldTurn } from '../base/yield-turn.ts';
import { StoreError } from './database.ts';
import type { Schema } from './schema.ts';

const CHUNK_BYTES = 128 * 1024;

/**
 * The role of a stored file. `kept`: a version's package, stored by workspace and digest, independent of any upload.
 */
export type PackageRole = 'new' | 'old' | 'icon' | 'kept';

type UploadFileRole = Exclude<PackageRole, 'kept'>;

/** The files of one workspace's uploads. */
export interface TenantPackages {
  /** @see Packages.put @throws {StoreError} if there is no upload with that ID. */
  put(uploadId: string, role: UploadFileRole, path: string): Promise<void>;
  /** @see Packages.take */
  take(uploadId: string, role: UploadFileRole, path: string): Promise<boolean>;
  /** Deletes the files of an upload. */
  delete(uploadId: string): Promise<void>;
}

/** libsql returns an ArrayBuffer, `pg` a Uint8Array. */
const Chunk = z.object({ data: z.union([z.instanceof(ArrayBuffer), z.instanceof(Uint8Array)]) });

/**
 * Files of uploads. They are stored in chunks of 128 KiB, so that memory use doesn't depend on a file's size and no
 * write blocks the event loop for long.
 *
 * No transaction covers all chunks, because on libsql it would block every other writer. A file is complete once the
 * row after its last chunk exists; until then, the previous file is returned. A killed process leaves chunks behind,
 * which the next `put`, `delete` or sweep deletes.
 */
export class Packages {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  of(tenantId: string): TenantPackages {
    const isMine = async (uploadId: string) => {
      const mine = this.#db.selectFrom('uploads').select('id').where('team_id', '=', tenantId);
      return (await mine.where('id', '=', uploadId).executeTakeFirst()) !== undefined;
    };
    return {
      put: async (uploadId, role, path) => {
        if (!(await isMine(uploadId))) throw new StoreError('This upload is no longer stored.');
        await this.put(uploadId, role, path);
      },
      take: async (uploadId, role, path) => (await isMine(uploadId)) && (await this.take(uploadId, role, path)),
      delete: async (uploadId) => {
        if (await isMine(uploadId)) await this.delete(uploadId);
      },
    };
  }

  /**
   * Stores the file at `path`, replacing the previous one. If this fails or is interrupted, the previous one stays.
   * @throws the system's error if the file can't be read.
   */
  async put(uploadId: string, role: PackageRole, path: string): Promise<void> {
    const generation = (await this.#lastGeneration(uploadId, role)) + 1;
    const row = { upload_id: uploadId, role, generation };
    let position = 0;
    for await (const data of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      await this.#insert({ ...row, position, is_end: 0, data });
      position += 1;
    }
    await this.#insert({ ...row, position, is_end: 1, data: new Uint8Array() });
    await this.#deleteWhere(uploadId, (chunk) => chunk.role === role && chunk.generation < generation);
  }

  /**
   * Writes a stored file to a new file at `path`, readable only by its owner.
   * @returns false, without writing, if there is none.
   * @throws {StoreError} if it was replaced or deleted in the meantime. The partial file is deleted.
   */
  async take(uploadId: string, role: PackageRole, path: string): Promise<boolean> {
    const end = await this.#findEnd(uploadId, role);
    if (!end) return false;
    const file = await open(path, 'wx', 0o600);
    try {
      for (let position = 0; position < end.position; position += 1) {
        await file.writeFile(await this.#read({ uploadId, role, generation: end.generation, position }));
      }
      await file.close();
    } catch (error) {
      await discard(file, path);
      throw error;
    }
    return true;
  }

  /** True if the file is stored completely. */
  async has(uploadId: string, role: PackageRole): Promise<boolean> {
    return (await this.#findEnd(uploadId, role)) !== undefined;
  }

  async delete(uploadId: string): Promise<void> {
    await this.#deleteWhere(uploadId, () => true);
  }

  /** Deletes files whose upload no longer exists. */
  async deleteWithoutRecord(): Promise<void> {
    const orphans = await this.#db
      .selectFrom('package_chunks')
      .select('upload_id')
      .distinct()
      .where('role', '<>', 'kept')
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom('uploads').select('id').whereRef('uploads.id', '=', 'package_chunks.upload_id'))),
      )
      .execute();
    for (const { upload_id } of orphans) await this.delete(upload_id);
  }

  #findEnd(uploadId: string, role: PackageRole) {
    return this.#db
      .selectFrom('package_chunks')
      .select(['generation', 'position'])
      .where('upload_id', '=', uploadId)
      .where('role', '=', role)
      .where('is_end', '=', 1)
      .orderBy('generation', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  async #lastGeneration(uploadId: string, role: PackageRole): Promise<number> {
    const last = await this.#db
      .selectFrom('package_chunks')
      .select((row) => row.fn.max<number | null>('generation').as('generation'))
      .where('upload_id', '=', uploadId)
      .where('role', '=', role)
      .executeTakeFirst();
    return last?.generation ?? 0;
  }

  async #insert(chunk: Insertable<Schema['package_chunks']>): Promise<void> {
    await this.#db.insertInto('package_chunks').values(chunk).execute();
  }

  async #read(at: { uploadId: string; role: PackageRole; generation: number; position: number }): Promise<Uint8Array> {
    const row = await this.#db
      .selectFrom('package_chunks')
      .select('data')
      .where('upload_id', '=', at.uploadId)
      .where('role', '=', at.role)
      .where('generation', '=', at.generation)
      .where('position', '=', at.position)
      .executeTakeFirst();
    const chunk = Chunk.safeParse(row);
    if (!chunk.success) {
      throw new StoreError('The stored package of this upload changed while it was being read.');
    }
    return new Uint8Array(chunk.data.data);
  }

  /**
   * Deletes the end rows first, so that no partial file looks complete. Deletes row by row, because freeing the pages
   * of a large file takes long.
   */
  async #deleteWhere(
    uploadId: string,
    isMeant: (chunk: { role: string; generation: number }) => boolean,
  ): Promise<void> {
    const chunks = await this.#db
      .selectFrom('package_chunks')
      .select(['role', 'generation', 'position'])
      .where('upload_id', '=', uploadId)
      .orderBy('is_end', 'desc')
      .execute();
    for (const chunk of chunks.filter(isMeant)) {
      await this.#db
        .deleteFrom('package_chunks')
        .where('upload_id', '=', uploadId)
        .where('role', '=', chunk.role)
        .where('generation', '=', chunk.generation)
        .where('position', '=', chunk.position)
        .execute();
      await yieldTurn();
    }
  }
}

async function discard(file: FileHandle, path: string): Promise<void> {
  await file.close();
  await rm(path, { force: true });
}
