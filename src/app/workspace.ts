import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Config } from '../config/config.ts';
import { changeLookup } from '../core/changes.ts';
import type { Connection } from '../core/connection.ts';
import type { Deadlines } from '../core/deadlines.ts';
import { additionsIn, KnownAssignments } from '../core/known-assignments.ts';
import { Locks } from '../core/locks.ts';
import type { OperationContext } from '../core/operation-context.ts';
import { makeDoctor } from '../doctor/ask-slack.ts';
import type { KeySource } from '../doctor/service-checks.ts';
import type { ServiceClient } from '../service/client.ts';
import { Homes } from '../slack/features/home/homes.ts';
import { DROP_LEASE_MS } from '../slack/features/upload/drops.ts';
import { adoptClicked } from '../slack/features/upload/place.ts';
import { makeUploadPorts } from '../slack/features/upload/ports.ts';
import { receiptsOf } from '../slack/features/upload/receipts.ts';
import { beginUpload } from '../slack/features/upload/record.ts';
import type { SlackClient } from '../slack/outbound/client.ts';
import { Outbound } from '../slack/outbound/outbound.ts';
import type { DrawnMessages } from '../slack/outbound/pressed-messages.ts';
import type { OutboundQueue } from '../slack/outbound/queue.ts';
import { findAccess } from '../slack/people/find-access.ts';
import { People, PolicyStore, type Tenant } from '../slack/people/people.ts';
import type { PeopleMemory } from '../slack/people/people-memory.ts';
import { OwnRequests } from '../slack/request/own-requests.ts';
import type { Workspace } from '../slack/workspace.ts';
import { cacheRecords } from '../store/record-cache.ts';
import type { Store } from '../store/store.ts';
import { makeAccountUploads } from '../uploads/account-uploads.ts';
import { takeApproved } from '../uploads/approve.ts';
import { compareUpload } from '../uploads/compare-upload.ts';
import type { CodeMemory } from '../uploads/examine-code.ts';
import { accountVersionOf, type UploadAccount, type UploadSettings, type UploadTools } from '../uploads/ports.ts';
import { Spool } from '../uploads/spool.ts';
import { makeVersions } from '../uploads/versions.ts';
import type { WorkerOptions } from '../uploads/worker.ts';
import { reportAccountChanges } from './open-service.ts';
import { StartError } from './start-error.ts';

export type UploadTimes = Partial<Omit<UploadSettings, 'limits' | 'mostUnfinished'> & WorkerOptions>;

/** In how many of the latest changes to look for uploads to an Agent, if the Agent's list is unknown. */
const MAX_CHANGES = 100;

/** In milliseconds; see UploadSettings and WorkerOptions. */
const UPLOAD_TIMES = {
  settleMs: 30_000,
  retryMs: 2000,
  recheckMs: [5000, 30_000, 120_000],
  askMs: 24 * 60 * 60_000,
  fetchMs: 5 * 60_000,
  inspectMs: 60_000,
  gatherMs: 1000,
};
const WORKER = { leaseMs: 20_000, pollMs: 5000 };

export const uploadSettings = ({ uploads }: Pick<Config, 'uploads'>, times: UploadTimes): UploadSettings => ({
  ...UPLOAD_TIMES,
  limits: uploads,
  maxUnfinished: uploads.maxUnfinished,
  giveUpMs: uploads.giveUpMs,
  ...times,
});

export const workerOptions = ({ uploads }: Pick<Config, 'uploads'>, times: UploadTimes): WorkerOptions => ({
  ...WORKER,
  atOnce: uploads.atOnce,
  ...times,
});

/** Times for dropped files. A share isn't due while its files are still being collected. */
export const dropTimes = (times: UploadTimes) => {
  const leaseMs = times.leaseMs ?? DROP_LEASE_MS;
  const { gatherMs } = { ...UPLOAD_TIMES, ...times };
  return { leaseMs, pollMs: times.pollMs ?? WORKER.pollMs, dueMs: gatherMs + leaseMs };
};

/** Shared by all workspaces of a process. */
export interface Shared extends Pick<Workspace, 'config' | 'log' | 'metrics' | 'uploadWorker'> {
  store: Store;
  clock: Clock;
  deadlines: Deadlines;
  /** A single queue, because Slack's rate limits apply to the app. */
  queue: OutboundQueue;
  /** The ephemeral messages drawn most recently. */
  drawn: DrawnMessages;
  codes: CodeMemory;
  people: PeopleMemory;
  spool: Spool;
  uploads: UploadTimes;
}

/** The parts that each workspace has for itself. */
export interface Own extends Pick<Workspace, 'sibling'> {
  client: SlackClient;
  tenant: Tenant;
  service: ServiceClient;
  connection: Connection;
  account: UploadAccount;
  /** Opens the service with the same key and the deadline `probe`, for the doctor; null without a key. */
  openProbe: (() => ServiceClient) | null;
}

