import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { stringify } from 'csv-stringify';
import type { AccountExport } from '../core/features/export.ts';
import type { AuditRecord } from '../store/audit-record.ts';

/** What a cell of the export may hold; null is an empty one. */
export type Cell = string | number | boolean | null;

/** One list of the account, as rows of plain values. A list in a value is one cell of a table. */
export interface AccountTable {
  name: 'agents' | 'abilities' | 'installed' | 'history';
  columns: readonly string[];
  rows: readonly Record<string, Cell | readonly Cell[]>[];
}

/** Every attempt that is kept, oldest first, with what was before and after. */
export const historyTable = (records: readonly AuditRecord[]): AccountTable => ({
  name: 'history',
  columns: [
    ...['at', 'endedAt', 'userId', 'channelId', 'verb', 'line', 'targetIds', 'targetNames', 'outcome', 'why'],
    ...['before', 'after', 'status', 'ms', 'changeId', 'ref', 'id'],
    ...['times', 'lastTimeAt', 'sameEachTime'],
  ],
  rows: records.map(({ at, channelId, ended, id, line, ref, repeats, targets, userId, verb }) => {
    const named = ended && ended.targets.length > 0 ? ended.targets : targets;
    return {
      ...{ id, ref, userId, channelId, verb, line, at: at.toISOString(), endedAt: ended?.at.toISOString() ?? null },
      targetIds: named.map((target) => `${target.kind}:${target.id ?? ''}`),
      targetNames: named.map(({ name }) => name ?? ''),
      ...{ outcome: ended?.outcome ?? 'no end', why: ended?.why ?? null, changeId: ended?.changeId ?? null },
      ...{ before: ended?.before ?? null, after: ended?.after ?? null },
      ...{ times: 1 + (repeats?.count ?? 0), lastTimeAt: repeats?.lastAt.toISOString() ?? null },
      sameEachTime: repeats?.same ?? null,
      ...{ status: ended?.status ?? null, ms: ended === null ? null : Math.round(ended.ms) },
    };
  }),
});

/**
 * What is exported: names, IDs, words and states, each list sorted by name and then by ID, so that two exports of one
 * state are the same. Links to images are cut where a signature could follow.
 */
export function accountTables({ abilities, agents, history, installed }: AccountExport): AccountTable[] {
  return [
    {
      name: 'agents',
      columns: ['id', 'name', 'abilityIds', 'abilityNames', 'known', 'image'],
      rows: sorted(agents.map(({ abilityNames, agent, known }) => ({ ...agent, abilityNames, known }))).map(
        ({ image, ...row }) => ({ ...row, image: plainLink(image) }),
      ),
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
    historyTable(history),
  ];
}

/** By code points, so that the order is the same on every machine. */
const sorted = <T extends { id: number; name: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1));

/** Null for what is no link to the web, such as an image that is written out. */
function plainLink(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null;
  const { origin, pathname, protocol } = new URL(link);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}${pathname}` : null;
}

/** ISO 8601 in UTC; what is no date stays as the service wrote it. */
function isoDate(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

/**
 * Writes a zip with each list of the account as JSON and as CSV. The same account at the same moment gives the same
 * files in it.
 * @param path is created for its owner only.
 */
export async function writeExport(account: AccountExport, path: string): Promise<void> {
  // Loaded when somebody asks for an export: a bot that waits does not need them.
  const [{ ZipArchive }, { stringify }] = await Promise.all([import('archiver'), import('csv-stringify')]);
  const archive = new ZipArchive();
  const folder = exportName(account);
  const options = { date: account.readAt, mode: 0o644 };
  for (const table of accountTables(account)) {
    archive.append(Readable.from(jsonPieces(table)), { ...options, name: `${folder}/${table.name}.json` });
    archive.append(csvOf(table, stringify), { ...options, name: `${folder}/${table.name}.csv` });
  }
  const written = pipeline(archive, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  await Promise.all([written, archive.finalize()]);
}

/** `abilities-2026-03-01T10-00-00Z`: a name that every disk takes. */
export const exportName = ({ readAt }: Pick<AccountExport, 'readAt'>): string =>
  `abilities-${readAt
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
 * RFC 4180, with a byte order mark, by which spreadsheets know UTF-8. The library quotes only the line end that it writes
 * itself, while a spreadsheet also ends a row at a bare \n or \r, and in some languages a cell at `;` or a tab.
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

/** A list is one cell, its entries on lines of their own: a trigger word may hold any mark but a line break. */
function asCell(value: Cell | readonly Cell[]): Cell {
  const cell = typeof value === 'object' && value !== null ? value.join('\n') : value;
  return typeof cell === 'string' ? cell.replace(FORMULA, "'") : cell;
}

/**
 * Where a spreadsheet may read a formula: at the start of each line, and after `;` or a tab, since a program that
 * separates cells by those does not see the quotes around them. A leading tab may be dropped by the reader. The signs
 * behind `@` are the same four in full width.
 */
const FORMULA = /(?<=^|[\r\n;\t])(?=[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|(?<=^|[\r\n])\t|^\r)/g;
