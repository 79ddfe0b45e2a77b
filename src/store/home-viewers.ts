import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';

/** Longer than a Home tab counts as open. */
const KEEP_MS = 60 * 60_000;

interface HomeViewer {
  userId: string;
  /** The value given to `remember`, defined by the Home tab; null if there is none, or it can't be read. */
  notice: unknown;
}

export interface TenantHomeViewers {
  /** Call when the tab is opened or shows a new notice. */
  remember(userId: string, notice: object | null): Promise<void>;
  find(userId: string): Promise<HomeViewer | null>;
  /** People who opened the tab in the last `ms`, at most `max`, latest first. */
  recent(ms: number, max: number): Promise<HomeViewer[]>;
  /** Call when another account is connected, because the notices are about the previous one. */
  forgetNotices(): Promise<void>;
  /** Deletes all of the workspace's viewers. */
  forget(): Promise<void>;
}

/** Who has opened the Home tab. Shared, because any process may redraw the tab. All functions throw store errors. */
export class HomeViewers {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  of(tenantId: string): TenantHomeViewers {
    const { db, now } = this.#parts;
    const mine = () => db.selectFrom('home_viewers').select(['user_id', 'notice']).where('team_id', '=', tenantId);
    return {
      remember: async (userId, notice) => {
        const seen = { opened_at: wholeMs(now()), notice: notice && JSON.stringify(notice) };
        await db
          .insertInto('home_viewers')
          .values({ team_id: tenantId, user_id: userId, ...seen })
          .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet(seen))
          .execute();
      },
      find: async (userId) => {
        const row = await mine().where('user_id', '=', userId).executeTakeFirst();
        return row ? viewerOf(row) : null;
      },
      recent: async (ms, max) => {
        const opened = mine().where('opened_at', '>=', wholeMs(now() - ms));
        const rows = await opened.orderBy('opened_at', 'desc').orderBy('user_id').limit(max).execute();
        return rows.map(viewerOf);
      },
      forgetNotices: async () => {
        await db.updateTable('home_viewers').set({ notice: null }).where('team_id', '=', tenantId).execute();
      },
      forget: async () => {
        await db.deleteFrom('home_viewers').where('team_id', '=', tenantId).execute();
      },
    };
  }

  /** Deletes viewers who opened the tab more than `KEEP_MS` ago. */
  async expire(): Promise<void> {
    const before = wholeMs(this.#parts.now() - KEEP_MS);
    await this.#parts.db.deleteFrom('home_viewers').where('opened_at', '<', before).execute();
  }
}

const viewerOf = ({ notice, user_id }: { notice: string | null; user_id: string }): HomeViewer => ({
  userId: user_id,
  notice: Json.safeParse(notice).data ?? null,
});
