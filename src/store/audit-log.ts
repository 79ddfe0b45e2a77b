import { randomBytes } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { yieldTurn } from '../base/yield-turn.ts';
import {
  AuditEnd,
  AuditFound,
  type AuditRecord,
  AuditStart,
  interruptedResult,
  isInterrupted,
  type TenantAuditLog,
} from './audit-record.ts';
import { wholeMs } from './columns.ts';
import { countRefusal } from './count-refusal.ts';
import { StoreError, type StoreParts } from './database.ts';
import { AUDIT_COLUMNS, findAuditRecords, foldNames, readAuditRecords, writeStart } from './find-audit-records.ts';
import type { Processes } from './processes.ts';
import type { Schema } from './schema.ts';

type OwnProcess = Pick<Processes, 'answered' | 'ownId' | 'started'>;

/** Rows per query. */
const AT_ONCE = 500;

/**
 * The audit log. An attempt consists of a row for its start, a row for its end, and a finding if the account didn't
 * show the change at first. In both databases, triggers reject updates.
 */
export class AuditLog {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;
  readonly #processes: OwnProcess;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>, processes: OwnProcess) {
    this.#parts = parts;
    this.#processes = processes;
  }

  of(tenantId: string): TenantAuditLog {
    const { db } = this.#parts;
    const processes = this.#processes;
    /** False if the row exists. */
    const add = async (row: NewRow): Promise<boolean> => {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('attempts')
        .values({ ...row, team_id: tenantId, at: wholeMs(this.#parts.now()) })
        .onConflict((conflict) => conflict.columns(['team_id', 'id', 'phase']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    };
    /** False if the attempt has already ended or was never started. */
    const addEnd = async (id: string, ended: AuditEnd): Promise<boolean> => {
      const { folds, names, document, outcome } = endedRow(id, ended);
      const at = wholeMs(this.#parts.now());
      // A single statement, because the answer to a change waits for it.
      const { numAffectedRows = 0n } = await sql`
        insert into "attempts" ("team_id", "id", "phase", "ref", "user_id", "at", "outcome", "names", "document", "folds")
        select "team_id", "id", 'ended', "ref", "user_id", ${at}, ${outcome}, ${names}, ${document}, ${folds}
        from "attempts" where "team_id" = ${tenantId} and "id" = ${id} and "phase" = 'begun'
        on conflict ("team_id", "id", "phase") do nothing`.execute(db);
      return numAffectedRows > 0n;
    };
    const read = async (id: string): Promise<AuditRecord | null> => {
      const rows = await findAuditRecords(this.#parts, tenantId, {})
        .select(AUDIT_COLUMNS)
        .where('begun.id', '=', id)
        .execute();
      return readAuditRecords(rows)[0] ?? null;
    };
    const find = async (id: string, given: AuditFound) => {
      const found = AuditFound.parse(given);
      await db
        .insertInto('findings')
        .values({
          team_id: tenantId,
          id,
          at: wholeMs(this.#parts.now()),
          outcome: found.outcome,
          document: JSON.stringify(found),
        })
        .onConflict((conflict) => conflict.columns(['team_id', 'id']).doNothing())
        .execute();
    };
    return {
      newId: () => randomBytes(8).toString('hex'),
      begin: async (given, { isResumed = false } = {}) => {
        const start = AuditStart.parse(given);
        const owner = isResumed ? null : processes.ownId;
        // Before the row gets its time: see `Processes.renew`.
        if (owner !== null) processes.started(start.ref);
        try {
          await add({ ...startRow(start), owner });
        } catch (error) {
          processes.answered(start.ref);
          throw error;
        }
      },
      answered: (ref) => processes.answered(ref),
      read,
      interrupt: async (id) => {
        const record = await read(id);
        if (!record || record.ended) return record;
        const ms = Math.max(0, this.#parts.now() - record.at.getTime());
        const ended = AuditEnd.parse({ ...interruptedResult(record), changeId: null, status: null, ms });
        await add({ ref: record.ref, user_id: record.userId, ...endedRow(id, ended) });
        // The attempt's own process may have ended it in the meantime.
        return read(id);
      },
      end: async (id, given) => {
        const ended = AuditEnd.parse(given);
        if (await addEnd(id, ended)) return;
        const there = await read(id);
        if (!there) throw new StoreError('An attempt that was never started cannot end. Nothing was recorded.');
        // Another process has marked this attempt as interrupted, so its result is stored as a finding.
        if (isInterrupted(there)) await find(id, ended);
      },
      find,
      refuse: async (givenStart, givenEnded) => {
        const start = AuditStart.parse(givenStart);
        const ended = AuditEnd.parse(givenEnded);
        const at = wholeMs(this.#parts.now());
        if (!(await countRefusal(this.#parts, tenantId, start, ended, at))) return;
        const row = startRow(start);
        try {
          await add(row);
          await add({ ...row, ...endedRow(start.id, ended) });
        } catch (error) {
          // Otherwise, later refusals would be counted toward an attempt that was never stored.
          await db
            .deleteFrom('refusal_counts')
            .where('team_id', '=', tenantId)
            .where('attempt_id', '=', start.id)
            .execute();
          throw error;
        }
      },
      list: async ({ page, perPage, ...filters }) => {
        const found = findAuditRecords(this.#parts, tenantId, filters).$if(filters.ref === undefined, (all) =>
          all.where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('attempts as folding')
                  .select('folding.id')
                  .whereRef('folding.team_id', '=', 'begun.team_id')
                  .whereRef('folding.folds', '=', 'begun.id'),
              ),
            ),
          ),
        );
        const rows = await found
          .select(AUDIT_COLUMNS)
          .orderBy('begun.position', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute();
        const { total } = await found.select((all) => all.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
        return { records: readAuditRecords(rows), total };
      },
      runningSince: async (since, { withoutUploads = false } = {}) => {
        const { running } = await findAuditRecords(this.#parts, tenantId, { since })
          .select((all) => all.fn.countAll<number>().as('running'))
          .where('ended.id', 'is', null)
          .$if(withoutUploads, (all) => all.where('begun.id', 'not in', uploadsOf(this.#parts.db, tenantId)))
          .executeTakeFirstOrThrow();
        return Number(running);
      },
      all: async (filters, max) => {
        const latest = findAuditRecords(this.#parts, tenantId, filters)
          .select(AUDIT_COLUMNS)
          .select('begun.position')
          .orderBy('begun.position', 'desc');
        const records: AuditRecord[] = [];
        let before = Number.MAX_SAFE_INTEGER;
        for (let left = max; left > 0; left -= AT_ONCE) {
          const limit = Math.min(left, AT_ONCE);
          const rows = await latest.where('begun.position', '<', before).limit(limit).execute();
          records.push(...readAuditRecords(rows));
          before = rows.at(-1)?.position ?? 0;
          if (rows.length < limit) break;
          // Yields, so that reading a long log doesn't block other requests.
          await yieldTurn();
        }
        return records.toReversed();
      },
    };
  }

  /**
   * When the newest attempt before `at` was written, in any workspace, in milliseconds since 1970; null if there is
   * none.
   */
  async newestBefore(at: number): Promise<number | null> {
    const { newest } = await this.#parts.db
      .selectFrom('attempts')
      .select(({ fn }) => fn.max<number | null>('at').as('newest'))
      .where('at', '<=', wholeMs(at))
      .executeTakeFirstOrThrow();
    return newest === null ? null : Number(newest);
  }

  /** Deletes attempts from before `olderThan`, in milliseconds since 1970. */
  async expire(olderThan: number): Promise<void> {
    const before = wholeMs(olderThan);
    await this.#parts.db.deleteFrom('attempts').where('at', '<', before).execute();
    await this.#parts.db.deleteFrom('refusal_counts').where('last_at', '<', before).execute();
    await this.#parts.db.deleteFrom('findings').where('at', '<', before).execute();
  }
}

type NewRow = Omit<Insertable<Schema['attempts']>, 'at' | 'owner' | 'team_id'> & { owner?: string | null };

const startRow = (start: AuditStart): NewRow => ({
  id: start.id,
  ref: start.ref,
  user_id: start.userId,
  phase: 'begun',
  outcome: null,
  names: foldNames(start.targets.map(({ name }) => name)),
  document: writeStart(start),
});

const endedRow = (id: string, ended: AuditEnd): Omit<NewRow, 'ref' | 'user_id'> => ({
  id,
  phase: 'ended',
  outcome: ended.outcome,
  names: foldNames(ended.targets.map(({ name }) => name)),
  document: JSON.stringify(ended),
  folds: ended.folds ?? null,
});

/** Uploads whose result hasn't been posted. An upload's attempt has the upload's ID. */
const uploadsOf = (db: StoreParts['db'], tenantId: string) =>
  db.selectFrom('uploads').select('id').where('team_id', '=', tenantId).where('told_at', 'is', null);
