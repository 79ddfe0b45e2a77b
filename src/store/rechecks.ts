import * as z from 'zod';
import { claimDue, nextDueAt } from './claim-due.ts';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { PassedOver } from './passed-over.ts';
import { Change } from './undo-record.ts';

const RecheckDocument = z.object({
  change: Change,
  /** ID in the undo log; null if it could not be saved there. */
  changeId: z.string().nullable(),
  /** The version of the account that was changed. */
  account: z.number(),
  userId: z.string(),
  /** The correlation ID of the request. */
  ref: z.string(),
  /** The origin of the request. Defined by the Slack layer, which checks it again. */
  origin: z.unknown(),
  /** The command line that redraws the clicked message. */
  redraw: z.string().nullable(),
});

/** A change that the account did not show at first. */
export interface Recheck extends z.infer<typeof RecheckDocument> {
  /** The attempt's ID in the audit log. */
  id: string;
  /** Checks that did not confirm it, without the first. */
  looks: number;
}

/** A check that this process has claimed. */
interface ClaimedRecheck extends Recheck {
  tenantId: string;
}

/** The checks of one workspace. */
export interface TenantRechecks {
  /** The first call for an ID wins. */
  plan(recheck: Recheck, dueAt: number): Promise<void>;
  /** Extends the claim of a check that takes long. */
  hold(recheck: Pick<Recheck, 'id' | 'looks'>, leaseMs: number): Promise<void>;
  /** Schedules the next check. No effect if there is none any more. */
  again(recheck: Pick<Recheck, 'id' | 'looks'>, dueAt: number): Promise<void>;
  delete(id: string): Promise<void>;
  /** True if a later check of any change is scheduled. */
  isPlanned(): Promise<boolean>;
  /** Deletes all. */
  forget(): Promise<void>;
}

/**
 * Changes to check again, for all processes. A process claims each check before it runs it, and another may claim it again
 * if that process dies. Times are milliseconds since 1970. All functions throw store errors.
 */
export class Rechecks {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;
  readonly #passedOver: PassedOver;
  #onPlanned: () => void = () => undefined;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>) {
    this.#parts = parts;
    this.#passedOver = new PassedOver(parts.now);
  }

  /** True if another process may schedule a check that only this one can run. */
  get isShared(): boolean {
    return this.#parts.kind === 'postgresql';
  }

  /** Called after each check that this process schedules. */
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
          // The next check may have been scheduled.
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
   * Claims due checks, longest due first: of one workspace, or of all for null. Each is due again `leaseMs` from now.
   * An unreadable one is passed over for an hour, then deleted.
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
      // Nobody can read it, and the watch waits for it.
      else await ofTenant.delete(id);
    }
    return rechecks;
  }

  /** When the next one is due, possibly in the past; null if there is none. Of one workspace, or of all for null. */
  nextDueAt(tenantId: string | null): Promise<number | null> {
    return nextDueAt(this.#parts, { table: 'later_looks', tenantId, passedOver: this.#passedOver.ids });
  }
}
