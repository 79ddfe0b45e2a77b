import type { StoreParts } from './store-parts.ts';
import { wholeMs } from './upload-row.ts';

/** Longer than Slack redelivers an event: an answered drop has to be known for that long. */
const KEEP_MS = 30 * 60_000;
/** How many due drops are taken in one go. */
const MAX_DUE = 50;

/** A file that somebody shared where the bot is, as Slack's event names it. */
export interface Drop {
  eventId: string;
  channelId: string;
  userId: string;
  fileId: string;
}

/** A drop that nobody has answered in time. `tries` counts how often it was taken. */
export interface DueDrop extends Drop {
  teamId: string;
  tries: number;
}

/** Those of one workspace. */
export type TenantDrops = ReturnType<Drops['of']>;

/**
 * Shared files, from before their event is acked until they are answered. A drop is answered by the process that got the
 * event; when that one does not, it falls due for any of them.
 */
export class Drops {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  of(teamId: string) {
    const { db } = this.#parts;
    return {
      /** Due after `dueMs`, unless somebody takes it before. A redelivery changes nothing. */
      add: async ({ channelId, eventId, fileId, userId }: Drop, dueMs: number): Promise<void> => {
        await db
          .insertInto('drops')
          .values({
            ...{ team_id: teamId, event_id: eventId, channel_id: channelId, user_id: userId, file_id: fileId },
            ...{ due_at: this.#in(dueMs), tries: 0, answered_at: null },
          })
          .onConflict((conflict) => conflict.columns(['team_id', 'event_id']).doNothing())
          .execute();
      },
      /** @returns those that nobody has taken before; they fall due again after `leaseMs`. */
      take: async (eventIds: readonly string[], leaseMs: number): Promise<string[]> => {
        const taken = await db
          .updateTable('drops')
          .set({ tries: 1, due_at: this.#in(leaseMs) })
          .where('team_id', '=', teamId)
          .where('event_id', 'in', eventIds)
          .where('tries', '=', 0)
          .where('answered_at', 'is', null)
          .returning('event_id')
          .execute();
        return taken.map(({ event_id }) => event_id);
      },
      /** They are still being answered. */
      renew: async (eventIds: readonly string[], leaseMs: number): Promise<void> => {
        await db
          .updateTable('drops')
          .set({ due_at: this.#in(leaseMs) })
          .where('team_id', '=', teamId)
          .where('event_id', 'in', eventIds)
          .execute();
      },
      /** Nobody takes them again. They are kept for a while, so that a redelivery is known. */
      markAnswered: async (eventIds: readonly string[]): Promise<void> => {
        await db
          .updateTable('drops')
          .set({ answered_at: this.#in(0) })
          .where('team_id', '=', teamId)
          .where('event_id', 'in', eventIds)
          .execute();
      },
      /** The workspace has removed the bot. */
      forget: async (): Promise<void> => {
        await db.deleteFrom('drops').where('team_id', '=', teamId).execute();
      },
    };
  }

  /** Takes what has fallen due in one workspace, or in all for null. Of several who ask, each drop goes to one. */
  async takeDue(leaseMs: number, teamId: string | null): Promise<DueDrop[]> {
    const { db } = this.#parts;
    const now = this.#in(0);
    const allDue = db.selectFrom('drops').selectAll().where('answered_at', 'is', null).where('due_at', '<=', now);
    const due = await (teamId === null ? allDue : allDue.where('team_id', '=', teamId))
      .orderBy('due_at')
      .limit(MAX_DUE)
      .execute();
    const taken: DueDrop[] = [];
    for (const row of due) {
      const tries = row.tries + 1;
      const { numUpdatedRows } = await db
        .updateTable('drops')
        .set({ tries, due_at: this.#in(leaseMs) })
        .where('team_id', '=', row.team_id)
        .where('event_id', '=', row.event_id)
        .where('answered_at', 'is', null)
        .where('tries', '=', row.tries)
        .where('due_at', '<=', now)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      const { channel_id: channelId, event_id: eventId, file_id: fileId, user_id: userId } = row;
      taken.push({ teamId: row.team_id, eventId, channelId, userId, fileId, tries });
    }
    return taken;
  }

  /** Removes what was answered long ago. */
  async sweep(): Promise<void> {
    await this.#parts.db.deleteFrom('drops').where('answered_at', '<=', this.#in(-KEEP_MS)).execute();
  }

  #in(ms: number): number {
    return wholeMs(this.#parts.now() + ms);
  }
}
