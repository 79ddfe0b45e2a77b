import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';

export interface TenantSnapshot {
  read(): Promise<{ takenAt: Date; document: string } | null>;
  /** Replaces the previous snapshot. */
  save(document: string, takenAt: Date): Promise<void>;
  forget(): Promise<void>;
}

/** The latest snapshot of each account, shared by all processes. */
export class Snapshots {
  readonly #parts: Pick<StoreParts, 'db'>;

  constructor(parts: Pick<StoreParts, 'db'>) {
    this.#parts = parts;
  }

  of(tenantId: string): TenantSnapshot {
    const { db } = this.#parts;
    return {
      read: async () => {
        const row = await db
          .selectFrom('account_snapshots')
          .select(['taken_at', 'document'])
          .where('team_id', '=', tenantId)
          .executeTakeFirst();
        return row ? { takenAt: new Date(row.taken_at), document: row.document } : null;
      },
      save: async (document, takenAt) => {
        const saved = { taken_at: wholeMs(takenAt.getTime()), document };
        await db
          .insertInto('account_snapshots')
          .values({ team_id: tenantId, ...saved })
          .onConflict((conflict) => conflict.column('team_id').doUpdateSet(saved))
          .execute();
      },
      forget: async () => {
        await db.deleteFrom('account_snapshots').where('team_id', '=', tenantId).execute();
      },
    };
  }
}
