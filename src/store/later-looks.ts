import * as z from 'zod';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { PassedOver } from './passed-over.ts';
import { Change } from './undo-record.ts';

const LookDocument = z.object({
  change: Change,
  /** In the undo log; null if it could not be saved there. */
  changeId: z.string().nullable(),
  /** The version of the account that was changed. */
  account: z.number(),
  userId: z.string(),
  /** The correlation ID of the request. */
  ref: z.string(),
  /** Where the change was asked for. Defined by the Slack layer, which checks it again. */
  origin: z.unknown(),
  /** The command line that redraws the clicked message. */
  redraw: z.string().nullable(),
});

/** A change that the account did not show at first. */
export interface LaterLook extends z.infer<typeof LookDocument> {
  teamId: string;
  /** The attempt's ID in the audit log. */
  id: string;
  /** Checks that did not confirm it, without the first. */
  looks: number;
}

/**
 * Changes to check again, for all processes. A process claims each check before it runs it, and another may claim it again
 * if that process dies. Times are milliseconds since 1970. All functions throw store errors.
 */
export class LaterLooks {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;
  readonly #passedOver: PassedOver;
  #onPlanned: () => void = () => undefined;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>) {
    this.#parts = parts;
    this.#passedOver = new PassedOver(parts.now);
  }

  /** Whether another process may schedule a check that only this one can run. */
  get isShared(): boolean {
    return this.#parts.kind === 'postgresql';
  }

  /** Called after each check that this process schedules. */
  onPlanned(call: () => void): void {
    this.#onPlanned = call;
  }

  /** The first call for an ID wins. */
  async plan({ id, looks, teamId, ...document }: LaterLook, dueAt: number): Promise<void> {
    const values = { team_id: teamId, id, looks, due_at: wholeMs(dueAt), document: JSON.stringify(document) };
    await this.#parts.db
      .insertInto('later_looks')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    this.#onPlanned();
  }

  /**
   * Claims due checks, longest due first: of one workspace, or of all for null. Each is due again `leaseMs` from now.
   * An unreadable one is passed over for an hour, then dropped.
   */
  async takeDue(limit: number, leaseMs: number, teamId: string | null): Promise<LaterLook[]> {
    const { db, kind, now } = this.#parts;
    const at = wholeMs(now());
    const passedOver = this.#passedOver.ids;
    const due = db
      .selectFrom('later_looks')
      .select(['team_id', 'id'])
      .where('due_at', '<=', at)
      .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
      .$if(passedOver.length > 0, (all) => all.where('id', 'not in', passedOver))
      .orderBy('due_at')
      .limit(limit)
      .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked());
    const taken = await db
      .with('due', () => due)
      .updateTable('later_looks')
      .set({ due_at: wholeMs(at + leaseMs) })
      .where((where) =>
        where.exists((query) =>
          query
            .selectFrom('due')
            .select('due.id')
            .whereRef('due.id', '=', 'later_looks.id')
            .whereRef('due.team_id', '=', 'later_looks.team_id'),
        ),
      )
      .returning(['team_id', 'id', 'looks', 'document'])
      .execute();
    const looks: LaterLook[] = [];
    for (const { document, id, looks: count, team_id } of taken) {
      const read = Json.pipe(LookDocument).safeParse(document);
      const claimed = { teamId: team_id, id, looks: Number(count) };
      if (read.success) looks.push({ ...read.data, ...claimed });
      else if (this.#passedOver.passOver(id)) await this.hold(claimed, 0);
      // Nobody can read it, and the watch waits for it.
      else await this.drop(claimed);
    }
    return looks;
  }

  /** Extends the claim of a check that takes long. */
  async hold({ id, looks, teamId }: Pick<LaterLook, 'id' | 'looks' | 'teamId'>, leaseMs: number): Promise<void> {
    const { db, now } = this.#parts;
    await db
      .updateTable('later_looks')
      .set({ due_at: wholeMs(now() + leaseMs) })
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      // The next check may have been scheduled.
      .where('looks', '=', looks)
      .execute();
  }

  /** Schedules the next check. No effect if there is none any more. */
  async again({ id, looks, teamId }: Pick<LaterLook, 'id' | 'looks' | 'teamId'>, dueAt: number): Promise<void> {
    await this.#parts.db
      .updateTable('later_looks')
      .set({ looks: looks + 1, due_at: wholeMs(dueAt) })
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .execute();
  }

  async drop({ id, teamId }: Pick<LaterLook, 'id' | 'teamId'>): Promise<void> {
    await this.#parts.db.deleteFrom('later_looks').where('team_id', '=', teamId).where('id', '=', id).execute();
  }

  /** Whether a change of this workspace is to be looked at again. */
  async isPlanned(teamId: string): Promise<boolean> {
    const planned = await this.#parts.db
      .selectFrom('later_looks')
      .select('id')
      .where('team_id', '=', teamId)
      .limit(1)
      .executeTakeFirst();
    return planned !== undefined;
  }

  /** When the next one is due, possibly in the past; null if there is none. Of one workspace, or of all for null. */
  async nextDueAt(teamId: string | null): Promise<number | null> {
    const passedOver = this.#passedOver.ids;
    const { next } = await this.#parts.db
      .selectFrom('later_looks')
      .select(({ fn }) => fn.min<number | null>('due_at').as('next'))
      .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
      .$if(passedOver.length > 0, (all) => all.where('id', 'not in', passedOver))
      .executeTakeFirstOrThrow();
    return next === null ? null : Number(next);
  }

  /** For a workspace that has removed the bot. */
  async forget(teamId: string): Promise<void> {
    await this.#parts.db.deleteFrom('later_looks').where('team_id', '=', teamId).execute();
  }
}
