import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { stringify } from 'csv-stringify';
import type { AccountExport } from '../core/outcome.ts';
import type { AccountTable, Cell } from './account-table.ts';
import { accountTables } from './account-tables.ts';

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
 * RFC 4180. The mark at the start tells programs for tables that it is UTF-8; texts that such a program would take for a
 * formula, and run, are led by an apostrophe.
 */
const csvOf = ({ columns, rows }: AccountTable, write: typeof stringify): Readable =>
  write(
    rows.map((row) => columns.map((column) => asCell(row[column] ?? null))),
    {
      columns: [...columns],
      header: true,
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: { boolean: String },
    },
  );

/** A list is one cell, its entries on lines of their own: a trigger word may hold any mark but a line break. */
const asCell = (value: Cell | readonly Cell[]): Cell =>
  typeof value === 'object' && value !== null ? value.join('\n') : value;
