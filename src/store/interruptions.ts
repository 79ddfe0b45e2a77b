import * as z from 'zod';
import { claimDue } from './claim-due.ts';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { inMs } from './database-clock.ts';
import { LONGEST_REQUEST_MS, type Processes } from './processes.ts';

/** How long the requests of a killed process are searched for. If it was only paused, it may start more of them. */
const LOOK_FOR_MS = 10 * 60_000;

const Unanswered = Json.pipe(z.array(z.string()));

/** A request of a killed process, to be answered by another process. */
export interface Interruption {
  tenantId: string;
  /** The ID in the audit log. */
  id: string;
  /** The number of claims, including this one. */
  tries: number;
}

export interface TenantInterruptions {
  /** Call if the request can't be answered now. It is due again in `ms`. */
  again(one: Pick<Interruption, 'id' | 'tries'>, ms: number): Promise<void>;
  /** Call once the request has been answered or abandoned. */
  settle(id: string): Promise<void>;
  /** Deletes all of the workspace's interruptions. */
  forget(): Promise<void>;
}

/**
 * The unanswered requests of killed processes. Each is planned once; its row is kept until it expires, so that no
 * process plans it again. All functions throw store errors.
 */
export class Interruptions {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;
  readonly #processes: Pick<Processes, 'ownId'>;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>, processes: Pick<Processes, 'ownId'>) {
    this.#parts = parts;
    this.#processes = processes;
  }

  /**
   * Plans an answer to each request that a killed process had started but, as far as known, not answered. Requests
   * since its last renewal may have been answered.
   */
  async plan(): Promise<void> {
    const killed = await this.#parts.db
      .selectFrom('processes')
      .select(['id', 'since', 'unanswered'])
      .where('until', '<=', inMs(this.#parts, 0))
      // If this process's own row has expired, it was only paused, and still answers its requests.
      .where('id', '!=', this.#processes.ownId ?? '')
      .execute();
    for (const one of killed) await this.#planFor(one.id, Number(one.since), one.unanswered);
  }

  async #planFor(owner: string, since: number, unanswered: string): Promise<void> {
    const { db } = this.#parts;
    const refs = Unanswered.safeParse(unanswered).data ?? [];
    await db
      .insertInto('interruptions')
      .columns(['team_id', 'id', 'due_at', 'tries', 'planned_at'])
      .expression((query) =>
        query
          .selectFrom('attempts')
          .select(['team_id', 'id', inMs(this.#parts, 0).as('due_at')])
          .select(({ val }) => [val(0).as('tries'), val(wholeMs(this.#parts.now())).as('planned_at')])
          .where('owner', '=', owner)
          .where('phase', '=', 'begun')
          .where('at', '>=', since - LONGEST_REQUEST_MS)
          .where((where) =>
            where.or([where('at', '>=', since), ...(refs.length > 0 ? [where('ref', 'in', refs)] : [])]),
          ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .deleteFrom('processes')
      .where('id', '=', owner)
      .where('until', '<=', inMs(this.#parts, -LOOK_FOR_MS))
      .execute();
  }

  /**
   * Claims due requests of one workspace, or of all if null. Each becomes due again after `claimMs`, in case this
   * process is killed too.
   */
  async takeDue(limit: number, claimMs: number, tenantId: string | null): Promise<Interruption[]> {
    const at = inMs(this.#parts, 0);
    const taken = await claimDue(this.#parts, { table: 'interruptions', at, limit, tenantId })
      .set(({ eb }) => ({ due_at: inMs(this.#parts, claimMs), tries: eb('tries', '+', 1) }))
      .returning(['team_id', 'id', 'tries'])
      .execute();
    return taken.map(({ id, team_id, tries }) => ({ tenantId: team_id, id, tries: Number(tries) }));
  }

  of(tenantId: string): TenantInterruptions {
    const { db } = this.#parts;
    const one = (id: string) => db.updateTable('interruptions').where('team_id', '=', tenantId).where('id', '=', id);
    return {
      again: async ({ id, tries }, ms) => {
        await one(id)
          .set({ due_at: inMs(this.#parts, ms) })
          // Another process may have claimed and answered it in the meantime.
          .where('tries', '=', tries)
          .execute();
      },
      settle: async (id) => {
        await one(id).set({ due_at: null }).execute();
      },
      forget: async () => {
        await db.deleteFrom('interruptions').where('team_id', '=', tenantId).execute();
      },
    };
  }

  /** Deletes interruptions planned before `olderThan`, in milliseconds since 1970. */
  async expire(olderThan: number): Promise<void> {
    await this.#parts.db.deleteFrom('interruptions').where('planned_at', '<', wholeMs(olderThan)).execute();
  }
}
