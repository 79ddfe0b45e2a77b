import { randomBytes } from 'node:crypto';
import { runOnServer } from './postgresql-server.ts';

/** A database as a user sees it who may open few connections. */
export interface FewConnections {
  /** With that user. */
  url: URL;
  /** 0 refuses every new connection. Open ones stay. */
  setLimit: (limit: number) => Promise<void>;
  /** Closes all connections of the user. */
  cut: () => Promise<void>;
  /** Deletes the user with its tables. */
  drop: () => Promise<void>;
}

/** Superusers have no limit, so this makes a plain user. @param databaseUrl of a superuser. */
export async function limitConnections(databaseUrl: string, limit: number): Promise<FewConnections> {
  const user = `few_${randomBytes(8).toString('hex')}`;
  const run = (statement: string) => runOnServer(statement, databaseUrl);
  await run(`create role ${user} login connection limit ${limit}; grant all on schema public to ${user}`);
  const url = new URL(databaseUrl);
  url.username = user;
  const cut = async () =>
    void (await run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}'`));
  return {
    url,
    cut,
    setLimit: async (now) => void (await run(`alter role ${user} connection limit ${now}`)),
    drop: async () => {
      await cut();
      await run(`drop owned by ${user}; drop role ${user}`);
    },
  };
}
