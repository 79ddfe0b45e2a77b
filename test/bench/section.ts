/** A bench's result: a table with notes below it. */
export interface Section {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The meaning of the numbers, one or two sentences each. */
  notes: readonly string[];
}

/** Markdown for the output and for BENCHMARKS.md. */
export function toMarkdown({ columns, notes, rows, title }: Section): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)];
  return [title, '', ...table, ...notes.flatMap((note) => ['', note])].join('\n');
}

/** The goal next to the result, so that each number can be judged in place. */
export const judge = (isMet: boolean, goal: string): string => `${isMet ? 'met' : 'missed'} (${goal})`;

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
