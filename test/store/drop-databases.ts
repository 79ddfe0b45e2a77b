import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { isAnswering, runOnServer } from './postgresql-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How the PostgreSQL databases of this run are called. */
    databasePrefix: string;
  }
}

/** Drops the databases of the tests when all are done: at the end of each test it would take as long as many of them. */
export default function dropDatabases({ provide }: TestProject): () => Promise<void> {
  const prefix = `test_${randomBytes(8).toString('hex')}_`;
  provide('databasePrefix', prefix);
  return async () => {
    if (!(await isAnswering())) return;
    const rows = await runOnServer(`select datname from pg_database where starts_with(datname, '${prefix}')`);
    for (const { datname } of rows) await runOnServer(`drop database ${datname} with (force)`);
  };
}
