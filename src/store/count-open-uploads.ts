import { sql } from 'kysely';
import type { StoreParts } from './store-parts.ts';
import { UPLOAD_STATES, type UploadState } from './upload-record.ts';
import { wholeMs } from './upload-row.ts';

/** How many uploads there are whose end was not told yet. */
export interface OpenUploadCounts {
  byState: ReadonlyMap<UploadState, number>;
  /** Those that are due and that nobody works on. */
  waiting: number;
}

/** @see Uploads.countOpen */
export async function countOpenUploads({ db, now }: StoreParts, teamId: string | null): Promise<OpenUploadCounts> {
  const at = wholeMs(now());
  const rows = await db
    .selectFrom('uploads')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('all'),
      sql<number>`sum(case when due_at <= ${at} and lease_until <= ${at} then 1 else 0 end)`.as('waiting'),
    ])
    .where('told_at', 'is', null)
    .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
    .groupBy('state')
    .execute();
  const countOf = (state: UploadState) => rows.find((row) => row.state === state)?.all ?? 0;
  return {
    byState: new Map(UPLOAD_STATES.map((state) => [state, countOf(state)])),
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}
