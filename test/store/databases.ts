import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { databaseUrl, runOnServer } from './postgresql-server.ts';

/** An empty PostgreSQL database. */
export async function makeDatabase(): Promise<string> {
  const name = `${inject('databasePrefix')}${randomBytes(8).toString('hex')}`;
  await runOnServer(`create database ${name}`);
  return databaseUrl(name);
}

/** This worker's unused databases, already cleared. */
const free: string[] = [];

/**
 * A database with the store's empty tables, or a completely empty one, for a test that leaves the tables as they are.
 * It is reused by later tests, since creating one takes longer than most tests.
 */
export async function borrowDatabase(): Promise<string> {
  const url = free.pop() ?? (await makeDatabase());
  onTestFinished(async () => {
    await runOnServer(CLEAR, url);
    free.push(url);
  });
  return url;
}

/** Ends open connections, such as those of a killed process, and deletes all rows except migrated ones. */
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
