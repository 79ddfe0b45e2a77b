import type { AllMiddlewareArgs } from '@slack/bolt';
import type { Config } from '../config.ts';
import type { OperationContext } from '../core/operations/context.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AuditLog } from '../store/audit-record.ts';
import type { Store } from '../store/open-store.ts';
import type { TenantKeys } from '../store/seen-keys.ts';
import type { UploadTools } from '../uploads/upload-tools.ts';
import type { UploadWorker } from '../uploads/upload-worker.ts';
import type { Homes } from './home/homes.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { People } from './people/people.ts';
import type { PolicyStore } from './people/policy-store.ts';
import type { Tenant } from './people/tenant.ts';
import type { SharedChanges } from './request/shared-changes.ts';
import type { SlackClient } from './slack-client.ts';

/** What the Slack side works with for one workspace: nothing in it is shared with another, but what knows of many. */
export interface Workspace {
  config: Config;
  log: Logger;
  /** What is counted, and what is known of the bot without asking anybody. */
  metrics: Metrics;
  client: SlackClient;
  tenant: Tenant;
  /** The ID of the tenant, under which everything of it is kept. */
  tenantId: string;
  people: People;
  /** Who may do what and where, and who is told. */
  policy: PolicyStore;
  context: OperationContext;
  outbound: Outbound;
  /** The Home tabs that people have before them. */
  homes: Homes;
  /** From which messages that everybody sees something was changed lately. */
  sharedChanges: SharedChanges;
  /** Every attempt, before and after. */
  auditLog: AuditLog;
  store: Store;
  /** What Slack delivered lately: an event or a form that comes again is known. */
  seen: TenantKeys;
  uploadTools: UploadTools;
  uploadWorker: UploadWorker;
  /** A short number that a person can quote and that stands in the log. */
  newRef: () => string;
  /** After how many milliseconds without an answer the person is told that it still comes. */
  waitNoticeMs: number;
}

/** The workspace that something came from. @throws when it has not installed the bot. */
export type FindWorkspace = (context: AllMiddlewareArgs['context']) => Promise<Workspace>;
