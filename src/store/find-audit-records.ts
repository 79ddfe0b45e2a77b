import { sql } from 'kysely';
import type { AuditQuery } from './audit-record.ts';
import { foldName, likePart } from './fold-names.ts';
import type { StoreParts } from './store-parts.ts';

/** Less than is kept of a name; SQLite refuses patterns from some length on. */
const MAX_LOOKED_FOR = 500;

type Filters = Omit<AuditQuery, 'page' | 'perPage'>;

/** The attempts of a workspace, each beginning beside its end, that pass the filters. */
export function findAuditRecords({ db }: Pick<StoreParts, 'db'>, teamId: string, filters: Filters) {
  const { from, name, outcomes, ref, since, until, userId } = filters;
  const wanted = [...(outcomes ?? [])];
  const part = likePart(foldName((name ?? '').slice(0, MAX_LOOKED_FOR)));
  return (
    db
      .selectFrom('attempts as begun')
      .leftJoin('attempts as ended', (join) =>
        join
          .onRef('ended.team_id', '=', 'begun.team_id')
          .onRef('ended.id', '=', 'begun.id')
          .on('ended.phase', '=', 'ended'),
      )
      .leftJoin('refusal_counts as refused', (join) =>
        join.onRef('refused.team_id', '=', 'begun.team_id').onRef('refused.attempt_id', '=', 'begun.id'),
      )
      .where('begun.team_id', '=', teamId)
      .where('begun.phase', '=', 'begun')
      .$if(userId !== undefined, (all) => all.where('begun.user_id', '=', userId ?? ''))
      .$if(ref !== undefined, (all) => all.where('begun.ref', '=', ref ?? ''))
      .$if(since !== undefined, (all) => all.where('begun.at', '>=', since?.getTime() ?? 0))
      .$if(until !== undefined, (all) => all.where('begun.at', '<', until?.getTime() ?? 0))
      .$if(from !== undefined, (all) =>
        all.where('begun.position', '<=', (inner) =>
          inner
            .selectFrom('attempts as first')
            .select('first.position')
            .where('first.team_id', '=', teamId)
            .where('first.id', '=', from ?? '')
            .where('first.phase', '=', 'begun'),
        ),
      )
      .$if(wanted.length > 0, (all) => all.where('ended.outcome', 'in', wanted))
      // What it is called may be known only in the end.
      .$if(name !== undefined, (all) =>
        all.where((where) =>
          where.or([
            sql<boolean>`begun.names like ${part} escape '\\'`,
            sql<boolean>`ended.names like ${part} escape '\\'`,
          ]),
        ),
      )
  );
}

/** What `readAuditRecords` reads. */
export const AUDIT_COLUMNS = [
  'begun.id',
  'begun.ref',
  'begun.user_id',
  'begun.at',
  'begun.document as begun',
  'ended.at as ended_at',
  'ended.document as ended',
  'refused.times',
  'refused.last_at',
  'refused.kind',
] as const;
