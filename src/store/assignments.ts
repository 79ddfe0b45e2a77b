import { AbilityId, AgentId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { AgentAssignments } from './undo-record.ts';

const AbilityIds = Json.pipe(z.array(AbilityId));

export interface TenantAssignments extends AgentAssignments {
  /** Deletes all assignments, for a workspace that connects a different account. */
  forget(): Promise<void>;
}

export class Assignments {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  /** The assignments of one workspace. Unreadable rows are omitted. */
  of(tenantId: string): TenantAssignments {
    const { db, now } = this.#parts;
    const read = async () => {
      const rows = await db.selectFrom('assignments').selectAll().where('team_id', '=', tenantId).execute();
      return rows.flatMap(({ ability_ids: text, agent_id }) => {
        const ids = AbilityIds.safeParse(text);
        const agentId = AgentId.safeParse(Number(agent_id));
        return ids.success && agentId.success ? [{ agentId: agentId.data, ids: ids.data, text }] : [];
      });
    };
    return {
      forget: async () => {
        await db.deleteFrom('assignments').where('team_id', '=', tenantId).execute();
      },
      all: async () => new Map((await read()).map(({ agentId, ids }) => [agentId, ids])),
      save: async (agentId, abilityIds) => {
        const saved = { ability_ids: JSON.stringify(abilityIds), saved_at: wholeMs(now()) };
        await db
          .insertInto('assignments')
          .values({ team_id: tenantId, agent_id: agentId, ...saved })
          .onConflict((conflict) => conflict.columns(['team_id', 'agent_id']).doUpdateSet(saved))
          .execute();
      },
      deleteAgent: async (agentId) => {
        await db.deleteFrom('assignments').where('team_id', '=', tenantId).where('agent_id', '=', agentId).execute();
      },
      deleteAbility: async (abilityId) => {
        for (const { agentId, ids, text } of await read()) {
          if (!ids.includes(abilityId)) continue;
          await db
            .updateTable('assignments')
            .set({ ability_ids: JSON.stringify(ids.filter((id) => id !== abilityId)) })
            .where('team_id', '=', tenantId)
            .where('agent_id', '=', agentId)
            // A concurrent save is newer than the deletion, so it is kept.
            .where('ability_ids', '=', text)
            .execute();
        }
      },
    };
  }
}
