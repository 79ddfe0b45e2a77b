import { type Kysely, sql } from 'kysely';
import { MIGRATION_TABLE } from './migrate.ts';
import { createMigrations } from './migrations.ts';
import type { Schema, StoreKind } from './schema.ts';

/** How many migrations this version knows, how many of them are not made yet, and how many are that it does not know. */
export interface MigrationState {
  known: number;
  missing: number;
  foreign: number;
}

/** Reads only. @throws what the database throws, also for a database without any of our tables. */
export async function readMigrations(db: Kysely<Schema>, kind: StoreKind): Promise<MigrationState> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
  const known = Object.keys(createMigrations(kind));
  const done = rows.map(({ name }) => name);
  return {
    known: known.length,
    missing: known.filter((name) => !done.includes(name)).length,
    foreign: done.filter((name) => !known.includes(name)).length,
  };
}
