import * as z from 'zod';
import { limits } from './limits.ts';
import { renderRichText, richText } from './rich-text.ts';

const rawText = z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) });
const rawNumber = z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) });
const cell = z.discriminatedUnion('type', [rawText, rawNumber, richText]);

export type DataTableCell = z.infer<typeof cell>;

const row = z.array(cell).min(1).max(limits.tableColumns);

/** A table that readers sort, filter and page themselves. The first row is the header. */
export const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    block_id: z.string().min(1).max(limits.id).optional(),
    caption: z.string().min(1),
    rows: z.array(row).min(limits.tableRowsAtLeast).max(limits.tableRows),
    page_size: z.int().min(1).max(limits.tablePageSize).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .superRefine(({ rows, row_header_column_index = 0 }, issues) => {
    const [header = []] = rows;
    const report = (path: (string | number)[], message: string) => issues.addIssue({ code: 'custom', path, message });
    header.forEach(({ type }, column) => {
      if (type !== 'raw_text') report(['rows', 0, column, 'type'], 'must be raw_text in the header row');
    });
    rows.forEach((cells, index) => {
      if (cells.length !== header.length) report(['rows', index], `must have ${header.length} cells, like the header`);
    });
    if (row_header_column_index >= header.length) report(['row_header_column_index'], 'must be the index of a column');
    const characters = countCellCharacters(rows);
    if (characters > limits.tableCharacters) {
      report(['rows'], `must have at most ${limits.tableCharacters} characters in all cells, but has ${characters}`);
    }
  });

export type DataTable = z.infer<typeof dataTable>;

export const textOfCell = (value: DataTableCell): string =>
  value.type === 'rich_text' ? renderRichText(value) : value.text;

export function countCellCharacters(rows: readonly (readonly DataTableCell[])[]): number {
  return rows.flat().reduce((sum, value) => sum + textOfCell(value).length, 0);
}
