import { startOfDay, UTC, type Zone } from '../base/calendar.ts';
import { type AuditOutcome, OUTCOMES } from '../store/audit-record.ts';
import { cleanWords } from './list-query.ts';
import type { LineRefusal } from './verb.ts';

/** A filter of the audit log. */
export interface HistoryQuery {
  /** Part of the target's name; empty for all. */
  name: string;
  /** `me`: the requester; null for anybody. */
  userId: string | 'me' | null;
  /** As typed, such as `7d`; null for all. */
  since: string | null;
  /** Further limits of the period, as typed. */
  bounds?: Partial<Record<Bound, string>>;
  outcome: AuditOutcome | null;
  /** The ref from an error message; null for all. */
  ref: string | null;
  page: number;
  /** ID of the first entry of a page that was drawn before. Absent if pages are counted from the newest entry. */
  from?: string;
  /** `attempts`: each attempt on its own line. `details`: also the ref, place, status and duration. */
  with?: (typeof HISTORY_VIEWS)[number];
}

/** `after` and `before` exclude the given day. */
const BOUNDS = ['after', 'before', 'until', 'on'] as const;
type Bound = (typeof BOUNDS)[number];

const HISTORY_VIEWS = ['attempts', 'details'] as const;

export const ALL_HISTORY: HistoryQuery = { name: '', userId: null, since: null, outcome: null, ref: null, page: 1 };

interface UnreadHistoryQuery {
  ok: false;
  given: string;
  /** Null if a person was given by name without an ID. */
  usage: string | null;
}

type ReadHistoryQuery = { ok: true; query: HistoryQuery } | UnreadHistoryQuery;

/** @param line the command that precedes the filters. */
export const refuseHistoryQuery = (verb: string, line: string, { given, usage }: UnreadHistoryQuery): LineRefusal =>
  usage === null ? { why: 'unknown-person', given } : { why: 'bad-argument', verb, usage: `${line} ${usage}`, given };

const FILTER = /(?<!\S)(since|after|before|until|on|outcome|ref|page|by|from|with):\s*(\S*)/gi;

/** An unknown filter. A name that looks like one needs quotes. */
const UNKNOWN_FILTER = /(?<!\S)[a-z]{2,20}:(?=\S)\S*/i;

