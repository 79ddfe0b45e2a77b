import { randomUUID } from 'node:crypto';
import type { KeySource } from '../../checks/service-key.ts';
import type { Config } from '../../config.ts';
import type { Connection } from '../../core/connection.ts';
import { KnownAssignments } from '../../core/known-assignments.ts';
import { Locks } from '../../core/locks.ts';
import type { OperationContext } from '../../core/operations/context.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { Spool } from '../../uploads/spool.ts';
import type { UploadAccount, UploadTools } from '../../uploads/upload-tools.ts';
import { makeDoctor } from '../doctor/make-doctor.ts';
import { Homes } from '../home/homes.ts';
import type { DrawnMessages } from '../outbound/drawn-messages.ts';
import { Outbound } from '../outbound/outbound.ts';
import type { OutboundQueue } from '../outbound/outbound-queue.ts';
import { findAccess } from '../people/find-access.ts';
import { People } from '../people/people.ts';
import { PolicyStore } from '../people/policy-store.ts';
import type { Tenant } from '../people/tenant.ts';
import { SharedChanges } from '../request/shared-changes.ts';
import type { SlackClient } from '../slack-client.ts';
import { makeUploadPorts } from '../upload/make-upload-ports.ts';
import { takeReplacement } from '../upload/take-replacement.ts';
import type { Workspace } from '../workspace.ts';
import { type UploadTimes, uploadSettings } from './upload-times.ts';

/** What all workspaces of a process have in common. */
export interface Shared
  extends Pick<Workspace, 'config' | 'log' | 'metrics' | 'store' | 'uploadWorker' | 'waitNoticeMs'> {
  /** What is sent to Slack: the limits are those of the app, whichever account a workspace works with. */
  queue: OutboundQueue;
  /** The private messages that were drawn last. */
  drawn: DrawnMessages;
  spool: Spool;
  uploads: UploadTimes;
}

/** What each has of its own. */
export interface Own {
  client: SlackClient;
  tenant: Tenant;
  service: ServiceClient;
  connection: Connection;
  account: UploadAccount;
  /** Opens the service with the same key for the doctor, who waits for `ASK_MS`; null without a key: nothing is asked then. */
  openProbe: (() => ServiceClient) | null;
}

/** The parts of one workspace. */
export function makeWorkspace(
  { config, drawn, log, metrics, queue, spool, store, uploads, uploadWorker, waitNoticeMs }: Shared,
  { account, client, connection, openProbe, service, tenant }: Own,
): Workspace {
  const teamId = tenant.id;
  const settings = store.settings.of(teamId);
  const policy = new PolicyStore(config.policy, settings, Date.now);
  const people = new People(client, tenant, Date.now);
  const auditLog = store.auditLog.of(teamId);
  const context: OperationContext = {
    service,
    assignments: new KnownAssignments(store.assignments.of(teamId), (err) =>
      log.error({ err }, 'what was last saved for an Agent could not be read or kept'),
    ),
    locks: new Locks(),
    undoLog: store.undoLog.of(teamId),
    auditLog,
    approvals: {
      book: store.approvals.of(teamId),
      areOn: async () => (await policy.read()).approvals,
      keepMs: config.approvalMs,
      replace: (what, by) => takeReplacement(what, by, { tenantId: teamId, uploadTools, uploadWorker }),
    },
    settings: { fixed: config.policy, book: settings, changed: () => policy.forget() },
    connection,
    doctor: makeDoctor({
      ...{ client, config, log, metrics, store, tenantId: teamId, uploadWorker },
      openService: openProbe,
      keySource: keySourceOf(connection, config),
    }),
    now: () => new Date(),
  };
  const outbound = new Outbound({ client, drawn, queue, tenantId: teamId, log, metrics });
  const seen = store.seen.of(teamId);
  const newRef = () => randomUUID().slice(0, 6);
  const accessOf = (userId: string) =>
    findAccess({ userId, isStranger: false, channelId: null }, { context, log, people, policy });
  const homes = new Homes({ accessOf, context, log, newRef, outbound, store, teamId });
  const uploadTools: UploadTools = {
    teamId,
    store,
    account,
    service,
    assignments: context.assignments,
    locks: context.locks,
    spool,
    ports: makeUploadPorts({
      auditLog,
      client,
      config,
      homes,
      log,
      metrics,
      outbound,
      policy,
      store,
      tenantId: teamId,
    }),
    settings: uploadSettings(config, uploads),
    now: Date.now,
    log,
  };
  return {
    ...{ auditLog, client, config, context, homes, log, metrics, newRef, outbound, people, policy, seen, store },
    ...{ tenantId: teamId, tenant, uploadTools, uploadWorker, waitNoticeMs },
    sharedChanges: new SharedChanges(),
  };
}

function keySourceOf(connection: Connection, { tenancy }: Pick<Config, 'tenancy'>): KeySource {
  if (connection.kind === 'own') return connection.state;
  return tenancy.kind === 'single' && tenancy.credential.kind === 'jwt' ? 'SERVICE_JWT' : 'SERVICE_API_KEY';
}
