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
