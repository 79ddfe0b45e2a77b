import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { databaseUrl, runOnServer } from './postgresql-server.ts';

/** An empty PostgreSQL database. */
export async function makeDatabase(): Promise<string> {
  const name = `${inject('databasePrefix')}${randomBytes(8).toString('hex')}`;
  await runOnServer(`create database ${name}`);
  return databaseUrl(name);
}

/** Those of this worker that no test has now; what their tests left is gone. */
const free: string[] = [];

/**
 * A database with the tables of the store and nothing in them, or an empty one, for a test that leaves the tables as they
 * are. Another test has it afterwards, since making one takes longer than most tests.
 */
export async function borrowDatabase(): Promise<string> {
  const url = free.pop() ?? (await makeDatabase());
  onTestFinished(async () => {
    await runOnServer(CLEAR, url);
    free.push(url);
  });
  return url;
}

/** Ends who is still connected, such as a process that was killed, and takes every row but what was migrated. */
const CLEAR = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'bot_migrations%'
      loop execute format('delete from %I', name); end loop;
    end
  $$;
`;
