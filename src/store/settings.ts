import { StoreError, type StoreParts } from './database.ts';
import { EMPTY_SETTINGS, StoredSettings, type TenantSettings } from './settings-record.ts';
import { Json, wholeMs } from './upload-row.ts';

export class WorkspaceSettings {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  of(teamId: string): TenantSettings {
    const { db, now } = this.#parts;
    return {
      read: async () => {
        const row = await db
          .selectFrom('workspace_settings')
          .select('document')
          .where('team_id', '=', teamId)
          .executeTakeFirst();
        if (!row) return EMPTY_SETTINGS;
        const settings = Json.pipe(StoredSettings).safeParse(row.document);
        if (settings.success) return settings.data;
        throw new StoreError(
          'The settings of this workspace are kept in a way that this version of the bot cannot read. They were left as they are. Start the version that wrote them.',
        );
      },
      save: async (settings, userId) => {
        const saved = {
          document: JSON.stringify(StoredSettings.parse(settings)),
          saved_at: wholeMs(now()),
          saved_by: userId,
        };
        await db
          .insertInto('workspace_settings')
          .values({ team_id: teamId, ...saved })
          .onConflict((conflict) => conflict.column('team_id').doUpdateSet(saved))
          .execute();
      },
    };
  }
}