const QUOTED = /(?<!\S)["“”„](?<inside>[^"“”„]*)["“”](?!\S)/g;

/** A mention in the format of the Slack layer. */
const PERSON = /(?<!\S)@([UW][A-Z0-9]{2,})(?!\S)/;

const USAGE: Record<string, string> = {
  since: 'since:7d | since:24h | since:yesterday | since:2025-01-31',
  after: 'after:2025-01-31 | after:yesterday',
  before: 'before:2025-01-31 | before:today',
  until: 'until:2025-01-31 | until:yesterday',
  on: 'on:2025-01-31 | on:today | on:yesterday',
  outcome: OUTCOMES.map((outcome) => `outcome:${outcome}`).join(' | '),
  ref: 'ref:0a1b2c',
  page: 'page:2',
  by: 'by:me | by:@person',
  from: 'from:me | from:@person',
  with: HISTORY_VIEWS.map((view) => `with:${view}`).join(' | '),
};

/** The filters whose value {@link readPerson} reads. */
const TAKES_PERSON = /^(by|from)$/i;

const ALL_FILTERS = '[name] by:@person since:7d before:2025-01-31 on:today outcome:failed ref:0a1b2c';

/** Reads `Weather @person since:7d outcome:failed ref:0a1b2c page:2`, in any order. */
export function readHistoryQuery(text: string): ReadHistoryQuery {
  let query = ALL_HISTORY;
  const quoted = [...text.matchAll(QUOTED)].map(({ groups }) => groups?.inside ?? '');
  const unquoted = text.replace(QUOTED, ' ');
  for (const [filter, key = '', value = ''] of unquoted.matchAll(FILTER)) {
    const change = readFilter(key.toLowerCase(), value, query);
    if (!change) {
      const isName = TAKES_PERSON.test(key) && value.startsWith('@');
      return isName
        ? { ok: false, given: value, usage: null }
        : { ok: false, given: filter, usage: USAGE[key.toLowerCase()] ?? '' };
    }
    query = { ...query, ...change };
  }
  const rest = unquoted.replace(FILTER, ' ');
  const [unknown] = UNKNOWN_FILTER.exec(rest) ?? [];
  if (unknown !== undefined) return { ok: false, given: unknown, usage: ALL_FILTERS };
  const userId = PERSON.exec(rest)?.[1];
  const name = cleanWords([rest.replace(PERSON, ' '), ...quoted].join(' '));
  // The name alone isn't enough: Slack suggests people while typing, and sends their IDs.
  if (/^@/.test(name)) return { ok: false, given: name, usage: null };
  return { ok: true, query: { ...query, name, ...(userId === undefined ? {} : { userId }) } };
}

/** @param query the filters read so far, which a further bound adds to. */
function readFilter(key: string, value: string, query: HistoryQuery): Partial<HistoryQuery> | null {
  const bound = BOUNDS.find((known) => known === key);
  if (bound) {
    const isKnown = bound === 'on' ? startOfDay(value, ANY_TIME, UTC) : sinceDate(value, ANY_TIME, UTC);
    return isKnown ? { bounds: { ...query.bounds, [bound]: value.toLowerCase() } } : null;
  }
  switch (key) {
    case 'since':
      return sinceDate(value, ANY_TIME, UTC) ? { since: value.toLowerCase() } : null;
    case 'outcome': {
      const outcome = OUTCOMES.find((known) => known === value.toLowerCase());
      return outcome ? { outcome } : null;
    }
    case 'ref':
      return /^[0-9a-f]{4,16}$/i.test(value) ? { ref: value.toLowerCase() } : null;
    case 'page':
      return /^\d{1,6}$/.test(value) ? { page: Math.max(1, Number(value)) } : null;
    case 'by':
      return readPerson(value);
    case 'with': {
      const view = HISTORY_VIEWS.find((known) => known === value.toLowerCase());
      return view ? { with: view } : null;
    }
    default:
      // Pages that the bot links to start with the ID of an entry.
      return /^[0-9a-f]{16}$/i.test(value) ? { from: value.toLowerCase() } : readPerson(value);
  }
}

function readPerson(value: string): Pick<HistoryQuery, 'userId'> | null {
  if (value.toLowerCase() === 'me') return { userId: 'me' };
  const userId = PERSON.exec(value)?.[1];
  return userId === undefined ? null : { userId };
}

/** Whether a text is a date doesn't depend on the current time. */
const ANY_TIME = new Date(0);

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * The time of `7d`, `24h`, `2w` or a date; null for anything else.
 * @param zone the person's time zone, in which a date starts at midnight.
 */
export function sinceDate(since: string, now: Date, zone: Zone): Date | null {
  const [, count, unit] = /^(\d{1,4})([mhdw])$/i.exec(since) ?? [];
  const ms = UNITS_MS[unit?.toLowerCase() ?? ''];
  if (count !== undefined && ms !== undefined) return new Date(now.getTime() - Number(count) * ms);
  return startOfDay(since, now, zone);
}

/**
 * The limits of the period; `until` is the first moment after it. Absent for no limit.
 * @param zone the person's time zone.
 */
export function periodOf(
  { bounds = {}, since }: Pick<HistoryQuery, 'bounds' | 'since'>,
  now: Date,
  zone: Zone,
): { since?: Date; until?: Date } {
  const { after, before, on, until } = bounds;
  const start = (text: string | null | undefined) => (text ? sinceDate(text, now, zone) : null);
  // A relative time such as 7d has no day to exclude.
  const end = (text: string | undefined) => (text ? (startOfDay(text, now, zone, 1) ?? start(text)) : null);
  const starts = [start(since), start(on), end(after)].filter((at) => at !== null);
  const ends = [start(before), end(on), end(until)].filter((at) => at !== null);
  return {
    since: starts.length > 0 ? new Date(Math.max(...starts.map(Number))) : undefined,
    until: ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : undefined,
  };
}

/** The limits as typed in a command line. */
export const boundsWords = (bounds: HistoryQuery['bounds'] = {}): string[] =>
  BOUNDS.flatMap((bound) => (bounds[bound] === undefined ? [] : [`${bound}:${bounds[bound]}`]));

/** Quotes a name that would be read as a filter. */
const nameInLine = (name: string): string =>
  name.search(FILTER) >= 0 || UNKNOWN_FILTER.test(name) ? `"${name}"` : name;

/** The command line for a query. */
export function formatHistoryQuery({
  bounds,
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
    nameInLine(name),
    userId === 'me' ? 'by:me' : userId === null ? '' : `@${userId}`,
    since === null ? '' : `since:${since}`,
    ...boundsWords(bounds),
    outcome === null ? '' : `outcome:${outcome}`,
    ref === null ? '' : `ref:${ref}`,
    page === 1 ? '' : `page:${page}`,
    from === undefined ? '' : `from:${from}`,
    view === undefined ? '' : `with:${view}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
