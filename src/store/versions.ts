import { type ExpressionBuilder, sql } from 'kysely';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { KeptCode } from './kept-code.ts';
import type { Packages } from './packages.ts';
import type { Schema } from './schema.ts';
import { type Version, VersionDocument } from './version-record.ts';

/** Per Ability. */
const MAX_VERSIONS = 5;

/** A package that no version has by this time after it was stored is unused. */
const UNUSED_MS = 2 * 24 * 60 * 60_000;

/** How many of the oldest versions are deleted per query. */
const BATCH = 20;

/** Per account: enough for five versions of each of a few hundred Abilities. */
const MAX_READ = 2000;

interface VersionRow extends Pick<Version, 'name' | 'digest' | 'sha256' | 'bytes' | 'at'> {
  document: string;
}

/** True if any version uses the stored package. */
const hasVersion = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'kept_packages'>) =>
  exists(
    selectFrom('versions')
      .select('versions.digest')
      .whereRef('versions.team_id', '=', 'kept_packages.team_id')
      .whereRef('versions.digest', '=', 'kept_packages.digest'),
  );

const placeOf = (tenantId: string, digest: string) => `${tenantId} ${digest}`;

interface VersionParts extends Pick<StoreParts, 'db' | 'now'> {
  packages: Packages;
  /** The maximum size of all packages of one workspace. The oldest versions are deleted first. */
  maxBytes: number;
}

/**
 * The versions of the Abilities of one workspace. A package is stored once, even if several versions use it. Times are
 * milliseconds since 1970. All functions throw store errors.
 */
export class TenantVersions {
  readonly #parts: VersionParts;
  readonly #tenantId: string;

  constructor(parts: VersionParts, tenantId: string) {
    this.#parts = parts;
    this.#tenantId = tenantId;
  }

