import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { databaseUrl, runOnServer } from './postgresql-server.ts';

/**
 * This worker's unused databases, empty or with the store's empty tables. They are used again: the server takes longer to
 * create and to drop one than most tests take.
 */
const free: string[] = [];

/** An empty PostgreSQL database for the duration of the test. */
export async function makeDatabase(): Promise<string> {
  const url = free.pop();
  if (url) await runOnServer(EMPTY, url);
  return lend(url ?? (await createDatabase()), EMPTY);
}

/** A database with the store's empty tables, or an empty one, for a test that leaves the tables as they are. */
export async function borrowDatabase(): Promise<string> {
  return lend(free.pop() ?? (await createDatabase()), CLEAR);
}

async function createDatabase(): Promise<string> {
  const name = `${inject('databasePrefix')}${randomBytes(8).toString('hex')}`;
  await runOnServer(`create database ${name}`);
  return databaseUrl(name);
}

function lend(url: string, cleanUp: string): string {
  onTestFinished(async () => {
    await runOnServer(END_CONNECTIONS, url);
    await runOnServer(cleanUp, url);
    free.push(url);
  });
  return url;
}

/** Such as those of a killed process. */
const END_CONNECTIONS = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** With the rights that the schema of a new database has. */
const EMPTY = 'drop schema public cascade; create schema public; grant usage on schema public to public';

/** Deletes all rows except migrated ones. */
const CLEAR = `
  do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'bot_migrations%'
      loop execute format('delete from %I', name); end loop;
    end
  $$;
`;
