import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalService, type LocalServiceOptions, startLocalService } from '@abilities-bot/local-service';
import type { Ability, Agent, InstalledAbility } from '@abilities-bot/service-api';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { FRESH_POLICY } from '../../../packages/playground/src/fresh-policy.ts';
import type { Requester } from '../../../src/core/access.ts';
import { KnownAssignments } from '../../../src/core/known-assignments.ts';
import { Locks } from '../../../src/core/locks.ts';
import type { OperationContext } from '../../../src/core/operation-context.ts';
import { CircuitBreaker, createServiceClient } from '../../../src/service/client.ts';
import type { TenantLeases } from '../../../src/store/lease-record.ts';
import { cacheRecords } from '../../../src/store/record-cache.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { HandClock, withoutWaits } from '../../hand-clock.ts';
import { PATIENT } from '../../patient.ts';
import { actorAs } from '../actors.ts';

/** The demo account as operations see it, with ways to inspect it independently. */
export interface Account {
  context: OperationContext;
  faults: LocalService['faults'];
  ability: (name: string) => Promise<Ability>;
  installed: (name: string) => Promise<InstalledAbility>;
  agent: (name: string) => Promise<Agent>;
  /** The changes requested from the service so far, such as `PUT edit-installed-capability`. */
  changes: () => string[];
  /** All calls so far, in the same format. */
  calls: () => string[];
  store: Store;
  teamId: string;
  /** The leases as another process takes them. */
  othersLeases: TenantLeases;
  /** The clock of the operations and the audit log, initially at {@link NOW}. */
  clock: HandClock;
}

export const NOW = new Date('2025-01-01T12:00:00Z');
/** A requester for tests where it does not matter who asks. */
export const ANA: Requester = actorAs('U0ANA');
export const BEN: Requester = actorAs('U0BEN');

/** One service and one store per test file; each test opens its own account and workspace. */
export function useAccounts(options: Partial<LocalServiceOptions> = {}): () => Promise<Account> {
  let service: LocalService;
  let store: Store;
  let dataDir: string;
  const clock = new HandClock();
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'operations-test-'));
    service = await startLocalService({ dataDir, logger: false, ...options });
    store = await openStore({ databaseUrl: null, dataDir: join(dataDir, 'store'), now: clock.now });
  });
  afterEach(() => service.faults.clear());
  afterAll(async () => {
    await store.close();
    await service.close();
    await rm(dataDir, { recursive: true });
  });
  return () => openAccount(service, store, clock);
}

async function openAccount(service: LocalService, store: Store, clock: HandClock): Promise<Account> {
  clock.at = NOW.getTime();
  const name = randomUUID();
  await service.seedDemo(name);
  const key = await service.apiKeys.create(name);
  // The circuit breaker uses the machine's clock, which barely advances while the test's clock does.
  const options = {
    baseUrl: service.baseUrl,
    credential: { kind: 'api-key', value: key },
    circuit: new CircuitBreaker(undefined, 0),
  } as const;
  // Retries happen without delay.
  const client = createServiceClient(options, withoutWaits(clock.now));
  const before = service.requests.length;
  const undoLog = store.of(name).undoLogOf(1);
  const quiets = store.of(name).quietsOf(1);
  const schedules = store.of(name).schedulesOf(1);
  const calls = () => service.requests.slice(before).map(({ method, path }) => `${method} ${path.split('/')[3]}`);
  return {
    context: {
      service: client,
      assignments: new KnownAssignments(store.of(name).assignments, (error) => {
        throw error;
      }),
      locks: new Locks({ leases: store.of(name).newLeaseHolder(), clock, log: pino({ level: 'silent' }) }),
      undoLog,
      quiets,
      schedules,
      records: cacheRecords(
        { quiets, schedules, undoLog },
        { clock: withoutWaits(clock.now), keepMs: 0, notices: store.notices },
      ),
      auditLog: store.of(name).auditLog,
      approvals: {
        store: store.of(name).approvalsOf(null),
        readChosen: async () => [],
        keepMs: 60 * 60_000,
        decide: async () => false,
      },
      settings: { fixed: FRESH_POLICY, store: store.of(name).settings },
      doctor: { examine: async () => [] },
      clock,
      deadlines: PATIENT,
      versions: {
        list: async () => [],
        latest: async () => [],
        setAside: async () => {},
        running: async () => null,
        examine: async () => new Map(),
        recall: () => new Map(),
        forgetCode: () => {},
        compare: async () => null,
        writePackage: async () => false,
        rollBack: async () => ({ uploadId: '' }),
      },
      uploads: {
        find: async () => null,
        waitForQuestion: async () => null,
        decide: async () => false,
        accept: async () => ({ why: 'too-many-uploads', of: 'person', max: 0 }),
        adopt: async () => {},
        compare: async () => null,
        digest: () => '',
        isPlaceTaken: async () => false,
      },
      connection: { kind: 'fixed' },
      now: () => new Date(clock.now()),
    },
    store,
    teamId: name,
    othersLeases: store.of(name).newLeaseHolder(),
    clock,
    faults: service.faults,
    ability: async (wanted) => find(await client.listAbilities(), wanted),
    installed: async (wanted) => find(await client.listInstalledAbilities(), wanted),
    agent: async (wanted) => find(await client.listAgents(), wanted),
    changes: () => calls().filter((call) => !call.startsWith('GET')),
    calls,
  };
}

function find<T extends { name: string }>(rows: readonly T[], wanted: string): T {
  const row = rows.find(({ name }) => name === wanted);
  if (!row) throw new Error(`The account has no ${wanted}.`);
  return row;
}
