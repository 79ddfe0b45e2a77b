import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Ability, Agent, InstalledAbility } from '../../../src/contract/index.ts';
import { KnownAssignments } from '../../../src/core/known-assignments.ts';
import type { OperationContext } from '../../../src/core/operations/context.ts';
import { SerialQueue } from '../../../src/core/serial-queue.ts';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '../../../src/local-service/start-local-service.ts';
import { createServiceClient } from '../../../src/service-client/service-client.ts';

/** The demo account as an operation meets it, and ways to look at it from beside. */
export interface Account {
  context: OperationContext;
  faults: LocalService['faults'];
  ability: (name: string) => Promise<Ability>;
  installed: (name: string) => Promise<InstalledAbility>;
  agent: (name: string) => Promise<Agent>;
  /** The changes that the service was asked for so far, as `PUT edit-installed-capability`. */
  changes: () => string[];
}

export const NOW = new Date('2025-01-01T12:00:00Z');

/** One service for the tests of a file; each test opens an account of its own. */
export function useAccounts(options: Partial<LocalServiceOptions> = {}): () => Promise<Account> {
  let service: LocalService;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'operations-test-'));
    service = await startLocalService({ dataDir, logger: false, ...options });
  });
  afterEach(() => service.faults.clear());
  afterAll(async () => {
    await service.close();
    await rm(dataDir, { recursive: true });
  });
  return () => openAccount(service);
}

async function openAccount(service: LocalService): Promise<Account> {
  const name = randomUUID();
  await service.seedDemo(name);
  const key = await service.apiKeys.create(name);
  const options = { baseUrl: service.baseUrl, credential: { kind: 'api-key', value: key } } as const;
  // The waits between repeated calls take no time here.
  const clock = { now: () => NOW.getTime(), sleep: async () => undefined };
  const client = createServiceClient(options, clock);
  const before = service.requests.length;
  return {
    context: { service: client, assignments: new KnownAssignments(), changes: new SerialQueue(), now: () => NOW },
    faults: service.faults,
    ability: async (wanted) => find(await client.listAbilities(), wanted),
    installed: async (wanted) => find(await client.listInstalledAbilities(), wanted),
    agent: async (wanted) => find(await client.listAgents(), wanted),
    changes: () =>
      service.requests
        .slice(before)
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path }) => `${method} ${path.split('/')[3]}`),
  };
}

function find<T extends { name: string }>(rows: readonly T[], wanted: string): T {
  const row = rows.find(({ name }) => name === wanted);
  if (!row) throw new Error(`The account has no ${wanted}.`);
  return row;
}
