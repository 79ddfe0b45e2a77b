import { Client } from 'pg';
import { PATIENT_STORE } from '../patient.ts';

const SERVER = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432';

/** The URL of a database on the test server. */
export function databaseUrl(name: string): string {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  // Tests kill processes but never the server, so it need not wait for its disk.
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

/** Runs one statement, or several without values, on a separate connection. */
export async function runOnServer(statement: string, url = SERVER): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENT_STORE.connectionWaitMs });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export async function isAnswering(): Promise<boolean> {
  try {
    await runOnServer('select 1');
    return true;
  } catch {
    const { host } = new URL(SERVER);
    process.stderr.write(`PostgreSQL does not answer at ${host}: what is tested on it is skipped.\n`);
    return false;
  }
}
