import { Readable } from 'node:stream';
import type { stringify } from 'csv-stringify';
import { isoIn, type Zone } from '../base/calendar.ts';
import { writeArchive } from '../base/write-archive.ts';
import type { AccountExport, ExportedLists } from '../core/features/export.ts';
import { type AuditRecord, type AuditTarget, planIn } from '../store/audit-record.ts';

/** Null for an empty cell. */
type Cell = string | number | boolean | null;

/** One exported list, as rows of plain values. A list within a row becomes one cell. */
interface AccountTable {
  name: 'agents' | 'abilities' | 'installed' | 'history';
  columns: readonly string[];
  rows: readonly Record<string, Cell | readonly Cell[]>[];
}

/** Names and the time zone for the export, which otherwise has only IDs and UTC times. */
export interface ExportNames {
  /** Names by user ID. */
  people: ReadonlyMap<string, string>;
  /** The requester's time zone. */
  zone: Zone;
}

/** The entries of the audit log, oldest first, with the values before and after each change. */
function historyTable(records: readonly AuditRecord[], { people, zone }: ExportNames): AccountTable {
  const channels = new Map(
    records.flatMap(({ channelId, channelName }) => (channelName ? [[channelId, channelName]] : [])),
  );
  return {
    name: 'history',
    columns: [
      ...['at', 'localTime', 'endedAt', 'user', 'userId', 'requestedBy', 'requestedById'],
      ...['channel', 'channelId', 'verb', 'line'],
      ...['targetIds', 'targetNames', 'outcome', 'why'],
      ...['before', 'after', 'found', 'status', 'ms', 'changeId', 'ref', 'id'],
      ...['times', 'lastTimeAt', 'sameEachTime', 'planId'],
    ],
    rows: records.map((record) => {
      const { at, channelId, ended, id, line, ref, repeats, targets, userId, verb } = record;
      const named = onlyOnce(ended && ended.targets.length > 0 ? ended.targets : targets);
      return {
        id,
        ref,
        userId,
        user: people.get(userId) ?? null,
        requestedById: ended?.request?.askedBy ?? null,
        requestedBy: people.get(ended?.request?.askedBy ?? '') ?? null,
        channelId,
        channel: channels.get(channelId) ?? null,
        verb,
        line,
        at: at.toISOString(),
        localTime: isoIn(zone, at),
        endedAt: ended?.at.toISOString() ?? null,
        targetIds: named.map((target) => `${target.kind}:${target.id ?? ''}`),
        targetNames: named.map(({ name }) => name ?? ''),
        outcome: ended?.outcome ?? 'no end',
        why: ended?.why ?? null,
        changeId: ended?.changeId ?? null,
        before: ended?.before ?? null,
        after: ended?.after ?? null,
        found: ended?.found ?? null,
        times: 1 + (repeats?.count ?? 0),
        lastTimeAt: repeats?.lastAt.toISOString() ?? null,
        sameEachTime: repeats?.same ?? null,
        planId: planIn(record),
        status: ended?.status ?? null,
        ms: ended === null ? null : Math.round(ended.ms),
      };
    }),
  };
}

/** Removes duplicates, and targets without an ID if another target has the same name and an ID. */
function onlyOnce(targets: readonly AuditTarget[]): AuditTarget[] {
  const withId = new Set(targets.flatMap(({ id, name }) => (id === null ? [] : [name])));
  const known = targets.filter(({ id, name }) => id !== null || !withId.has(name));
  return [...new Map(known.map((target) => [JSON.stringify(target), target])).values()];
}

/**
 * The exported lists, sorted by name, then by ID, so that equal accounts produce equal exports. Queries are removed
 * from image links, because they may contain a signature.
 */
function accountTables({ history, lists }: AccountExport, names: ExportNames): AccountTable[] {
  return [...(lists === null ? [] : listTables(lists)), historyTable(history, names)];
}

