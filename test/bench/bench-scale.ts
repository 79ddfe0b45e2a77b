import { isAnswering } from '../store/postgresql-server.ts';
import { benchMemory } from './bench-memory.ts';
import { type House, withHouse } from './house.ts';
import { benchChanges, benchCircuit, benchFewConnections } from './scale/changes.ts';
import { benchDatabase } from './scale/database.ts';
import { benchSharedState } from './scale/shared-state.ts';
import { benchWatch } from './scale/watch.ts';
import type { Section } from './section.ts';

/** Each gives rows: what is measured, the result, and the goal. */
const PARTS: readonly ((house: House) => Promise<string[][]>)[] = [
  benchChanges,
  benchSharedState,
  benchFewConnections,
  benchDatabase,
  benchWatch,
  benchMemory,
  benchCircuit,
];

/** What several processes on one PostgreSQL cost and lose: counts, memory and ratios. */
export async function benchScale(): Promise<Section> {
  const section = {
    title: '**scale**: several processes on one PostgreSQL, and many workspaces',
    columns: ['what', 'measured', 'goal'],
  };
  if (!(await isAnswering())) return { ...section, rows: [], notes: ['PostgreSQL does not answer: not measured.'] };
  const rows: string[][] = [];
  // Each part stops its processes before the next one starts.
  for (const part of PARTS) rows.push(...(await withHouse(part)));
  return {
    ...section,
    rows,
    notes: [
      'A, B and C are processes behind a round-robin proxy. Statements are counted between the bot and PostgreSQL. A round trip is that of `select 1` over the same connection.',
    ],
  };
}
