import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { isAnswering, runOnServer } from './postgresql-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The name prefix of this run's PostgreSQL databases. */
    databasePrefix: string;
  }
}

/** Drops the test databases at the very end: dropping one per test would take as long as many tests. */
export default function dropDatabases({ provide }: TestProject): () => Promise<void> {
  const prefix = `test_${randomBytes(8).toString('hex')}_`;
  provide('databasePrefix', prefix);
  return async () => {
    if (!(await isAnswering())) return;
    const rows = await runOnServer(`select datname from pg_database where starts_with(datname, '${prefix}')`);
    // Each waits for a checkpoint, which they share.
    await Promise.all(rows.map(({ datname }) => runOnServer(`drop database ${datname} with (force)`)));
  };
}
