import type { AllMiddlewareArgs } from '@slack/bolt';
import type { Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import type { OperationContext } from '../core/operation-context.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { TenantAuditLog } from '../store/audit-record.ts';
import type { TenantSeenKeys } from '../store/seen-keys.ts';
import type { TenantStore } from '../store/tenant-store.ts';
import type { Change } from '../store/undo-record.ts';
import type { UploadTools } from '../uploads/ports.ts';
import type { UploadWorker } from '../uploads/worker.ts';
import type { Homes } from './features/home/homes.ts';
import type { SlackClient } from './outbound/client.ts';
import type { MessagePlace, Outbound } from './outbound/outbound.ts';
import type { People, PolicyStore, Tenant } from './people/people.ts';
import type { OwnRequests } from './request/own-requests.ts';

/** The requested scopes, with the reason for each. A test compares them with the manifest and docs/security.md. */
export const BOT_SCOPES = {
  commands: "The /abilities command and the app's shortcuts.",
  'chat:write':
    'Answers, replies in the thread of a dropped zip, upload results, approval requests, announcements and notifications.',
  'app_mentions:read':
    'Commands after @abilities in any message, including in threads, where Slack has no slash commands (app_mention).',
  'im:history': 'Commands in a direct message with the bot (message.im).',
  'users:read':
    "Roles: whether someone is an admin, a member or a guest. Reading times in that person's time zone. Finding the workspace's admins, so that refusals and approval requests can name them.",
  'usergroups:read': 'Roles for user groups.',
  'files:read': 'Detecting shared files (file_shared), and downloading zips, source files and icons for uploads.',
  'files:write': 'Sending files: exports, starter zips, earlier versions and code differences.',
} as const;

export const BOT_EVENTS = ['file_shared', 'app_home_opened', 'app_mention', 'message.im'] as const;

/** Additional events if several workspaces can install the bot: both report that it was removed. They need no scope. */
export const DISTRIBUTED_EVENTS = ['app_uninstalled', 'tokens_revoked'] as const;

/** The app's shortcuts by callback ID, as in the manifest. */
export const SHORTCUTS = {
  'manage-abilities': {
    name: 'Manage Abilities',
    type: 'global',
    description: "See and change your Agents' Abilities",
  },
  'upload-ability': { name: 'Upload an Ability', type: 'global', description: 'Upload an Ability as a zip' },
  'quiet-agents': { name: 'Quiet', type: 'global', description: 'Disable everything now, and enable it again later' },
  'upload-as-ability': {
    name: 'Upload as an Ability',
    type: 'message',
    description: "Upload this message's files as an Ability",
  },
} as const;

/** The shortcuts that open from anywhere, without a message. */
export type GlobalShortcut = {
  [Id in keyof typeof SHORTCUTS]: (typeof SHORTCUTS)[Id]['type'] extends 'global' ? Id : never;
}[keyof typeof SHORTCUTS];

/** Everything the Slack layer needs for one workspace. Only multi-tenant services are shared. */
export interface Workspace {
  config: Config;
  log: Logger;
  /** Counters, and gauges of the process. */
  metrics: Metrics;
  client: SlackClient;
  tenant: Tenant;
  tenantId: string;
  people: People;
  policy: PolicyStore;
  context: OperationContext;
  outbound: Outbound;
  homes: Homes;
  /** The messages of finished uploads, which show the current state of their Abilities. */
  receipts: Receipts;
  auditLog: TenantAuditLog;
  /** The workspace's part of the store. */
  store: TenantStore;
  /** Recent deliveries, to detect redelivered events and forms. */
  seen: TenantSeenKeys;
  uploadTools: UploadTools;
  uploadWorker: UploadWorker;
  /** Each person's requests in progress. */
  ownRequests: OwnRequests;
  /** Finds another installation in the same organization; null if there is none with that ID. */
  sibling: (tenantId: string) => Promise<Workspace | null>;
  /** Creates a short ref for messages and the log. */
  newRef: () => string;
}

export interface Receipts {
  /**
   * Shows a change on the receipt that it was made from, so that no other message is needed. Never throws.
   * @returns true if the message is a receipt and shows the change.
   */
  show: (change: Change, announced: AnnouncedOnReceipt) => Promise<boolean>;
  /**
   * Redraws the receipts of the Abilities that a change affects. Never throws.
   * @param announced the message that already shows the change.
   */
  redraw: (change: Change, announced: MessagePlace | null) => Promise<void>;
}

export interface AnnouncedOnReceipt {
  place: MessagePlace;
  /** In mrkdwn. */
  notice: string;
  /** The change to undo; null if it can't be undone. */
  undo: string | null;
  /** True if undoing it is a redo. */
  isRedo: boolean;
}

/** @throws if the workspace has not installed the bot. */
export type FindWorkspace = (context: AllMiddlewareArgs['context']) => Promise<Workspace>;
