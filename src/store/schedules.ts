import * as z from 'zod';
import { claimDue, nextDueAt } from './claim-due.ts';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { notifyAfter } from './notices.ts';
import type { Schedule, TenantSchedules } from './schedule-record.ts';

const Progress = z.object({ channel: z.string(), ts: z.string() });

/** One that this process has claimed. */
export interface ClaimedSchedule extends Schedule {
  tenantId: string;
  /** The version of the account that it is about; 0 for the one in the settings. */
  account: number;
  /** When it was to run, in milliseconds since 1970. */
  plannedFor: number;
  /** Claims so far, this one included. */
  tries: number;
  /** The message that shows its progress; null before there is one. */
  progress: z.infer<typeof Progress> | null;
}

/**
 * Command lines to run later, for all processes. A process claims each before it runs it, and another may claim it again
 * if that process dies. Times are milliseconds since 1970.
 */
export class Schedules {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'notices' | 'now'>;
  #onPlanned: () => void = () => undefined;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'notices' | 'now'>) {
    this.#parts = parts;
  }

  /** Whether another process may plan what only this one can run. */
  get isShared(): boolean {
    return this.#parts.kind === 'postgresql';
  }

  /** Called after each that this process plans. */
  onPlanned(call: () => void): void {
    this.#onPlanned = call;
  }

  of(tenantId: string, account: number | null): TenantSchedules {
    const { db } = this.#parts;
    return {
      plan: async ({ channelId, id, line, partOf, userId }, dueAt) => {
        const due = wholeMs(dueAt);
        const where = { channel: channelId, part_of: partOf, progress: null };
        const planned = { user_id: userId, line, due_at: due, planned_for: due, tries: 0, ...where };
        const row = db
          .insertInto('schedules')
          .values({ team_id: tenantId, id, account: account ?? 0, ...planned })
          .onConflict((conflict) => conflict.columns(['team_id', 'id']).doUpdateSet(planned));
        await this.#write(tenantId, row);
        this.#onPlanned();
      },
      list: async () => {
        const rows = await db
          .selectFrom('schedules')
          .select(['id', 'user_id', 'line', 'planned_for', 'channel', 'part_of'])
          .where('team_id', '=', tenantId)
          .where('account', '=', account ?? 0)
          .orderBy('planned_for')
          .orderBy('id')
          .execute();
        return rows.map((row) => ({
          id: row.id,
          userId: row.user_id,
          line: row.line,
          channelId: row.channel,
          partOf: row.part_of,
          plannedFor: Number(row.planned_for),
        }));
      },
      cancel: async (id, except = null) => {
        const rows = db
          .deleteFrom('schedules')
          .where('team_id', '=', tenantId)
          .where((where) => where.or([where('id', '=', id), where('part_of', '=', id)]))
          .where('id', '!=', except ?? '');
        await this.#write(tenantId, rows);
      },
    };
  }

  /** Claims what is due, longest due first: of one workspace, or of all for null. Each is due again `leaseMs` from now. */
  async takeDue(limit: number, leaseMs: number, tenantId: string | null): Promise<ClaimedSchedule[]> {
    const at = wholeMs(this.#parts.now());
    const taken = await claimDue(this.#parts, { table: 'schedules', at, limit, tenantId })
      .set(({ eb }) => ({ due_at: wholeMs(at + leaseMs), tries: eb('tries', '+', 1) }))
      .returningAll()
      .execute();
    return taken.map((row) => ({
      id: row.id,
      userId: row.user_id,
      line: row.line,
      channelId: row.channel,
      partOf: row.part_of,
      progress: Json.pipe(Progress).safeParse(row.progress).data ?? null,
      tenantId: row.team_id,
      account: Number(row.account),
      plannedFor: Number(row.planned_for),
      tries: Number(row.tries),
    }));
  }

  /** Extends a claim. */
  async hold(claimed: ClaimedSchedule, leaseMs: number): Promise<void> {
    const { db, now } = this.#parts;
    await db
      .updateTable('schedules')
      .set({ due_at: wholeMs(now() + leaseMs) })
      .where('team_id', '=', claimed.tenantId)
      .where('id', '=', claimed.id)
      .where('tries', '=', claimed.tries)
      .execute();
  }

  /** Saves which message shows its progress, for a process that runs it again. */
  async showIn({ id, tenantId, tries }: ClaimedSchedule, progress: z.infer<typeof Progress>): Promise<void> {
    await this.#parts.db
      .updateTable('schedules')
      .set({ progress: JSON.stringify(progress) })
      .where('team_id', '=', tenantId)
      .where('id', '=', id)
      .where('tries', '=', tries)
      .execute();
  }

  /** It has run, and is deleted, unless it was planned again meanwhile. */
  async done({ id, tenantId, tries }: ClaimedSchedule): Promise<void> {
    const row = this.#parts.db
      .deleteFrom('schedules')
      .where('team_id', '=', tenantId)
      .where('id', '=', id)
      .where('tries', '=', tries);
    await this.#write(tenantId, row);
  }

  /** It has run, and runs again at another time, unless it was canceled or planned again meanwhile. */
  async again({ id, tenantId, tries }: ClaimedSchedule, line: string, dueAt: number): Promise<void> {
    const due = wholeMs(dueAt);
    const row = this.#parts.db
      .updateTable('schedules')
      .set({ line, due_at: due, planned_for: due, tries: 0, progress: null })
      .where('team_id', '=', tenantId)
      .where('id', '=', id)
      .where('tries', '=', tries);
    await this.#write(tenantId, row);
  }

  /** When the next one is due, possibly in the past; null if there is none. Of one workspace, or of all for null. */
  nextDueAt(tenantId: string | null): Promise<number | null> {
    return nextDueAt(this.#parts, { table: 'schedules', tenantId });
  }

  /** Deletes all of a workspace. */
  async forget(tenantId: string): Promise<void> {
    await this.#parts.db.deleteFrom('schedules').where('team_id', '=', tenantId).execute();
  }

  #write(tenantId: string, query: { execute(): Promise<unknown> }): Promise<unknown> {
    return notifyAfter(this.#parts.notices, { kind: 'records-changed', tenantId }, () => query.execute());
  }
}
