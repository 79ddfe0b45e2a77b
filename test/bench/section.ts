/** What one bench found: a table, with sentences below it. */
export interface Section {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** What the numbers mean, each a sentence or two. */
  notes: readonly string[];
}

/** The same in Markdown, as it is printed and as it stands in BENCHMARKS.md. */
export function toMarkdown({ columns, notes, rows, title }: Section): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)];
  return [title, '', ...table, ...notes.flatMap((note) => ['', note])].join('\n');
}

/** The goal beside what came of it, so that each number is judged where it stands. */
export const judge = (isMet: boolean, goal: string): string => `${isMet ? 'met' : 'missed'} (${goal})`;

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
