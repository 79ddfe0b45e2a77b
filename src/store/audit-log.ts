import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AuditEnd, type AuditLog, type AuditRecord, AuditStart } from './audit-record.ts';
import { readAuditRecords, writeBegun } from './audit-row.ts';
import { countRefusal } from './count-refusal.ts';
import { AUDIT_COLUMNS, findAuditRecords } from './find-audit-records.ts';
import { foldNames } from './fold-names.ts';
import { StoreError } from './store-error.ts';
import type { StoreParts } from './store-parts.ts';
import { wholeMs } from './upload-row.ts';

/** How many are read in one go. */
const AT_ONCE = 500;

/**
 * Who tried what, whatever came of it. An attempt is a row when it begins and another when it ends; both databases
 * refuse to change them.
 */
export class AuditLogStore {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  /** The log of one workspace. */
  of(teamId: string): AuditLog {
    const { db } = this.#parts;
    const add = async (row: NewRow) => {
      await db
        .insertInto('attempts')
        .values({ ...row, team_id: teamId, at: wholeMs(this.#parts.now()) })
        .onConflict((conflict) => conflict.columns(['team_id', 'id', 'phase']).doNothing())
        .execute();
    };
    return {
      newId: () => randomBytes(8).toString('hex'),
      begin: async (given) => {
        await add(begunRow(AuditStart.parse(given)));
      },
      end: async (id, given) => {
        const ended = AuditEnd.parse(given);
        const begun = await findAuditRecords(this.#parts, teamId, {})
          .select(['begun.ref', 'begun.user_id'])
          .where('begun.id', '=', id)
          .executeTakeFirst();
        if (!begun) {
          throw new StoreError('An attempt that was never begun cannot end. Nothing was recorded of it.');
        }
        await add({ ...begun, ...endedRow(id, ended) });
      },
      refuse: async (givenBegun, givenEnded) => {
        const begun = AuditStart.parse(givenBegun);
        const ended = AuditEnd.parse(givenEnded);
        const at = wholeMs(this.#parts.now());
        if (!(await countRefusal(this.#parts, teamId, begun, ended, at))) return;
        const row = begunRow(begun);
        try {
          await add(row);
          await add({ ...row, ...endedRow(begun.id, ended) });
        } catch (error) {
          // The next ones must not be counted for one that is not there.
          await db
            .deleteFrom('refusal_counts')
            .where('team_id', '=', teamId)
            .where('attempt_id', '=', begun.id)
            .execute();
          throw error;
        }
      },
      list: async ({ page, perPage, ...filters }) => {
        const found = findAuditRecords(this.#parts, teamId, filters);
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
        const { running } = await findAuditRecords(this.#parts, teamId, { since })
          .select((all) => all.fn.countAll<number>().as('running'))
          .where('ended.id', 'is', null)
          .$if(withoutUploads, (all) => all.where('begun.id', 'not in', uploadsOf(this.#parts.db, teamId)))
          .executeTakeFirstOrThrow();
        return Number(running);
      },
      all: async (since, most) => {
        const latest = findAuditRecords(this.#parts, teamId, { since })
          .select(AUDIT_COLUMNS)
          .select('begun.position')
          .orderBy('begun.position', 'desc');
        const records: AuditRecord[] = [];
        let before = Number.MAX_SAFE_INTEGER;
        for (let left = most; left > 0; left -= AT_ONCE) {
          const limit = Math.min(left, AT_ONCE);
          const rows = await latest.where('begun.position', '<', before).limit(limit).execute();
          records.push(...readAuditRecords(rows));
          before = rows.at(-1)?.position ?? 0;
          if (rows.length < limit) break;
          // Reading a long history must not hold up those who wait for an answer.
          await setImmediate();
        }
        return records.toReversed();
      },
    };
  }

  /** Removes what was written down longer than `keepMs` ago. */
  async sweep(keepMs: number): Promise<void> {
    const before = wholeMs(this.#parts.now() - keepMs);
    await this.#parts.db.deleteFrom('attempts').where('at', '<', before).execute();
    await this.#parts.db.deleteFrom('refusal_counts').where('last_at', '<', before).execute();
  }
}

interface NewRow {
  id: string;
  ref: string;
  user_id: string;
  phase: 'begun' | 'ended';
  outcome: string | null;
  names: string;
  document: string;
}

const begunRow = (begun: AuditStart): NewRow => ({
  ...{ id: begun.id, ref: begun.ref, user_id: begun.userId, phase: 'begun', outcome: null },
  names: foldNames(begun.targets.map(({ name }) => name)),
  document: writeBegun(begun),
});

const endedRow = (id: string, ended: AuditEnd): Omit<NewRow, 'ref' | 'user_id'> => ({
  ...{ id, phase: 'ended', outcome: ended.outcome },
  names: foldNames(ended.targets.map(({ name }) => name)),
  document: JSON.stringify(ended),
});

/** An upload is an attempt under its own ID. */
const uploadsOf = (db: StoreParts['db'], teamId: string) =>
  db.selectFrom('uploads').select('id').where('team_id', '=', teamId).where('told_at', 'is', null);
