import type { StoreParts } from './database.ts';
import { wholeMs } from './upload-row.ts';

/** Longer than Slack redelivers an event, so that redeliveries are recognized. */
const KEEP_MS = 30 * 60_000;
const MAX_DUE = 50;

/** A file shared in a channel with the bot, as in Slack's event. */
export interface Drop {
  eventId: string;
  channelId: string;
  userId: string;
  fileId: string;
}

/** An overdue drop. `tries` counts the attempts. */
export interface DueDrop extends Drop {
  teamId: string;
  tries: number;
}

/**
 * Shared files, stored before their event is acked. The process that received the event answers; if it does not, the
 * drop falls due for any process.
 */
export class Drops {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  of(teamId: string) {
    const { db } = this.#parts;
    return {
      /** Due after `dueMs` unless taken before. Ignores redeliveries. */
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
      /** @returns those not taken before, leased for `leaseMs`. */
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
      /** Extends the leases. */
      renew: async (eventIds: readonly string[], leaseMs: number): Promise<void> => {
        await db
          .updateTable('drops')
          .set({ due_at: this.#in(leaseMs) })
          .where('team_id', '=', teamId)
          .where('event_id', 'in', eventIds)
          .execute();
      },
      /** Marks them answered. The rows stay for a while to recognize redeliveries. */
      markAnswered: async (eventIds: readonly string[]): Promise<void> => {
        await db
          .updateTable('drops')
          .set({ answered_at: this.#in(0) })
          .where('team_id', '=', teamId)
          .where('event_id', 'in', eventIds)
          .execute();
      },
      /** For a workspace that has removed the bot. */
      forget: async (): Promise<void> => {
        await db.deleteFrom('drops').where('team_id', '=', teamId).execute();
      },
    };
  }

  /** Leases due drops of one workspace, or of all for null. Each goes to one caller only. */
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

  /** Deletes drops answered more than `KEEP_MS` ago. */
  async sweep(): Promise<void> {
    await this.#parts.db.deleteFrom('drops').where('answered_at', '<=', this.#in(-KEEP_MS)).execute();
  }

  #in(ms: number): number {
    return wholeMs(this.#parts.now() + ms);
  }
}
