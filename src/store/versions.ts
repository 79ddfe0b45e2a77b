import { type ExpressionBuilder, sql } from 'kysely';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { KeptCode } from './kept-code.ts';
import type { PackageStore } from './packages.ts';
import type { Schema } from './schema.ts';
import { type Version, VersionDocument } from './version-record.ts';

/** Of each Ability. */
const MAX_VERSIONS = 5;

/** An upload that keeps its package is a version after this time, or never. */
const UNUSED_MS = 2 * 24 * 60 * 60_000;

/** How many of the oldest versions are dropped in one query. */
const BATCH = 20;

/** Of one account: five of each of a few hundred Abilities. */
const MAX_READ = 2000;

interface VersionRow extends Pick<Version, 'name' | 'digest' | 'sha256' | 'bytes' | 'at'> {
  document: string;
}

/** Whether any version has a kept package. */
const hasVersion = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'kept_packages'>) =>
  exists(
    selectFrom('versions')
      .select('versions.digest')
      .whereRef('versions.team_id', '=', 'kept_packages.team_id')
      .whereRef('versions.digest', '=', 'kept_packages.digest'),
  );

const placeOf = (teamId: string, digest: string) => `${teamId} ${digest}`;

/**
 * The versions of Abilities, for all processes. A package is stored once for each workspace, however many versions have
 * it. Times are milliseconds since 1970. All functions throw store errors.
 */
export class Versions {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;
  readonly #packages: PackageStore;
  readonly #maxBytes: number;

  /** @param maxBytes of all packages of one workspace; the oldest versions are dropped first. */
  constructor(parts: Pick<StoreParts, 'db' | 'now'>, packages: PackageStore, maxBytes: number) {
    this.#parts = parts;
    this.#packages = packages;
    this.#maxBytes = maxBytes;
  }

