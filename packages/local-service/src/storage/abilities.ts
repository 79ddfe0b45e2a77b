import { AbilityId, type Category } from '@abilities-bot/service-api';
import { type Kysely, type Selectable, sql } from 'kysely';
import Database from 'libsql';
import * as z from 'zod';
import type { AccountId, ReleaseId } from './ids.ts';
import type { Schema } from './schema.ts';
import { decodeTriggerWords, encodeTriggerWords } from './trigger-words.ts';

const StoredKeys = z.array(z.unknown());

export interface AbilityRecord {
  readonly id: AbilityId;
  readonly name: string;
  readonly category: Category;
  readonly description: string;
  readonly triggerWords: readonly string[];
  readonly imageFile: string | null;
  readonly selectedKeys: readonly unknown[];
  readonly isSystem: boolean;
  readonly isApproved: boolean;
  readonly isPublished: boolean;
  readonly lastUpdated: string;
  /** Null: the newest release runs. */
  readonly enabledReleaseId: ReleaseId | null;
}

export interface NewAbility {
  readonly account: AccountId;
  readonly name: string;
  readonly category: Category;
  readonly description: string;
  readonly triggerWords: readonly string[];
  readonly imageFile: string | null;
  readonly isPublished: boolean;
  /** Absent: false. */
  readonly isSystem?: boolean;
  /** From `reserveAbilityId`. */
  readonly id?: AbilityId | undefined;
  /** The Ability whose name it shows. */
  readonly duplicateOf?: AbilityId;
}

/** Absent fields stay unchanged. */
type AbilityChange = {
  readonly [K in
    | 'name'
    | 'category'
    | 'description'
    | 'triggerWords'
    | 'imageFile'
    | 'selectedKeys'
    | 'enabledReleaseId']?: AbilityRecord[K] | undefined;
};

/** Another Ability, or another Agent, of the account has this name already. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError';
}

export async function listAbilities(db: Kysely<Schema>, account: AccountId): Promise<AbilityRecord[]> {
  const rows = await db.selectFrom('abilities').selectAll().where('account_id', '=', account).orderBy('id').execute();
  return rows.map(toRecord);
}

/**
 * The account's Abilities among `ids`; unknown IDs, and those of other accounts, are omitted. Filters here, since a
 * request may contain more IDs than SQLite allows parameters.
 */
export async function findAbilities(
  db: Kysely<Schema>,
  account: AccountId,
  ids: readonly AbilityId[],
): Promise<AbilityRecord[]> {
  const wanted = new Set(ids);
  return (await listAbilities(db, account)).filter(({ id }) => wanted.has(id));
}

export async function findAbility(
  db: Kysely<Schema>,
  account: AccountId,
  id: AbilityId,
): Promise<AbilityRecord | undefined> {
  const row = await db
    .selectFrom('abilities')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** @throws {NameTakenError} from the unique index, so that exactly one of two concurrent uploads succeeds. */
export async function insertAbility(db: Kysely<Schema>, ability: NewAbility): Promise<AbilityId> {
  const { id } = await refuseTakenName(() =>
    db
      .insertInto('abilities')
      .values({
        ...(ability.id !== undefined && { id: ability.id }),
        account_id: ability.account,
        // No client can choose a name with a hyphen.
        name: ability.duplicateOf === undefined ? ability.name : `${ability.name} - ${ability.duplicateOf}`,
        shown_name: ability.duplicateOf === undefined ? null : ability.name,
        category: ability.category,
        description: ability.description,
        trigger_words: encodeTriggerWords(ability.triggerWords),
        image_file: ability.imageFile,
        is_approved: 1,
        is_published: ability.isPublished ? 1 : 0,
        is_system: ability.isSystem ? 1 : 0,
        last_updated: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

const Reserved = z.object({ seq: AbilityId });

/** The ID of an Ability that is inserted later. @throws {NameTakenError} if its name is taken now. */
export async function reserveAbilityId(
  db: Kysely<Schema>,
  { account, name }: Pick<NewAbility, 'account' | 'name'>,
): Promise<AbilityId> {
  return db.transaction().execute(async (transaction) => {
    const abilities = await listAbilities(transaction, account);
    if (abilities.some((ability) => ability.name === name)) throw new NameTakenError();
    const { rows } = await sql`update sqlite_sequence set seq = seq + 1 where name = 'abilities' returning seq`.execute(
      transaction,
    );
    return Reserved.parse(rows[0]).seq;
  });
}

/** Saves the change and its time. @throws {NameTakenError} */
export async function updateAbility(db: Kysely<Schema>, id: AbilityId, change: AbilityChange = {}): Promise<void> {
  const { name, category, description, triggerWords, imageFile, selectedKeys, enabledReleaseId } = change;
  await refuseTakenName(() =>
    db
      .updateTable('abilities')
      .set({
        ...(name !== undefined && { name, shown_name: null }),
        ...(category !== undefined && { category }),
        ...(description !== undefined && { description }),
        ...(triggerWords !== undefined && { trigger_words: encodeTriggerWords(triggerWords) }),
        ...(imageFile !== undefined && { image_file: imageFile }),
        ...(selectedKeys !== undefined && { selected_keys: JSON.stringify(selectedKeys) }),
        ...(enabledReleaseId !== undefined && { enabled_release_id: enabledReleaseId }),
        last_updated: new Date().toISOString(),
      })
      .where('id', '=', id)
      .execute(),
  );
}

/** Turns a unique constraint violation into a NameTakenError: names are the only unique columns besides IDs. */
export async function refuseTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') throw new NameTakenError();
    throw error;
  }
}

/** Foreign keys also delete releases, the installed row and assignments. */
export async function deleteAbilityRows(db: Kysely<Schema>, ids: readonly AbilityId[]): Promise<void> {
  for (const id of ids) await db.deleteFrom('abilities').where('id', '=', id).execute();
}

export async function listAbilityImageFiles(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('abilities').select('image_file').where('image_file', 'is not', null).execute();
  return rows.flatMap(({ image_file }) => image_file ?? []);
}

function toRecord(row: Selectable<Schema['abilities']>): AbilityRecord {
  return {
    id: row.id,
    name: row.shown_name ?? row.name,
    category: row.category,
    description: row.description,
    triggerWords: decodeTriggerWords(row.trigger_words),
    imageFile: row.image_file,
    selectedKeys: StoredKeys.parse(JSON.parse(row.selected_keys)),
    isSystem: row.is_system === 1,
    isApproved: row.is_approved === 1,
    isPublished: row.is_published === 1,
    lastUpdated: row.last_updated,
    enabledReleaseId: row.enabled_release_id,
  };
}
