import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { StartError } from '@abilities-bot/local-service';
import { Client } from 'pg';

interface OwnDatabase {
  url: string;
  /** Ends the connections that are left. */
  drop: () => Promise<void>;
}

/**
 * Creates an empty database on a PostgreSQL server. Its name is derived from the folder, so that the next start removes
 * leftovers of a killed playground. The database that `server` names is only used to connect.
 * @param folder claimed by this process.
 * @throws StartError if the server does not answer or refuses.
 */
export async function createOwnDatabase(server: string, folder: string): Promise<OwnDatabase> {
  const hash = createHash('sha256').update(`${hostname()}:${folder}`).digest('hex');
  const name = `abilities_playground_${hash.slice(0, 16)}`;
  const drop = () => run(server, `drop database if exists ${name} with (force)`);
  await drop();
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop };
}

async function run(server: string, statement: string): Promise<void> {
  try {
    const client = new Client({ connectionString: server, connectionTimeoutMillis: 5000 });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  } catch (error) {
    throw new StartError(explain(server, error));
  }
}

/** The address without the password. */
function explain(server: string, error: unknown): string {
  const host = URL.canParse(server) ? new URL(server).host : 'the address in DATABASE_URL';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return `No PostgreSQL server is responding at ${host}. ${HOW_TO_START}`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `PostgreSQL at ${host} returned an error: ${reason}. Set DATABASE_URL to ${USABLE_SERVER}`;
}

const USABLE_SERVER =
  'a server where you may create databases, for example postgresql://user:password@127.0.0.1:5432/postgres.';
const HOW_TO_START =
  'Install and start one (Debian and Ubuntu: apt-get install postgresql, then service postgresql start; macOS: brew ' +
  `install postgresql, then brew services start postgresql), or set DATABASE_URL to ${USABLE_SERVER}`;
