import type { AllMiddlewareArgs } from '@slack/bolt';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import type { OperationContext } from '../core/operation-context.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AuditLog } from '../store/audit-record.ts';
import type { TenantKeys } from '../store/seen-keys.ts';
import type { Store } from '../store/store.ts';
import type { UploadTools } from '../uploads/ports.ts';
import type { UploadWorker } from '../uploads/worker.ts';
import type { Homes } from './features/home/homes.ts';
import type { SlackClient } from './outbound/client.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { People, PolicyStore, Tenant } from './people/people.ts';
import type { SharedChanges } from './request/shared-changes.ts';

/** The scopes that the bot asks for, each with its reason. The manifest and the README are held against this by a test. */
export const BOT_SCOPES = {
  commands: 'To be called as /abilities, and by its three shortcuts.',
  'chat:write': 'To answer, to reply in the thread of a dropped zip, and to tell the end of an upload.',
  'app_mentions:read': 'To be called as @abilities in a thread, where no slash command works (app_mention).',
  'users:read': 'To know who is admin, member or guest, which decides what they may do.',
  'usergroups:read': 'To give roles to user groups.',
  'files:read': 'To hear that a zip was shared (file_shared) and to read it when somebody asks to upload it.',
  'files:write': 'To hand over an export of the account and starter packages as files.',
} as const;

export const BOT_EVENTS = ['file_shared', 'app_home_opened', 'app_mention'] as const;

/** Subscribed to as well where several workspaces install the bot: each says that it was removed. They need no scope. */
export const DISTRIBUTED_EVENTS = ['app_uninstalled', 'tokens_revoked'] as const;

/** The shortcuts of the app by their callback IDs, as the manifest names them. */
export const SHORTCUTS = {
  'manage-abilities': {
    name: 'Manage Abilities',
    type: 'global',
    description: 'See and change the Abilities of your Agents',
  },
  'upload-ability': { name: 'Upload an Ability', type: 'global', description: 'Upload a zip that holds an Ability' },
  'upload-as-ability': {
    name: 'Upload as an Ability',
    type: 'message',
    description: 'Upload the files of this message as an Ability',
  },
} as const;

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