export function makeWorkspace(
  {
    clock,
    codes,
    config,
    drawn,
    log,
    metrics,
    people: peopleMemory,
    queue,
    spool,
    store,
    uploads,
    uploadWorker,
    deadlines,
  }: Shared,
  { account, client, connection, openProbe, service: ownService, sibling, tenant }: Own,
): Workspace {
  const tenantId = tenant.id;
  const ownStore = store.of(tenantId);
  const service = reportAccountChanges(ownService, store.notices, tenantId);
  const settings = ownStore.settings;
  const policy = new PolicyStore(config.policy, settings, clock.monotonic, store.notices);
  const people = new People(client, tenant, peopleMemory);
  const auditLog = ownStore.auditLog;
  const undoLog = ownStore.undoLogOf(accountVersionOf(account));
  const assignments = new KnownAssignments(
    ownStore.assignments,
    (err) => log.error({ err }, 'saved assignments could not be read or written'),
    async () => additionsIn(await undoLog.recent(MAX_CHANGES), changeLookup),
  );
  const quiets = ownStore.quietsOf(accountVersionOf(account));
  const schedules = ownStore.schedulesOf(accountVersionOf(account));
  const locks = new Locks({ leases: ownStore.newLeaseHolder(), clock, log });
  const tools = {
    tenantId,
    store: ownStore,
    account,
    service,
    assignments,
    locks,
    spool,
    log,
    now: clock.now,
    clock,
    settings: uploadSettings(config, uploads),
  };
  const context: OperationContext = {
    service,
    assignments,
    locks,
    clock,
    deadlines,
    uploads: makeAccountUploads(tools, {
      clock,
      deadlines,
      worker: uploadWorker,
      adopt: (record, place) => adoptClicked(record, place, { log, outbound, store: ownStore }),
      begin: (record) => beginUpload(record, { auditLog }),
      compare: (record) => compareUpload(record, uploadTools),
      changed: () => homes.changed(),
    }),
    versions: makeVersions({ ...tools, codes, deadlines }, () => uploadWorker.wake()),
    undoLog,
    quiets,
    schedules,
    records: cacheRecords(
      { quiets, schedules, undoLog },
      { clock, keepMs: config.service.keepMs, notices: store.notices },
    ),
    auditLog,
    approvals: {
      store: ownStore.approvalsOf(accountVersionOf(account)),
      readChosen: async () => (await policy.read()).approvals,
      keepMs: config.approvalMs,
      decide: (what, by) => takeApproved(what, by, { uploadTools, uploadWorker }),
    },
    settings: { fixed: config.policy, store: settings },
    connection,
    doctor: makeDoctor({
      client,
      config,
      deadlines,
      log,
      metrics,
      policy,
      store,
      tenantId,
      uploadWorker,
      openService: openProbe,
      keySource: keySourceOf(connection, config),
    }),
    now: () => new Date(clock.now()),
  };
  const outbound = new Outbound({
    client,
    clock,
    deadlines,
    drawn,
    queue,
    tenantId,
    account: accountVersionOf(account),
    log,
    metrics,
  });
  const newRef = () => randomUUID().slice(0, 6);
  const accessOf = (userId: string) =>
    findAccess({ userId, isStranger: false, channelId: null }, { context, log, people, policy });
  const homes = new Homes({ accessOf, context, log, newRef, outbound, store: ownStore });
  const parts = {
    auditLog,
    client,
    config,
    context,
    homes,
    log,
    metrics,
    outbound,
    people,
    policy,
    seen: ownStore.seen,
    store: ownStore,
    tenantId,
  };
  const uploadTools: UploadTools = { ...tools, ports: makeUploadPorts(parts) };
  return {
    ...parts,
    newRef,
    sibling,
    tenant,
    uploadTools,
    uploadWorker,
    ownRequests: new OwnRequests(),
    receipts: receiptsOf({ context, log, outbound, store: ownStore }),
  };
}

function keySourceOf(connection: Connection, { tenancy }: Pick<Config, 'tenancy'>): KeySource {
  if (connection.kind === 'own') return connection.state;
  return tenancy.kind === 'single' && tenancy.credential.kind === 'jwt' ? 'SERVICE_JWT' : 'SERVICE_API_KEY';
}

/** Opens the directory for files in transit. @throws StartError if files can't be written. */
export async function openSpool({ uploads }: Pick<Config, 'uploads'>): Promise<Spool> {
  const spool = new Spool(uploads.spoolDir, uploads.spoolMaxBytes);
  try {
    await spool.open(systemClock.now());
  } catch (cause) {
    throw new StartError(`Can't write to ${uploads.spoolDir}. Set SPOOL_DIR to a writable directory.`, {
      cause,
    });
  }
  return spool;
}
