import { startOfDay, UTC, type Zone } from '../base/calendar.ts';
import { type AuditOutcome, OUTCOMES } from '../store/audit-record.ts';
import { cleanWords } from './list-query.ts';

/** A filter of the audit log. */
export interface HistoryQuery {
  /** Part of the target's name; empty for all. */
  name: string;
  /** Null: anybody; `me`: the requester. */
  userId: string | 'me' | null;
  /** As written, such as `7d`; null for all. */
  since: string | null;
  outcome: AuditOutcome | null;
  /** The ref from an error message. */
  ref: string | null;
  page: number;
  /** The first entry of a page that was drawn before. Absent if the page is counted from the newest. */
  from?: string;
  /** `attempts`: each attempt on its own line. `details`: also the ref, the place, the status and the time taken. */
  with?: (typeof HISTORY_VIEWS)[number];
}

const HISTORY_VIEWS = ['attempts', 'details'] as const;

export const ALL_HISTORY: HistoryQuery = { name: '', userId: null, since: null, outcome: null, ref: null, page: 1 };

type ReadHistoryQuery = { ok: true; query: HistoryQuery } | { ok: false; given: string; usage: string };

const FILTER = /(?<!\S)(since|outcome|ref|page|by|from|with):\s*(\S*)/gi;

/** A mention as the Slack layer writes it. */
const PERSON = /(?<!\S)@([UW][A-Z0-9]{2,})(?!\S)/;

const USAGE: Record<string, string> = {
  since: 'since:7d | since:24h | since:2025-01-31',
  outcome: OUTCOMES.map((outcome) => `outcome:${outcome}`).join(' | '),
  ref: 'ref:0a1b2c',
  page: 'page:2',
  by: 'by:me',
  from: 'from:0123456789abcdef',
  with: HISTORY_VIEWS.map((view) => `with:${view}`).join(' | '),
};

/** Reads `Weather @person since:7d outcome:failed ref:0a1b2c page:2`, in any order. */
export function readHistoryQuery(text: string): ReadHistoryQuery {
  let query = ALL_HISTORY;
  for (const [filter, key = '', value = ''] of text.matchAll(FILTER)) {
    const change = readFilter(key.toLowerCase(), value);
    if (!change) return { ok: false, given: filter, usage: USAGE[key.toLowerCase()] ?? '' };
    query = { ...query, ...change };
  }
  const rest = text.replace(FILTER, ' ');
  const userId = PERSON.exec(rest)?.[1];
  const name = cleanWords(rest.replace(PERSON, ' '));
  // A name alone has no ID: Slack suggests people while typing, and sends their IDs.
  if (/^@/.test(name)) return { ok: false, given: name, usage: '@person, chosen from those that Slack offers' };
  return { ok: true, query: { ...query, name, ...(userId === undefined ? {} : { userId }) } };
}

function readFilter(key: string, value: string): Partial<HistoryQuery> | null {
  switch (key) {
    case 'since':
      return sinceDate(value, new Date(0), UTC) ? { since: value.toLowerCase() } : null;
    case 'outcome': {
      const outcome = OUTCOMES.find((known) => known === value.toLowerCase());
      return outcome ? { outcome } : null;
    }
    case 'ref':
      return /^[0-9a-f]{4,16}$/i.test(value) ? { ref: value.toLowerCase() } : null;
    case 'page':
      return /^\d{1,6}$/.test(value) ? { page: Math.max(1, Number(value)) } : null;
    case 'by':
      return value.toLowerCase() === 'me' ? { userId: 'me' } : null;
    case 'with': {
      const view = HISTORY_VIEWS.find((known) => known === value.toLowerCase());
      return view ? { with: view } : null;
    }
    default:
      return /^[0-9a-f]{16}$/i.test(value) ? { from: value.toLowerCase() } : null;
  }
}

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * The time that `7d`, `24h`, `2w` or a date means; null for anything else.
 * @param zone of the person: a date begins at their midnight.
 */
export function sinceDate(since: string, now: Date, zone: Zone): Date | null {
  const [, count, unit] = /^(\d{1,4})([mhdw])$/i.exec(since) ?? [];
  const ms = UNITS_MS[unit?.toLowerCase() ?? ''];
  if (count !== undefined && ms !== undefined) return new Date(now.getTime() - Number(count) * ms);
  return startOfDay(since, now, zone);
}

/** The command line for a query. */
export function formatHistoryQuery({
  from,
  name,
  outcome,
  page,
  ref,
  since,
  userId,
  with: view,
}: HistoryQuery): string {
  return [
    'history',
    name,
    userId === 'me' ? 'by:me' : userId === null ? '' : `@${userId}`,
    since === null ? '' : `since:${since}`,
    outcome === null ? '' : `outcome:${outcome}`,
    ref === null ? '' : `ref:${ref}`,
    page === 1 ? '' : `page:${page}`,
    from === undefined ? '' : `from:${from}`,
    view === undefined ? '' : `with:${view}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
