import * as z from 'zod';
import { claimDue, nextDueAt } from './claim-due.ts';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { PassedOver } from './passed-over.ts';
import { Change } from './undo-record.ts';

const RecheckDocument = z.object({
  change: Change,
  /** The ID in the undo log; null if the change couldn't be saved there. */
  changeId: z.string().nullable(),
  /** The version of the account that was changed. */
  account: z.number(),
  userId: z.string(),
  /** The ref of the request. */
  ref: z.string(),
  /** The origin of the request. The Slack layer defines and validates it. */
  origin: z.unknown(),
  /** The command line that redraws the clicked message; null for none. */
  redraw: z.string().nullable(),
});

/** A change that the account didn't show at first. */
export interface Recheck extends z.infer<typeof RecheckDocument> {
  /** The ID in the audit log. */
  id: string;
  /** The number of rechecks that didn't confirm the change. */
  looks: number;
}

/** A recheck that this process has claimed. */
interface ClaimedRecheck extends Recheck {
  tenantId: string;
}

/** The rechecks of one workspace. */
export interface TenantRechecks {
  /** Schedules the first recheck. The first call for an ID wins. */
  plan(recheck: Recheck, dueAt: number): Promise<void>;
  /** Extends the claim while the recheck takes long. */
  hold(recheck: Pick<Recheck, 'id' | 'looks'>, leaseMs: number): Promise<void>;
  /** Schedules the next recheck, unless the change has none anymore. */
  again(recheck: Pick<Recheck, 'id' | 'looks'>, dueAt: number): Promise<void>;
  delete(id: string): Promise<void>;
  /** True if any recheck is scheduled. */
  isPlanned(): Promise<boolean>;
  /** Deletes all of the workspace's rechecks. */
  forget(): Promise<void>;
}

/**
 * Scheduled rechecks of changes. A process claims each before it runs it; if that process dies, another one claims it
 * again. Times are milliseconds since 1970. All functions throw store errors.
 */
export class Rechecks {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;
  readonly #passedOver: PassedOver;
  #onPlanned: () => void = () => undefined;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>) {
    this.#parts = parts;
    this.#passedOver = new PassedOver(parts.now);
  }

  /** True if this process may have to run rechecks that another process scheduled. */
  get isShared(): boolean {
    return this.#parts.kind === 'postgresql';
  }

  /** `call` is called after each recheck that this process schedules. */
  onPlanned(call: () => void): void {
    this.#onPlanned = call;
  }

  of(tenantId: string): TenantRechecks {
    const { db, now } = this.#parts;
    const all = () => db.updateTable('later_looks').where('team_id', '=', tenantId);
    return {
      plan: async ({ id, looks, ...document }, dueAt) => {
        const values = { team_id: tenantId, id, looks, due_at: wholeMs(dueAt), document: JSON.stringify(document) };
        await db
          .insertInto('later_looks')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        this.#onPlanned();
      },
      hold: async ({ id, looks }, leaseMs) => {
        await all()
          .set({ due_at: wholeMs(now() + leaseMs) })
          .where('id', '=', id)
          // Not if the next recheck has been scheduled in the meantime.
          .where('looks', '=', looks)
          .execute();
      },
      again: async ({ id, looks }, dueAt) => {
        await all()
          .set({ looks: looks + 1, due_at: wholeMs(dueAt) })
          .where('id', '=', id)
          .execute();
      },
      delete: async (id) => {
        await db.deleteFrom('later_looks').where('team_id', '=', tenantId).where('id', '=', id).execute();
      },
      isPlanned: async () => {
        const rows = db.selectFrom('later_looks').select('id').where('team_id', '=', tenantId);
        return (await rows.limit(1).executeTakeFirst()) !== undefined;
      },
      forget: async () => {
        await db.deleteFrom('later_looks').where('team_id', '=', tenantId).execute();
      },
    };
  }

  /**
   * Claims due rechecks, longest due first, of one workspace, or of all if null. Each becomes due again after
   * `leaseMs`. An unreadable one is passed over for an hour, then deleted.
   */
  async takeDue(limit: number, leaseMs: number, tenantId: string | null): Promise<ClaimedRecheck[]> {
    const at = wholeMs(this.#parts.now());
    const passedOver = this.#passedOver.ids;
    const taken = await claimDue(this.#parts, { table: 'later_looks', at, limit, passedOver, tenantId })
      .set({ due_at: wholeMs(at + leaseMs) })
      .returning(['team_id', 'id', 'looks', 'document'])
      .execute();
    const rechecks: ClaimedRecheck[] = [];
    for (const { document, id, looks: count, team_id } of taken) {
      const read = Json.pipe(RecheckDocument).safeParse(document);
      const claimed = { id, looks: Number(count) };
      const ofTenant = this.of(team_id);
      if (read.success) rechecks.push({ ...read.data, ...claimed, tenantId: team_id });
      else if (this.#passedOver.passOver(id)) await ofTenant.hold(claimed, 0);
      // Nothing can read it, and the watch would wait for it.
      else await ofTenant.delete(id);
    }
    return rechecks;
  }

  /**
   * When the next recheck is due, possibly in the past; null if there is none. For one workspace, or for all if null.
   */
  nextDueAt(tenantId: string | null): Promise<number | null> {
    return nextDueAt(this.#parts, { table: 'later_looks', tenantId, passedOver: this.#passedOver.ids });
  }
}
