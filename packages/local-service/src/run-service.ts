import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ApiKeys } from './auth/api-keys.ts';
import { Sessions } from './auth/sessions.ts';
import { Faults } from './faults/faults.ts';
import { Lies } from './faults/lies.ts';
import type { ToldLie } from './faults/read-lie.ts';
import type { Exchange } from './http/record-exchanges.ts';
import type { RequestRecord } from './http/request-log.ts';
import { createServer, type InFlight } from './http/server.ts';
import { fillAccount, type Seed } from './seed/fill-account.ts';
import type { Behavior, ServiceParts } from './service-parts.ts';
import { StartError } from './start-error.ts';
import { listAbilityImageFiles } from './storage/abilities.ts';
import { DEFAULT_ACCOUNT, ensureAccount } from './storage/accounts.ts';
import { listAgentImageFiles } from './storage/agents.ts';
import { lockDataDirectory } from './storage/data-directory.ts';
import { FileStore } from './storage/file-store.ts';
import { openDatabase } from './storage/open-database.ts';
import { listPackageFiles } from './storage/releases.ts';

export interface RunOptions extends Partial<Behavior> {
  /** Folder for all data, created if missing. Used by one service at a time. */
  readonly dataDir: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Fills the account `default` if it is empty. */
  readonly seed?: Seed;
  /** A key for the account `default`, registered if it is new. */
  readonly apiKey?: string;
  /** Lies that are on from the start; see `lies`. */
  readonly lies?: readonly ToldLie[];
  /** Default: no log. */
  readonly logger?: Logger | false;
  /** Called once for each finished request, with both bodies and the key masked. Default: nothing is recorded. */
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface RunningService {
  /** Without a trailing slash: `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  readonly apiKeys: ApiKeys;
  readonly sessions: Sessions;
  readonly faults: Faults;
  readonly lies: Lies;
  /** The latest thousand requests, oldest first. */
  readonly requests: readonly RequestRecord[];
  /** Fills an account with the demo data if it is empty; creates the account if needed. */
  seedDemo(accountName: string): Promise<void>;
  /** Drains, then closes the port and the data directory. */
  close(): Promise<void>;
}

/** Starts the service of the interface document. @throws {StartError | ApiKeyError} with a message for people. */
export async function runService(options: RunOptions): Promise<RunningService> {
  const logger = options.logger ?? false;
  const unlock = lockDataDirectory(options.dataDir);
  const closers: (() => void | Promise<void>)[] = [unlock];
  const close = () => runAll(closers.splice(0).reverse(), logger);
  try {
    const db = await openDatabase(options.dataDir);
    closers.push(() => db.destroy());
    const apiKeys = new ApiKeys(db);
    const sessions = await Sessions.open(db);
    const stopping = new AbortController();
    setMaxListeners(0, stopping.signal);
    const lies = new Lies();
    closers.push(() => lies.close());
    const parts: ServiceParts = {
      lies,
      db,
      packages: new FileStore(join(options.dataDir, 'packages')),
      images: new FileStore(join(options.dataDir, 'images')),
      credentials: { apiKeys, sessions },
      behavior: {
        assignment: options.assignment ?? 'both',
        agentRowsCarryAbilities: options.agentRowsCarryAbilities ?? false,
        maxUploadBytes: options.maxUploadBytes ?? 10 * 1024 * 1024,
        forbiddenModules: options.forbiddenModules ?? [],
      },
    };
    await sweepFiles(parts);
    if (options.apiKey !== undefined) await apiKeys.ensure(DEFAULT_ACCOUNT, options.apiKey);
    const fill = async (name: string, seed: Seed) => fillAccount(parts, await ensureAccount(db, name), seed);
    if (options.seed) await fill(DEFAULT_ACCOUNT, options.seed);
    for (const { lie, lateMs } of options.lies ?? []) {
      lies.tell(lie);
      if (lateMs !== undefined) lies.lateMs = lateMs;
    }
    const faults = new Faults();
    const { onExchange } = options;
    const { inFlight, server, requests } = await createServer({
      parts,
      faults,
      logger,
      stopping: stopping.signal,
      onExchange,
    });
    closers.push(
      () => closeServer(server, inFlight),
      () => stopping.abort(),
    );
    const baseUrl = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
    return { baseUrl, apiKeys, sessions, faults, lies, requests, seedDemo: (name) => fill(name, 'demo'), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Answers requests in progress, then closes every connection. Node does not count a connection that never sent a
 * request as idle, so `close()` alone would wait a minute for it.
 */
async function closeServer(server: FastifyInstance, inFlight: InFlight): Promise<void> {
  const closed = server.close();
  while (server.server.listening) await turn();
  await inFlight.ended();
  server.server.closeAllConnections();
  await closed;
}

/** Runs the shutdown steps in order. A failed step is logged and does not stop the others: unlocking is the last. */
async function runAll(steps: readonly (() => void | Promise<void>)[], logger: Logger | false): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (logger) logger.error({ err: error }, 'shutdown step failed');
    }
  }
}

/** Deletes files without a row, left by a crash between the two. */
async function sweepFiles({ db, packages, images }: ServiceParts): Promise<void> {
  await packages.sweep(new Set(await listPackageFiles(db)));
  await images.sweep(new Set([...(await listAgentImageFiles(db)), ...(await listAbilityImageFiles(db))]));
}

async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} on ${host} is already in use. Choose another --port.`);
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`Cannot listen on ${host} port ${port}. Choose another --host or --port.`);
    }
    throw error;
  }
}