const listTables = ({ abilities, agents, installed }: ExportedLists): AccountTable[] => [
  {
    name: 'agents',
    columns: ['id', 'name', 'abilityIds', 'abilityNames', 'known', 'image'],
    rows: sorted(agents.map(({ agent, ...row }) => ({ ...agent, ...row }))).map(({ image, ...row }) => ({
      ...row,
      image: plainLink(image),
    })),
  },
  {
    name: 'abilities',
    columns: [
      ...['id', 'name', 'category', 'description', 'triggerWords', 'isInstalled', 'isApproved', 'isPublished'],
      ...['lastUpdated', 'versionCount'],
    ],
    rows: sorted(abilities).map((row) => ({ ...row, lastUpdated: isoDate(row.lastUpdated) })),
  },
  {
    name: 'installed',
    columns: [
      ...['id', 'name', 'abilityId', 'category', 'enabled', 'triggerWords', 'isSystem', 'isForAgents'],
      ...['isDefault', 'shortcut', 'lastUpdated', 'image'],
    ],
    rows: sorted(installed).map(({ image, ...row }) => ({
      ...row,
      lastUpdated: isoDate(row.lastUpdated),
      image: plainLink(image),
    })),
  },
];

/** Sorts by code units, so that the order doesn't depend on the locale. */
const sorted = <T extends { id: number; name: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1));

/** Null unless it is an http or https link, because an image may also be a data URL. */
function plainLink(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null;
  const { origin, pathname, protocol } = new URL(link);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}${pathname}` : null;
}

/** ISO 8601 in UTC. Keeps an invalid date as the service wrote it. */
function isoDate(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

/**
 * Writes a zip with each list of the account as JSON and as CSV. The same account and time produce the same zip.
 * @param path is created with access for its owner only.
 */
export async function writeExport(account: AccountExport, names: ExportNames, path: string): Promise<void> {
  // Imported on demand, because an idle bot doesn't need it.
  const { stringify } = await import('csv-stringify');
  const folder = exportName(account);
  const entries = accountTables(account, names).flatMap((table) => [
    { path: `${folder}/${table.name}.json`, content: Readable.from(jsonPieces(table)) },
    { path: `${folder}/${table.name}.csv`, content: csvOf(table, stringify) },
  ]);
  await writeArchive(entries, account.readAt, path);
}

/** `abilities-2026-03-01T10-00-00Z`, or `audit-log-…` without the lists. Valid on every file system. */
export const exportName = ({ lists, readAt }: Pick<AccountExport, 'lists' | 'readAt'>): string =>
  `${lists === null ? 'audit-log' : 'abilities'}-${readAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}`;

function* jsonPieces({ columns, rows }: AccountTable): Generator<string> {
  yield '[';
  for (const [index, row] of rows.entries()) {
    const chosen = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    yield `${index === 0 ? '' : ','}\n  ${JSON.stringify(chosen)}`;
  }
  yield '\n]\n';
}

/**
 * CSV according to RFC 4180, with a byte order mark, by which spreadsheets recognize UTF-8. Quotes more than the
 * library does by default, because spreadsheets also end a row at a bare \n or \r and, in some locales, a cell at `;`
 * or a tab.
 */
const csvOf = ({ columns, rows }: AccountTable, write: typeof stringify): Readable =>
  write(
    rows.map((row) => columns.map((column) => asCell(row[column] ?? null))),
    {
      columns: [...columns],
      header: true,
      bom: true,
      record_delimiter: 'windows',
      quoted_match: /[\r\n;\t]/,
      cast: { boolean: String },
    },
  );

/** Joins a list with line breaks, the only character that a trigger word can't contain. */
function asCell(value: Cell | readonly Cell[]): Cell {
  const cell = typeof value === 'object' && value !== null ? value.join('\n') : value;
  return typeof cell === 'string' ? cell.replace(FORMULA, "'") : cell;
}

/**
 * Positions where a spreadsheet may read a formula: at the start of a line, and after `;` or a tab, because a program
 * that uses those as separators ignores the quotes. The program may also drop a leading tab. The characters after `@`
 * are the full-width forms of these four.
 */
const FORMULA = /(?<=^|[\r\n;\t])(?=[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|(?<=^|[\r\n])\t|^\r)/g;