  /**
   * Stores a package before it is sent, so that a version can be added once it was. False if it alone is over the limit.
   */
  async keepPackage(teamId: string, { bytes, digest, sha256 }: KeptCode, path: string): Promise<boolean> {
    if (bytes > this.#maxBytes) return false;
    const { db, now } = this.#parts;
    const place = placeOf(teamId, digest);
    // The stored zip stays: another one may hold the same files.
    const isStored = await this.#packages.has(place, 'kept');
    const times = { kept_at: wholeMs(now()) };
    const file = { ...times, sha256, bytes };
    await db
      .insertInto('kept_packages')
      .values({ team_id: teamId, digest, ...file })
      .onConflict((same) => same.columns(['team_id', 'digest']).doUpdateSet(isStored ? times : file))
      .execute();
    if (!isStored) await this.#store(place, path);
    return true;
  }

  /**
   * Adds versions of one Ability whose packages are stored; the same code again becomes the newest version. What is only
   * found leaves a known version as it is. Then drops the excess.
   */
  async add(teamId: string, account: number, versions: readonly Version[]): Promise<void> {
    for (const version of versions) {
      if (await this.#packages.has(placeOf(teamId, version.digest), 'kept'))
        await this.#insert(teamId, account, version);
    }
    for (const name of new Set(versions.map((version) => version.name))) await this.#dropOldOnes(teamId, account, name);
    await this.#dropOverLimit(teamId);
  }

  /** Two uploads may store the same code at the same time: the second one waits for the next try. */
  async #store(place: string, path: string): Promise<void> {
    try {
      await this.#packages.put(place, 'kept', path);
    } catch (error) {
      if (!(await this.#packages.has(place, 'kept'))) throw error;
    }
  }

  async #insert(teamId: string, account: number, version: Version): Promise<void> {
    const { at, digest, how, name } = version;
    const changed = { at: wholeMs(at), document: JSON.stringify(VersionDocument.parse(version)) };
    await this.#parts.db
      .insertInto('versions')
      .values({ team_id: teamId, account, name, digest, ...changed })
      .onConflict((conflict) => {
        const same = conflict.columns(['team_id', 'account', 'name', 'digest']);
        return how === 'found' ? same.doNothing() : same.doUpdateSet(changed);
      })
      .execute();
  }

  /** The versions of an Ability, newest first. Unreadable ones are omitted. */
  async list(teamId: string, account: number, name: string): Promise<Version[]> {
    const rows = await this.#of(teamId, account).where('versions.name', '=', name).execute();
    return rows.flatMap(readVersion);
  }

  /** The Abilities that this code was sent for, latest first; not where it was only found. */
  async namesOf(teamId: string, account: number, digest: string): Promise<string[]> {
    const rows = await this.#of(teamId, account).where('versions.digest', '=', digest).limit(MAX_READ).execute();
    return rows.flatMap(readVersion).flatMap(({ how, name }) => (how === 'found' ? [] : [name]));
  }

  /**
   * The version of each Ability that was sent last, latest first; not what was only found. Without those that were set
   * aside.
   */
  async latest(teamId: string, account: number): Promise<Version[]> {
    const rows = await this.#of(teamId, account).limit(MAX_READ).execute();
    const latest = new Map<string, Version>();
    for (const one of rows.flatMap(readVersion)) {
      if (one.how !== 'found' && !latest.has(one.name)) latest.set(one.name, one);
    }
    return [...latest.values()].filter(({ isSetAside }) => !isSetAside);
  }

  /** The version of an Ability that was sent last is not meant to run any more, until it is sent again. */
  async setAside(teamId: string, account: number, name: string): Promise<void> {
    const sent = (await this.list(teamId, account, name)).find(({ how }) => how !== 'found');
    if (!sent) return;
    await this.#parts.db
      .updateTable('versions')
      .set({ document: JSON.stringify(VersionDocument.parse({ ...sent, isSetAside: true })) })
      .where('team_id', '=', teamId)
      .where('account', '=', account)
      .where('name', '=', name)
      .where('digest', '=', sent.digest)
      // Else it was sent again just now.
      .where('at', '=', wholeMs(sent.at))
      .execute();
  }

  /** Newest first. */
  #of(teamId: string, account: number) {
    return this.#parts.db
      .selectFrom('versions')
      .innerJoin('kept_packages', (join) =>
        join
          .onRef('kept_packages.team_id', '=', 'versions.team_id')
          .onRef('kept_packages.digest', '=', 'versions.digest'),
      )
      .select(['versions.name', 'versions.digest', 'versions.at', 'versions.document'])
      .select(['kept_packages.sha256', 'kept_packages.bytes'])
      .where('versions.team_id', '=', teamId)
      .where('versions.account', '=', account)
      .orderBy('versions.at', 'desc')
      .orderBy('versions.digest');
  }

  /** Writes the package to a new file. False if it is no longer kept. */
  takePackage(teamId: string, digest: string, path: string): Promise<boolean> {
    return this.#packages.take(placeOf(teamId, digest), 'kept', path);
  }

  /** Deletes the packages of uploads that never ended, and versions above a limit that was lowered. */
  async sweep(): Promise<void> {
    const { db } = this.#parts;
    const teams = await db
      .selectFrom('kept_packages')
      .select('team_id')
      .where(hasVersion)
      .groupBy('team_id')
      .having(({ fn }) => fn.sum('bytes'), '>', this.#maxBytes)
      .execute();
    for (const { team_id } of teams) await this.#dropOverLimit(team_id);
    await this.#dropUnused(null);
    // Of a deletion that was interrupted.
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
    for (const { upload_id } of orphans) await this.#packages.drop(upload_id);
  }

  /** For a workspace that has removed the bot. */
  async forget(teamId: string): Promise<void> {
    const { db } = this.#parts;
    await db.deleteFrom('versions').where('team_id', '=', teamId).execute();
    const rows = await db.selectFrom('kept_packages').select('digest').where('team_id', '=', teamId).execute();
    for (const { digest } of rows) await this.#dropPackage(teamId, digest);
  }

  async #dropOldOnes(teamId: string, account: number, name: string): Promise<void> {
    const old = await this.#parts.db
      .selectFrom('versions')
      .select('digest')
      .where('team_id', '=', teamId)
      .where('account', '=', account)
      .where('name', '=', name)
      .orderBy('at', 'desc')
      .orderBy('digest')
      .limit(1000)
      .offset(MAX_VERSIONS)
      .execute();
    for (const { digest } of old) await this.#drop({ teamId, account, name, digest });
  }

  async #dropOverLimit(teamId: string): Promise<void> {
    while ((await this.#bytesOf(teamId)) > this.#maxBytes) {
      const oldest = await this.#parts.db
        .selectFrom('versions')
        .select(['account', 'name', 'digest'])
        .where('team_id', '=', teamId)
        .orderBy('at')
        .limit(BATCH)
        .execute();
      // The rest belongs to uploads in progress.
      if (oldest.length === 0) return;
      for (const { account, digest, name } of oldest) {
        await this.#drop({ teamId, account: Number(account), name, digest });
        if ((await this.#bytesOf(teamId)) <= this.#maxBytes) return;
      }
    }
  }

  /** Without the packages of uploads in progress. */
  async #bytesOf(teamId: string): Promise<number> {
    const { bytes } = await this.#parts.db
      .selectFrom('kept_packages')
      .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
      .where('team_id', '=', teamId)
      .where(hasVersion)
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  }

  /** Its package goes too, unless another version has it, or an upload may be about to. */
  async #drop({ account, digest, name, teamId }: { teamId: string; account: number; name: string; digest: string }) {
    await this.#parts.db
      .deleteFrom('versions')
      .where('team_id', '=', teamId)
      .where('account', '=', account)
      .where('name', '=', name)
      .where('digest', '=', digest)
      .execute();
    await this.#dropUnused({ teamId, digest });
  }

  /**
   * Deletes packages that no version has, and no upload can need any more: this one, or all for null. In one statement,
   * so that one that is kept again at this moment stays.
   */
  async #dropUnused(only: { teamId: string; digest: string } | null): Promise<void> {
    const { db, now } = this.#parts;
    const rows = await db
      .deleteFrom('kept_packages')
      .where('kept_at', '<', wholeMs(now() - UNUSED_MS))
      .where((row) => row.not(hasVersion(row)))
      .$if(only !== null, (all) =>
        all.where('team_id', '=', only?.teamId ?? '').where('digest', '=', only?.digest ?? ''),
      )
      .returning(['team_id', 'digest'])
      .execute();
    for (const { digest, team_id } of rows) await this.#packages.drop(placeOf(team_id, digest));
  }

  /** The row last, so that an interrupted deletion is repeated. */
  async #dropPackage(teamId: string, digest: string): Promise<void> {
    await this.#packages.drop(placeOf(teamId, digest));
    await this.#parts.db
      .deleteFrom('kept_packages')
      .where('team_id', '=', teamId)
      .where('digest', '=', digest)
      .execute();
  }
}

/** Empty if this version of the bot cannot read it. */
function readVersion({ at, bytes, document, ...row }: VersionRow): Version[] {
  const read = Json.pipe(VersionDocument).safeParse(document);
  return read.success ? [{ ...read.data, ...row, at: Number(at), bytes: Number(bytes) }] : [];
}
