import { Json } from './columns.ts';
import type { StoreParts } from './database.ts';
import { notifyAfter } from './notices.ts';
import { type Quiet, QuietDocument, type TenantQuiets } from './quiet-record.ts';

export class Quiets {
  readonly #parts: Pick<StoreParts, 'db' | 'notices'>;

  constructor(parts: Pick<StoreParts, 'db' | 'notices'>) {
    this.#parts = parts;
  }

  /** @param account the version of the account. The quiets of another one have ended. */
  of(tenantId: string, account: number | null): TenantQuiets {
    const { db, notices } = this.#parts;
    const ofAccount = account ?? 0;
    const write = (query: { execute(): Promise<unknown> }) =>
      notifyAfter(notices, { kind: 'records-changed', tenantId }, () => query.execute());
    return {
      list: async () => {
        const rows = await db
          .selectFrom('quiets')
          .select(['id', 'document'])
          .where('team_id', '=', tenantId)
          .where('account', '=', ofAccount)
          .orderBy('started_at')
          .orderBy('id')
          .execute();
        return rows.flatMap(({ document, id }): Quiet[] => {
          const read = Json.pipe(QuietDocument).safeParse(document);
          return read.success ? [{ id, ...read.data }] : [];
        });
      },
      save: async ({ id, ...document }) => {
        const written = { document: JSON.stringify(document) };
        const row = db
          .insertInto('quiets')
          .values({ team_id: tenantId, id, account: ofAccount, started_at: document.startedAt, ...written })
          .onConflict((conflict) => conflict.columns(['team_id', 'id']).doUpdateSet(written));
        await write(row);
      },
      end: async (id) => {
        await write(db.deleteFrom('quiets').where('team_id', '=', tenantId).where('id', '=', id));
      },
    };
  }

  /** Deletes all quiets of a workspace. */
  async forget(tenantId: string): Promise<void> {
    await this.#parts.db.deleteFrom('quiets').where('team_id', '=', tenantId).execute();
  }
}
