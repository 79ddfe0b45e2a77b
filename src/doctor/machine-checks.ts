import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { isIPv6 } from 'node:net';
import { dirname, resolve } from 'node:path';
import { Agent, fetch } from 'undici';
import * as z from 'zod';
import about from '../../package.json' with { type: 'json' };
import { systemClock } from '../base/clock.ts';
import { withDeadline } from '../base/timeout.ts';
import type { Config } from '../config/config.ts';
import { bad, good, type Verdict } from '../core/finding.ts';
import type { VitalSigns } from '../metrics/vitals.ts';
import { REFUSES_WRITES } from '../store/check-store.ts';
import type { Check } from './check.ts';

export const checkVersion = (node: string = process.versions.node): Check => ({
  subject: 'Version',
  fixWithoutAnswer: 'Restart the bot.',
  run: () => {
    const found = `abilities-bot ${about.version} on Node ${node}.`;
    const [least = ''] = /\d+\.\d+/.exec(about.engines.node) ?? [];
    return isAtLeast(node, least) ? good(found) : bad(found, `Run it on Node ${least} or newer.`);
  },
});

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

const FIX =
  'Make it a directory writable by the user that runs the bot, or set DATA_DIR or SPOOL_DIR to another directory.';

/** Checks that the directories exist and are writable, or could be created. Creates nothing. */
export const checkFolders = (folders: readonly string[]): Check => ({
  subject: 'Directories',
  fixWithoutAnswer: FIX,
  run: async () => {
    for (const folder of folders) {
      const trouble = await troubleWith(resolve(folder));
      if (trouble !== null) return bad(`${resolve(folder)} ${trouble}.`, FIX);
    }
    return good('Writable.');
  },
});

/** Null if there is no problem. A missing directory needs a writable parent. */
async function troubleWith(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'is not a directory';
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' && dirname(folder) !== folder) return troubleWith(dirname(folder));
    return code === 'ENOTDIR' ? 'is inside a file' : `is not writable (${String(code)})`;
  }
}

/** Checks that the ports are free, or in use by this bot. */
export const checkPort = (
  { host, metricsPort, port }: { host: string | null; port: number; metricsPort: number | null },
  isBotThere: () => Promise<boolean>,
): Check => ({
  subject: 'Port',
  fixWithoutAnswer: 'Set PORT or METRICS_PORT to another port.',
  run: async () => {
    const own = await findServer({ host, port }, 'PORT', isBotThere);
    if (own.state === 'bad' || metricsPort === null) return own;
    const apart = await findServer({ host, port: metricsPort }, 'METRICS_PORT', isBotThere);
    return apart.state === 'bad' ? apart : good(`${own.found} ${apart.found}`);
  },
});

async function findServer(
  { host, port }: { host: string | null; port: number },
  setting: 'PORT' | 'METRICS_PORT',
  isBotThere: () => Promise<boolean>,
): Promise<Verdict> {
  if (port === 0) return good(`${setting} is 0: the system picks a free port.`);
  const code = await listenOnce(host === null ? { port } : { host, port });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return bad("HOST isn't one of this machine's addresses.", 'Correct HOST, or remove it.');
  if (code === null) return good(`${port} (${setting}) is free.`);
  if (code === 'EACCES')
    return bad(`The user that runs the bot isn't allowed to listen on port ${port}.`, `Set ${setting} above 1023.`);
  if (code !== 'EADDRINUSE') return bad(`Can't listen on ${port} (${code}).`, `Set ${setting} to another port.`);
  if (await isBotThere()) return good(`The bot is already listening on ${port} (${setting}).`);
  return bad(`Another program is listening on ${port}.`, `Stop it, or set ${setting} to another port.`);
}

/** Null if the port is free; otherwise the system's error code. */
const listenOnce = (place: { port: number; host?: string }): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.name));
    server.listen(place, () => server.close(() => resolve(null)));
  });

/** Names the proxies, but not their credentials. Other checks show whether they work. */
export const checkProxy = ({ http, https, notFor }: NonNullable<Config['proxy']>): Check => ({
  subject: 'Proxy',
  fixWithoutAnswer: 'Correct HTTPS_PROXY and HTTP_PROXY.',
  run: () => {
    const named = [https && `${new URL(https).origin} for https`, http && `${new URL(http).origin} for http`];
    const except = notFor === '' ? '' : `, except ${notFor}`;
    return good(`${named.filter(Boolean).join(', ')}${except}.`);
  },
});

const Counts = z.object({ sockets: z.number(), processes: z.number() });

/** The part of the /readyz response that describes the bot itself. */
const Ready = z.object({
  mode: z.enum(['socket', 'http']),
  slack: z.object({
    state: z.enum(['connected', 'away', 'http']),
    age: z.number().nullable(),
    counts: Counts.optional(),
  }),
  lastEvent: z.object({ age: z.number().nullable() }),
  store: z.object({ problem: z.string().nullish() }),
});

interface RunningBot extends Pick<VitalSigns, 'lastEventAge' | 'connection'> {
  /** True if its store rejects writes. */
  refusesWrites: boolean;
}

/** The state of a bot that listens on this port of this machine; null if there is none. */
export async function askRunningBot(
  { host, port }: { host: string; port: number },
  withinMs: number,
): Promise<RunningBot | null> {
  try {
    // The bot is on this machine, so no proxy is used.
    const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}/readyz`;
    const ask = async (signal: AbortSignal) => (await fetch(url, { dispatcher: new Agent(), signal })).json();
    const { lastEvent, slack, store } = Ready.parse(await withDeadline(systemClock, withinMs, ask));
    const connection =
      slack.state === 'http'
        ? null
        : { isConnected: slack.state === 'connected', age: slack.age, counts: slack.counts ?? null };
    return { lastEventAge: lastEvent.age, connection, refusesWrites: store.problem === REFUSES_WRITES };
  } catch {
    return null;
  }
}
