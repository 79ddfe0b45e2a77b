import { sql } from 'kysely';
import * as z from 'zod';
import { AuditEnd, type AuditFilters, AuditFound, type AuditRecord, AuditStart } from './audit-record.ts';
import { Json } from './columns.ts';
import type { StoreParts } from './database.ts';

/** Fields that have their own columns. */
const IN_COLUMNS = { id: true, ref: true, userId: true } as const;
const StartDocument = AuditStart.omit(IN_COLUMNS);

/** The start of an attempt, joined with its end and any later finding. */
const AuditRow = z
  .object({
    id: z.string(),
    ref: z.string(),
    user_id: z.string(),
    at: z.number(),
    started: Json.pipe(StartDocument),
    ended_at: z.number().nullable(),
    ended: Json.pipe(AuditEnd).nullable(),
    found: Json.pipe(AuditFound).nullable(),
    times: z.number().nullable(),
    last_at: z.number().nullable(),
    kind: z.string().nullable(),
  })
  .transform(
    ({ at, started, ended, ended_at, found, id, kind, last_at, ref, times, user_id }): AuditRecord => ({
      ...started,
      id,
      ref,
      userId: user_id,
      at: new Date(at),
      ended: ended && ended_at !== null ? { ...ended, ...found, at: new Date(ended_at) } : null,
      ...(times !== null && times > 1 && last_at !== null
        ? { repeats: { count: times - 1, lastAt: new Date(last_at), same: kind !== '' } }
        : {}),
    }),
  );

/** Omits records that this version can't read completely. */
export const readAuditRecords = (rows: readonly unknown[]): AuditRecord[] =>
  rows.flatMap((row) => AuditRow.safeParse(row).data ?? []);

export const writeStart = (start: AuditStart): string => JSON.stringify(StartDocument.parse(start));

/** Normalizes a name for comparison: case, Unicode form and line breaks. */
const foldName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    // PostgreSQL rejects NUL in text, and line breaks separate the stored names.
    .replace(/[\0\r\n]/g, ' ');

/** Joins names into one text for substring searches. */
export const foldNames = (names: readonly (string | null)[]): string =>
  [...new Set(names.flatMap((name) => (name === null ? [] : [foldName(name)])))].join('\n');

/** A LIKE pattern that matches this text anywhere, to be used with `escape '\'`. */
const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** In characters: less than a stored name may have, because SQLite rejects very long patterns. */
const MAX_LOOKED_FOR = 500;

/** The attempts of a workspace that match the filters. Each start is joined with its end and its last finding. */
export function findAuditRecords({ db }: Pick<StoreParts, 'db'>, tenantId: string, filters: AuditFilters) {
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
      .leftJoin('findings as found', (join) =>
        join.onRef('found.team_id', '=', 'begun.team_id').onRef('found.id', '=', 'begun.id'),
      )
      .leftJoin('refusal_counts as refused', (join) =>
        join.onRef('refused.team_id', '=', 'begun.team_id').onRef('refused.attempt_id', '=', 'begun.id'),
      )
      .where('begun.team_id', '=', tenantId)
      .where('begun.phase', '=', 'begun')
      .$if(userId !== undefined, (all) =>
        all.where((where) =>
          where.or([
            where('begun.user_id', '=', userId ?? ''),
            where.exists((query) =>
              query
                .selectFrom('attempts as asking')
                .select('asking.id')
                .whereRef('asking.team_id', '=', 'begun.team_id')
                .whereRef('asking.id', '=', 'ended.folds')
                .where('asking.user_id', '=', userId ?? ''),
            ),
          ]),
        ),
      )
      .$if(ref !== undefined, (all) => all.where('begun.ref', '=', ref ?? ''))
      .$if(since !== undefined, (all) => all.where('begun.at', '>=', since?.getTime() ?? 0))
      .$if(until !== undefined, (all) => all.where('begun.at', '<', until?.getTime() ?? 0))
      .$if(from !== undefined, (all) =>
        all.where('begun.position', '<=', (inner) =>
          inner
            .selectFrom('attempts as first')
            .select('first.position')
            .where('first.team_id', '=', tenantId)
            .where('first.id', '=', from ?? '')
            .where('first.phase', '=', 'begun'),
        ),
      )
      .$if(wanted.length > 0, (all) =>
        all.where((where) => where(where.fn.coalesce('found.outcome', 'ended.outcome'), 'in', wanted)),
      )
      // Searches the end too, because a target's name may not be known before.
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

/** The columns that `readAuditRecords` needs. */
export const AUDIT_COLUMNS = [
  'begun.id',
  'begun.ref',
  'begun.user_id',
  'begun.at',
  'begun.document as started',
  'ended.at as ended_at',
  'ended.document as ended',
  'found.document as found',
  'refused.times',
  'refused.last_at',
  'refused.kind',
] as const;
