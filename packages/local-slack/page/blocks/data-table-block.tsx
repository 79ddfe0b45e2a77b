import { useState } from 'preact/hooks';
import type { DataTableCell } from '../../src/block-kit/index.ts';
import { Icon } from '../shell/icon.tsx';
import { arrangeRows, nextSorting, type Row, type Sorting } from './arrange-rows.ts';
import type { BlockOf } from './block-of.ts';
import { RichText } from './rich-text.tsx';

/** Slack's default. */
const PAGE_SIZE = 5;

/** A table that readers sort, filter and page on their own; the app is not notified. */
export function DataTableBlock({ block }: { block: BlockOf<'data_table'> }) {
  const { caption, page_size = PAGE_SIZE, row_header_column_index = 0 } = block;
  const [header = [], ...rows] = block.rows;
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(0);
  const arranged = arrangeRows(rows, query, sorting);
  const pages = Math.max(1, Math.ceil(arranged.length / page_size));
  // The app may have sent fewer rows since.
  const current = Math.min(page, pages - 1);
  const shown = arranged.slice(current * page_size, (current + 1) * page_size);

  return (
    <div class="data-table">
      <input
        type="search"
        class="text-input data-table-filter"
        aria-label={`Filter ${caption}`}
        placeholder="Filter"
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setPage(0);
        }}
      />
      <div class="data-table-frame">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {header.map((cell, column) => (
                <ColumnHeader
                  key={column}
                  cell={cell}
                  sorting={sorting?.column === column ? sorting.direction : null}
                  onSort={() => {
                    setSorting(nextSorting(sorting, column));
                    setPage(0);
                  }}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <TableRow key={index} row={row} headerColumn={row_header_column_index} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="data-table-foot">
        <span role="status">{describeRange(current * page_size, shown.length, arranged.length)}</span>
        {pages > 1 && (
          <>
            <PageButton
              label="Previous page"
              icon="back"
              disabled={current === 0}
              onPress={() => setPage(current - 1)}
            />
            <PageButton
              label="Next page"
              icon="forward"
              disabled={current === pages - 1}
              onPress={() => setPage(current + 1)}
            />
          </>
        )}
      </div>
    </div>
  );
}

function describeRange(before: number, count: number, all: number): string {
  return count === 0 ? 'No rows match.' : `${before + 1}–${before + count} of ${all}`;
}

interface ColumnHeaderProps {
  cell: DataTableCell;
  sorting: Sorting['direction'] | null;
  onSort: () => void;
}

function ColumnHeader({ cell, sorting, onSort }: ColumnHeaderProps) {
  return (
    <th scope="col" aria-sort={sorting ?? 'none'}>
      <button type="button" onClick={onSort}>
        <Cell cell={cell} />
        <Icon name={sorting === 'ascending' ? 'up' : sorting === 'descending' ? 'down' : 'sort'} size={14} />
      </button>
    </th>
  );
}

function TableRow({ row, headerColumn }: { row: Row; headerColumn: number }) {
  return (
    <tr>
      {row.map((cell, column) => {
        const kind = cell.type === 'raw_number' ? 'number' : 'text';
        return column === headerColumn ? (
          <th key={column} scope="row" data-kind={kind}>
            <Cell cell={cell} />
          </th>
        ) : (
          <td key={column} data-kind={kind}>
            <Cell cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

function Cell({ cell }: { cell: DataTableCell }) {
  return <>{cell.type === 'rich_text' ? <RichText value={cell} /> : cell.text}</>;
}

interface PageButtonProps {
  label: string;
  icon: 'back' | 'forward';
  disabled: boolean;
  onPress: () => void;
}

/** Stays focusable when disabled: it may be the button just pressed. */
function PageButton({ label, icon, disabled, onPress }: PageButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onPress()}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
