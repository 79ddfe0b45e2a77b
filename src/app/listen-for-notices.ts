import type { Logger } from '../base/logger.ts';
import type { OutboundQueue } from '../slack/outbound/queue.ts';
import type { Workspace } from '../slack/workspace.ts';
import type { Notices, ReceivedNotice } from '../store/notices.ts';
import type { UploadWorker } from '../uploads/worker.ts';

interface Hearers {
  log: Logger;
  notices: Notices;
  queue: Pick<OutboundQueue, 'hold' | 'onLimited'>;
  uploadWorker: Pick<UploadWorker, 'heedDecisions'>;
  /** The workspaces in this process's memory: one of them, or all if null. */
  keptWorkspaces: (tenantId: string | null) => readonly Workspace[];
}

/**
 * Drops cached data that another process has changed, and applies rate limits that it has hit. Installations and
 * accounts are dropped in `multi/kept-by-tenant.ts`.
 * @returns a function that stops it.
 */
export function listenForNotices({ keptWorkspaces, log, notices, queue, uploadWorker }: Hearers): () => void {
  const clearLists = (tenantId: string | null) => {
    for (const { context } of keptWorkspaces(tenantId)) context.service.clearCache();
  };
  const clearSettings = (tenantId: string | null) => {
    for (const { policy } of keptWorkspaces(tenantId)) policy.forget();
  };
  const clearRecords = (tenantId: string | null) => {
    for (const { context } of keptWorkspaces(tenantId)) context.records.forget();
  };
  const listenToOthers = (notice: ReceivedNotice) => {
    log.debug({ notice }, 'notice received');
    switch (notice.kind) {
      case 'account-changed':
        return clearLists(notice.tenantId);
      case 'upload-decided':
        return void uploadWorker.heedDecisions([notice.uploadId]);
      case 'limit-held':
        return queue.hold(notice.limit, notice.ms);
      case 'missed':
        clearLists(null);
        clearSettings(null);
        clearRecords(null);
        return void uploadWorker.heedDecisions();
      default:
        return;
    }
  };
  queue.onLimited((limit, ms) => notices.send({ kind: 'limit-held', limit, ms: Math.ceil(ms) }));
  return notices.listen((notice, isOwn) => {
    if (notice.kind === 'settings-changed') clearSettings(notice.tenantId);
    if (notice.kind === 'records-changed') clearRecords(notice.tenantId);
    // This process's own writes have already updated all other caches.
    if (!isOwn) listenToOthers(notice);
  });
}
