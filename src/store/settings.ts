import type { Selectable } from 'kysely';
import { Json, wholeMs } from './columns.ts';
import { StoreError, type StoreParts } from './database.ts';
import { type Notices, notifyAfter } from './notices.ts';
import type { Schema } from './schema.ts';
import {
  EMPTY_SETTINGS,
  type KnownSettings,
  readKnownSettings,
  type SavedSettings,
  type TenantSettings,
  writeSettings,
} from './settings-record.ts';
import { setWatched } from './watches.ts';

interface SettingsParts extends Pick<StoreParts, 'db' | 'now'> {
  notices: Notices;
  /** True if the environment names a watch channel for workspaces that have none of their own. */
  isWatchedByDefault: boolean;
}

const UNREADABLE =
  "This version can't read this workspace's settings. They weren't changed. Run the version that wrote them.";

const readDocument = (document: string): KnownSettings | null => readKnownSettings(Json.safeParse(document).data);

export class Settings {
  readonly #parts: SettingsParts;

  constructor(parts: SettingsParts) {
    this.#parts = parts;
  }

  of(tenantId: string): TenantSettings {
    const readRow = async (): Promise<KnownSettings & Pick<SavedSettings, 'savedBy'>> => {
      const row = await this.#find(tenantId);
      if (row === null) return { settings: EMPTY_SETTINGS, unread: [], savedBy: null };
      const known = readDocument(row.document);
      if (known) return { ...known, savedBy: row.saved_by };
      throw new StoreError(UNREADABLE);
    };
    const readSaved = async (): Promise<SavedSettings> => {
      const { savedBy, settings, unread } = await readRow();
      if (unread.length > 0) throw new StoreError(UNREADABLE);
      return { settings, savedBy };
    };
    return {
      readSaved,
      read: async () => (await readSaved()).settings,
      readKnown: async () => {
        const { settings, unread } = await readRow();
        return { settings, unread };
      },
      save: async (settings, userId) => {
        const { db, isWatchedByDefault, notices, now } = this.#parts;
        const at = wholeMs(now());
        const before = Json.safeParse((await this.#find(tenantId))?.document).data;
        const saved = { document: writeSettings(settings, before), saved_at: at, saved_by: userId };
        const isWatched = settings.watchChannel !== null || isWatchedByDefault;
        await notifyAfter(notices, { kind: 'settings-changed', tenantId }, () =>
          db.transaction().execute(async (transaction) => {
            await transaction
              .insertInto('workspace_settings')
              .values({ team_id: tenantId, ...saved })
              .onConflict((conflict) => conflict.column('team_id').doUpdateSet(saved))
              .execute();
            await setWatched(transaction, tenantId, isWatched, at);
          }),
        );
      },
      resumeWatch: async () => {
        const { db, notices, now } = this.#parts;
        const known = readDocument((await this.#find(tenantId))?.document ?? '');
        if (known === null || known.settings.watchChannel === null) return;
        await setWatched(db, tenantId, true, now());
        notices.send({ kind: 'settings-changed', tenantId });
      },
    };
  }

  async #find(
    tenantId: string,
  ): Promise<Pick<Selectable<Schema['workspace_settings']>, 'document' | 'saved_by'> | null> {
    const rows = this.#parts.db.selectFrom('workspace_settings').select(['document', 'saved_by']);
    return (await rows.where('team_id', '=', tenantId).executeTakeFirst()) ?? null;
  }
}
