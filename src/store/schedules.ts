import * as z from 'zod';
import { claimDue, nextDueAt } from './claim-due.ts';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { notifyAfter } from './notices.ts';
import type { Schedule, TenantSchedules } from './schedule-record.ts';

const Progress = z.object({ channel: z.string(), ts: z.string() });

/** A planned command that this process has claimed. */
export interface ClaimedSchedule extends Schedule {
  tenantId: string;
  /** The version of the account that it is about; 0 for the account in the settings. */
  account: number;
  /** The time that it was planned for, in milliseconds since 1970. */
  plannedFor: number;
  /** The number of claims, including this one. */
  tries: number;
  /** The message that shows its progress; null if there is none yet. */
  progress: z.infer<typeof Progress> | null;
}

/**
 * Planned commands. A process claims each before it runs it; if that process dies, another one claims it again. Times
 * are milliseconds since 1970.
 */
export class Schedules {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'notices' | 'now'>;
  #onPlanned: () => void = () => undefined;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'notices' | 'now'>) {
    this.#parts = parts;
  }

  /** True if this process may have to run commands that another process planned. */
  get isShared(): boolean {
    return this.#parts.kind === 'postgresql';
  }

  /** `call` is called after each command that this process plans. */
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

  /**
   * Claims due commands, longest due first, of one workspace, or of all if null. Each becomes due again after
   * `leaseMs`.
   */
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

  /** Saves the progress message, for a process that runs the command again. */
  async showIn({ id, tenantId, tries }: ClaimedSchedule, progress: z.infer<typeof Progress>): Promise<void> {
    await this.#parts.db
      .updateTable('schedules')
      .set({ progress: JSON.stringify(progress) })
      .where('team_id', '=', tenantId)
      .where('id', '=', id)
      .where('tries', '=', tries)
      .execute();
  }

  /** Deletes a command that has run, unless it was planned again in the meantime. */
  async done({ id, tenantId, tries }: ClaimedSchedule): Promise<void> {
    const row = this.#parts.db
      .deleteFrom('schedules')
      .where('team_id', '=', tenantId)
      .where('id', '=', id)
      .where('tries', '=', tries);
    await this.#write(tenantId, row);
  }

  /** Plans the next time of a command that has run, unless it was canceled or planned again in the meantime. */
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

  /**
   * When the next command is due, possibly in the past; null if there is none. For one workspace, or for all if null.
   */
  nextDueAt(tenantId: string | null): Promise<number | null> {
    return nextDueAt(this.#parts, { table: 'schedules', tenantId });
  }

  /** Deletes all planned commands of a workspace. */
  async forget(tenantId: string): Promise<void> {
    await this.#parts.db.deleteFrom('schedules').where('team_id', '=', tenantId).execute();
  }

  #write(tenantId: string, query: { execute(): Promise<unknown> }): Promise<unknown> {
    return notifyAfter(this.#parts.notices, { kind: 'records-changed', tenantId }, () => query.execute());
  }
}
