import { join } from 'node:path';
import Database from 'libsql';
import { Client } from 'pg';
import type { StoreOptions } from '../../src/store/store.ts';

/** Runs one statement on a separate connection, bypassing the store. */
export async function runSql({ databaseUrl, dataDir }: StoreOptions, statement: string): Promise<unknown[]> {
  if (databaseUrl === null) {
    const file = new Database(join(dataDir, 'bot.sqlite'));
    try {
      return file.prepare(statement).all([]);
    } finally {
      file.close();
    }
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