  /**
   * Stores a package before it is sent, so that a version can be added afterward.
   * @returns false if the package alone exceeds the limit.
   */
  async keepPackage({ bytes, digest, sha256 }: KeptCode, path: string): Promise<boolean> {
    if (bytes > this.#parts.maxBytes) return false;
    const { db, now } = this.#parts;
    const place = this.#placeOf(digest);
    // A stored zip is kept, even if another zip has the same files.
    const isStored = await this.#parts.packages.has(place, 'kept');
    const times = { kept_at: wholeMs(now()) };
    const file = { ...times, sha256, bytes };
    await db
      .insertInto('kept_packages')
      .values({ team_id: this.#tenantId, digest, ...file })
      .onConflict((same) => same.columns(['team_id', 'digest']).doUpdateSet(isStored ? times : file))
      .execute();
    if (!isStored) await this.#store(place, path);
    return true;
  }

  /**
   * Adds versions of one Ability whose packages are stored. Code that is sent again becomes the newest version; code
   * that is found again doesn't change a known version. Then deletes versions over the limits.
   */
  async add(account: number, versions: readonly Version[]): Promise<void> {
    for (const version of versions) {
      if (await this.#parts.packages.has(this.#placeOf(version.digest), 'kept')) await this.#insert(account, version);
    }
    for (const name of new Set(versions.map((version) => version.name))) await this.#deleteOldOnes(account, name);
    await this.deleteOverLimit();
  }

  /** If two uploads store the same code at the same time, the second one fails and is retried. */
  async #store(place: string, path: string): Promise<void> {
    try {
      await this.#parts.packages.put(place, 'kept', path);
    } catch (error) {
      if (!(await this.#parts.packages.has(place, 'kept'))) throw error;
    }
  }

  async #insert(account: number, version: Version): Promise<void> {
    const { at, digest, how, name } = version;
    const changed = { at: wholeMs(at), document: JSON.stringify(VersionDocument.parse(version)) };
    await this.#parts.db
      .insertInto('versions')
      .values({ team_id: this.#tenantId, account, name, digest, ...changed })
      .onConflict((conflict) => {
        const same = conflict.columns(['team_id', 'account', 'name', 'digest']);
        return how === 'found' ? same.doNothing() : same.doUpdateSet(changed);
      })
      .execute();
  }

  /** The versions of an Ability, newest first. Unreadable ones are omitted. */
  async list(account: number, name: string): Promise<Version[]> {
    const rows = await this.#of(account).where('versions.name', '=', name).execute();
    return rows.flatMap(readVersion);
  }

  /**
   * The version of each Ability that was sent last, latest first. Excludes code that was found, and versions that were
   * set aside.
   */
  async latest(account: number): Promise<Version[]> {
    const rows = await this.#of(account).limit(MAX_READ).execute();
    const latest = new Map<string, Version>();
    for (const one of rows.flatMap(readVersion)) {
      if (one.how !== 'found' && !latest.has(one.name)) latest.set(one.name, one);
    }
    return [...latest.values()].filter(({ isSetAside }) => !isSetAside);
  }

  /** Marks the version that was sent last as no longer expected to run, until it is sent again. */
  async setAside(account: number, name: string): Promise<void> {
    const sent = (await this.list(account, name)).find(({ how }) => how !== 'found');
    if (!sent) return;
    await this.#parts.db
      .updateTable('versions')
      .set({ document: JSON.stringify(VersionDocument.parse({ ...sent, isSetAside: true })) })
      .where('team_id', '=', this.#tenantId)
      .where('account', '=', account)
      .where('name', '=', name)
      .where('digest', '=', sent.digest)
      // Not if it was sent again just now.
      .where('at', '=', wholeMs(sent.at))
      .execute();
  }

  /** Newest first. */
  #of(account: number) {
    return this.#parts.db
      .selectFrom('versions')
      .innerJoin('kept_packages', (join) =>
        join
          .onRef('kept_packages.team_id', '=', 'versions.team_id')
          .onRef('kept_packages.digest', '=', 'versions.digest'),
      )
      .select(['versions.name', 'versions.digest', 'versions.at', 'versions.document'])
      .select(['kept_packages.sha256', 'kept_packages.bytes'])
      .where('versions.team_id', '=', this.#tenantId)
      .where('versions.account', '=', account)
      .orderBy('versions.at', 'desc')
      .orderBy('versions.digest');
  }

  /** Writes the package to a new file. @returns false if it is no longer stored. */
  takePackage(digest: string, path: string): Promise<boolean> {
    return this.#parts.packages.take(this.#placeOf(digest), 'kept', path);
  }

  /** Deletes all of the workspace's versions and packages. */
  async forget(): Promise<void> {
    const { db } = this.#parts;
    await db.deleteFrom('versions').where('team_id', '=', this.#tenantId).execute();
    const rows = await db.selectFrom('kept_packages').select('digest').where('team_id', '=', this.#tenantId).execute();
    for (const { digest } of rows) await this.#deletePackage(digest);
  }

  async #deleteOldOnes(account: number, name: string): Promise<void> {
    const old = await this.#parts.db
      .selectFrom('versions')
      .select('digest')
      .where('team_id', '=', this.#tenantId)
      .where('account', '=', account)
      .where('name', '=', name)
      .orderBy('at', 'desc')
      .orderBy('digest')
      .limit(1000)
      .offset(MAX_VERSIONS)
      .execute();
    for (const { digest } of old) await this.#delete({ account, name, digest });
  }

  /** Deletes the oldest versions until the others are within the limit. */
  async deleteOverLimit(): Promise<void> {
    while ((await this.#bytesOf()) > this.#parts.maxBytes) {
      const oldest = await this.#parts.db
        .selectFrom('versions')
        .select(['account', 'name', 'digest'])
        .where('team_id', '=', this.#tenantId)
        .orderBy('at')
        .limit(BATCH)
        .execute();
      // All remaining packages belong to uploads in progress.
      if (oldest.length === 0) return;
      for (const { account, digest, name } of oldest) {
        await this.#delete({ account: Number(account), name, digest });
        if ((await this.#bytesOf()) <= this.#parts.maxBytes) return;
      }
    }
  }

  /** The size of all packages, without those of uploads in progress. */
  async #bytesOf(): Promise<number> {
    const { bytes } = await this.#parts.db
      .selectFrom('kept_packages')
      .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
      .where('team_id', '=', this.#tenantId)
      .where(hasVersion)
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  }

  /** Deletes a version, and its package unless another version uses it or an upload may be about to. */
  async #delete({ account, digest, name }: { account: number; name: string; digest: string }) {
    await this.#parts.db
      .deleteFrom('versions')
      .where('team_id', '=', this.#tenantId)
      .where('account', '=', account)
      .where('name', '=', name)
      .where('digest', '=', digest)
      .execute();
    await deleteUnused(this.#parts, { tenantId: this.#tenantId, digest });
  }

  /** Deletes the row last, so that an interrupted deletion is repeated. */
  async #deletePackage(digest: string): Promise<void> {
    await this.#parts.packages.delete(this.#placeOf(digest));
    await this.#parts.db
      .deleteFrom('kept_packages')
      .where('team_id', '=', this.#tenantId)
      .where('digest', '=', digest)
      .execute();
  }

  #placeOf(digest: string): string {
    return placeOf(this.#tenantId, digest);
  }
}

/** The versions of all workspaces. */
export class Versions {
  readonly #parts: VersionParts;

  constructor(parts: VersionParts) {
    this.#parts = parts;
  }

  of(tenantId: string): TenantVersions {
    return new TenantVersions(this.#parts, tenantId);
  }

  /** Deletes the packages of uploads that never ended, and versions over a lowered limit. */
  async expire(): Promise<void> {
    const { db } = this.#parts;
    const teams = await db
      .selectFrom('kept_packages')
      .select('team_id')
      .where(hasVersion)
      .groupBy('team_id')
      .having(({ fn }) => fn.sum('bytes'), '>', this.#parts.maxBytes)
      .execute();
    for (const { team_id } of teams) await this.of(team_id).deleteOverLimit();
    await deleteUnused(this.#parts, null);
    // An interrupted deletion leaves chunks behind.
    const orphans = await db
      .selectFrom('package_chunks')
      .select('upload_id')
      .distinct()
      .where('role', '=', 'kept')
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('kept_packages')
              .select('digest')
              .where(
                sql`kept_packages.team_id || ' ' || kept_packages.digest`,
                '=',
                sql.ref('package_chunks.upload_id'),
              ),
          ),
        ),
      )
      .execute();
    for (const { upload_id } of orphans) await this.#parts.packages.delete(upload_id);
  }
}

/**
 * Deletes stored packages that no version uses and no upload can still need: one package, or all if null. A single
 * statement, so that a package that is stored again at the same time is kept.
 */
async function deleteUnused(
  { db, now, packages }: VersionParts,
  only: { tenantId: string; digest: string } | null,
): Promise<void> {
  const rows = await db
    .deleteFrom('kept_packages')
    .where('kept_at', '<', wholeMs(now() - UNUSED_MS))
    .where((row) => row.not(hasVersion(row)))
    .$if(only !== null, (all) =>
      all.where('team_id', '=', only?.tenantId ?? '').where('digest', '=', only?.digest ?? ''),
    )
    .returning(['team_id', 'digest'])
    .execute();
  for (const { digest, team_id } of rows) await packages.delete(placeOf(team_id, digest));
}

/** Empty if this version of the bot can't read the row. */
function readVersion({ at, bytes, document, ...row }: VersionRow): Version[] {
  const read = Json.pipe(VersionDocument).safeParse(document);
  return read.success ? [{ ...read.data, ...row, at: Number(at), bytes: Number(bytes) }] : [];
}
