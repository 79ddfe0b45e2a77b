import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import type { Kysely } from 'kysely';
import { refuseTakenName } from './abilities.ts';
import type { AccountId } from './ids.ts';
import type { Schema } from './schema.ts';

interface AgentRecord {
  readonly id: AgentId;
  readonly name: string;
  /** Empty until one is saved. */
  readonly description: string;
  readonly imageFile: string | null;
  readonly abilityIds: readonly AbilityId[];
}

export async function listAgents(db: Kysely<Schema>, account: AccountId): Promise<AgentRecord[]> {
  const agents = await db
    .selectFrom('agents')
    .select(['id', 'name', 'image_file', 'description'])
    .where('account_id', '=', account)
    .orderBy('id')
    .execute();
  const assignments = await db
    .selectFrom('agent_abilities')
    .innerJoin('agents', 'agents.id', 'agent_abilities.agent_id')
    .select(['agent_id', 'ability_id'])
    .where('agents.account_id', '=', account)
    .orderBy('ability_id')
    .execute();
  return agents.map(({ id, name, image_file, description }) => ({
    id,
    name,
    description,
    imageFile: image_file,
    abilityIds: assignments.filter(({ agent_id }) => agent_id === id).map(({ ability_id }) => ability_id),
  }));
}

export async function agentExists(db: Kysely<Schema>, account: AccountId, id: AgentId): Promise<boolean> {
  const row = await db
    .selectFrom('agents')
    .select('id')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAgent(
  db: Kysely<Schema>,
  agent: { account: AccountId; name: string; imageFile: string | null },
): Promise<AgentId> {
  const row = await db
    .insertInto('agents')
    .values({ account_id: agent.account, name: agent.name, image_file: agent.imageFile })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Absent fields stay unchanged. @throws {NameTakenError} */
export async function updateAgent(
  db: Kysely<Schema>,
  id: AgentId,
  change: { name?: string | undefined; description?: string | undefined },
): Promise<void> {
  const { name, description } = change;
  if (name === undefined && description === undefined) return;
  await refuseTakenName(() =>
    db
      .updateTable('agents')
      .set({ ...(name !== undefined && { name }), ...(description !== undefined && { description }) })
      .where('id', '=', id)
      .execute(),
  );
}

/** Idempotent. The caller has checked that both belong to the same account. */
export async function assignAbility(db: Kysely<Schema>, agent: AgentId, ability: AbilityId): Promise<void> {
  await db
    .insertInto('agent_abilities')
    .values({ agent_id: agent, ability_id: ability })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unassignAllAbilities(db: Kysely<Schema>, agent: AgentId): Promise<void> {
  await db.deleteFrom('agent_abilities').where('agent_id', '=', agent).execute();
}

export async function unassignEverywhere(db: Kysely<Schema>, ability: AbilityId): Promise<void> {
  await db.deleteFrom('agent_abilities').where('ability_id', '=', ability).execute();
}

export async function listAgentImageFiles(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('agents').select('image_file').where('image_file', 'is not', null).execute();
  return rows.flatMap(({ image_file }) => image_file ?? []);
}
