import type { AbilityId } from '@abilities-bot/service-api';
import type { Kysely, Selectable } from 'kysely';
import type { AccountId, ReleaseId } from './ids.ts';
import type { Schema } from './schema.ts';

export interface ReleaseRecord {
  readonly id: ReleaseId;
  readonly abilityId: AbilityId;
  readonly version: number;
  readonly isCommitted: boolean;
  readonly commitMessage: string;
  readonly packageFile: string;
  /** Null if it is older than the column. */
  readonly createdAt: string | null;
}

/** The current release of an Ability: the enabled one, else the newest, committed or not. Releases are oldest first. */
export function findRunning(
  { enabledReleaseId }: { readonly enabledReleaseId: ReleaseId | null },
  releases: readonly ReleaseRecord[],
): ReleaseRecord | undefined {
  return releases.find(({ id }) => id === enabledReleaseId) ?? releases.at(-1);
}

/** Releases of all Abilities of the account, oldest first. */
export async function listReleases(db: Kysely<Schema>, account: AccountId): Promise<ReleaseRecord[]> {
  const rows = await db
    .selectFrom('releases')
    .innerJoin('abilities', 'abilities.id', 'releases.ability_id')
    .selectAll('releases')
    .where('abilities.account_id', '=', account)
    .orderBy('releases.id')
    .execute();
  return rows.map(toRecord);
}

/** Oldest first. The caller has checked the Ability's account. */
export async function listReleasesOfAbility(db: Kysely<Schema>, ability: AbilityId): Promise<ReleaseRecord[]> {
  const rows = await db
    .selectFrom('releases')
    .selectAll()
    .where('ability_id', '=', ability)
    .orderBy('version')
    .execute();
  return rows.map(toRecord);
}

export async function findRelease(
  db: Kysely<Schema>,
  account: AccountId,
  id: ReleaseId,
): Promise<ReleaseRecord | undefined> {
  const row = await db
    .selectFrom('releases')
    .innerJoin('abilities', 'abilities.id', 'releases.ability_id')
    .selectAll('releases')
    .where('abilities.account_id', '=', account)
    .where('releases.id', '=', id)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Adds the open release, to which clients can push. Only an Ability's newest release is open. */
export async function openRelease(
  db: Kysely<Schema>,
  release: { abilityId: AbilityId; version: number; packageFile: string },
): Promise<ReleaseId> {
  const { id } = await db
    .insertInto('releases')
    .values({
      ability_id: release.abilityId,
      version: release.version,
      is_committed: 0,
      commit_message: '',
      package_file: release.packageFile,
      created_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRelease(
  db: Kysely<Schema>,
  id: ReleaseId,
  change: { isCommitted: boolean; commitMessage: string; packageFile: string },
): Promise<void> {
  await db
    .updateTable('releases')
    .set({
      is_committed: change.isCommitted ? 1 : 0,
      commit_message: change.commitMessage,
      package_file: change.packageFile,
    })
    .where('id', '=', id)
    .execute();
}

/** A commit opens the next release with the same package, so two releases may share one. */
export async function isPackageInUse(db: Kysely<Schema>, packageFile: string): Promise<boolean> {
  const row = await db
    .selectFrom('releases')
    .select('id')
    .where('package_file', '=', packageFile)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listPackageFiles(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('releases').select('package_file').execute();
  return rows.map(({ package_file }) => package_file);
}

function toRecord(row: Selectable<Schema['releases']>): ReleaseRecord {
  return {
    id: row.id,
    abilityId: row.ability_id,
    version: row.version,
    isCommitted: row.is_committed === 1,
    commitMessage: row.commit_message,
    packageFile: row.package_file,
    createdAt: row.created_at,
  };
}
