import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import * as z from 'zod';
import { runOnServer } from '../store/postgresql-server.ts';

const Package = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) });
/** The packages that affect the numbers. */
const NAMED = ['@slack/bolt', 'undici', 'pg', 'libsql'];

/** The machine and the versions measured, in Markdown. */
export async function describeMachine(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { dependencies, version } = Package.parse(JSON.parse(text));
  const [cpu] = cpus();
  const memory = `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`;
  const packages = NAMED.map((name) => `${name} ${dependencies[name]}`).join(', ');
  return [
    `${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpu?.model.trim()}), ${memory} of memory, ${type()} ${release()}.`,
    `abilities-bot ${version}, Node ${process.versions.node}, ${packages}, ${await postgresql()}.`,
  ].join(' ');
}

async function postgresql(): Promise<string> {
  try {
    const [row] = await runOnServer('show server_version');
    return `PostgreSQL ${String(row?.server_version).split(' ')[0]}`;
  } catch {
    return 'no PostgreSQL';
  }
}
