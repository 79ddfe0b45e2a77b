import type { AbilityId, Category, InstalledAbilityId } from '@abilities-bot/service-api';
import type { Kysely, Selectable } from 'kysely';
import type { AccountId } from './ids.ts';
import type { Schema } from './schema.ts';
import { decodeTriggerWords, encodeTriggerWords } from './trigger-words.ts';

export interface InstalledRecord {
  readonly id: InstalledAbilityId;
  /** Null for an orphan: the record has outlived its Ability (service notes, endpoint 6). */
  readonly abilityId: AbilityId | null;
  readonly name: string;
  readonly category: Category;
  readonly enabled: boolean;
  readonly triggerWords: readonly string[];
  readonly isDefault: boolean;
  readonly isSystem: boolean;
  readonly isForAgents: boolean;
  readonly shortcut: string | null;
  readonly lastUpdated: string;
}

type NewInstalled = Pick<InstalledRecord, 'abilityId' | 'name' | 'category' | 'triggerWords'> &
  Partial<Pick<InstalledRecord, 'enabled' | 'isDefault' | 'isSystem' | 'isForAgents'>>;

export async function listInstalled(db: Kysely<Schema>, account: AccountId): Promise<InstalledRecord[]> {
  const rows = await db
    .selectFrom('installed_abilities')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('id')
    .execute();
  return rows.map(toRecord);
}

export async function findInstalled(
  db: Kysely<Schema>,
  account: AccountId,
  id: InstalledAbilityId,
): Promise<InstalledRecord | undefined> {
  const row = await db
    .selectFrom('installed_abilities')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** The caller has checked the Ability's account. */
export async function findInstalledOfAbility(
  db: Kysely<Schema>,
  ability: AbilityId,
): Promise<InstalledRecord | undefined> {
  const row = await db
    .selectFrom('installed_abilities')
    .selectAll()
    .where('ability_id', '=', ability)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Idempotent. The interface leaves the initial state open ("not shown"); here it is enabled, as users would expect. */
export async function installAbility(db: Kysely<Schema>, account: AccountId, ability: NewInstalled): Promise<void> {
  await db
    .insertInto('installed_abilities')
    .values({
      account_id: account,
      ability_id: ability.abilityId,
      name: ability.name,
      category: ability.category,
      enabled: (ability.enabled ?? true) ? 1 : 0,
      trigger_words: encodeTriggerWords(ability.triggerWords),
      is_default: ability.isDefault ? 1 : 0,
      is_system: ability.isSystem ? 1 : 0,
      is_for_agents: (ability.isForAgents ?? true) ? 1 : 0,
      shortcut: null,
      last_updated: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.column('ability_id').doNothing())
    .execute();
}

/** Absent fields stay unchanged; trigger words are replaced, not merged. */
export async function updateInstalled(
  db: Kysely<Schema>,
  id: InstalledAbilityId,
  change: {
    readonly [K in 'name' | 'category' | 'enabled' | 'triggerWords' | 'isForAgents']?: InstalledRecord[K] | undefined;
  },
): Promise<void> {
  const { name, category, enabled, triggerWords, isForAgents } = change;
  await db
    .updateTable('installed_abilities')
    .set({
      ...(name !== undefined && { name }),
      ...(category !== undefined && { category }),
      ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
      ...(triggerWords !== undefined && { trigger_words: encodeTriggerWords(triggerWords) }),
      ...(isForAgents !== undefined && { is_for_agents: isForAgents ? 1 : 0 }),
      last_updated: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteInstalled(db: Kysely<Schema>, id: InstalledAbilityId): Promise<void> {
  await db.deleteFrom('installed_abilities').where('id', '=', id).execute();
}

function toRecord(row: Selectable<Schema['installed_abilities']>): InstalledRecord {
  return {
    id: row.id,
    abilityId: row.ability_id,
    name: row.name,
    category: row.category,
    enabled: row.enabled === 1,
    triggerWords: decodeTriggerWords(row.trigger_words),
    isDefault: row.is_default === 1,
    isSystem: row.is_system === 1,
    isForAgents: row.is_for_agents === 1,
    shortcut: row.shortcut,
    lastUpdated: row.last_updated,
  };
}
