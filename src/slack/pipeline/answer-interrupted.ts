import { withTimeBudget, withTrace } from '../../base/request-context.ts';
import { Rounds } from '../../base/rounds.ts';
import type { CatalogEntry } from '../../core/catalog.ts';
import { readCatalog } from '../../core/lookup.ts';
import { shownTargets } from '../../core/shown-targets.ts';
import { isServiceError } from '../../service/errors.ts';
import { type AuditRecord, isInterrupted } from '../../store/audit-record.ts';
import type { Interruption } from '../../store/interruptions.ts';
import { hideForbidden } from '../blocks/buttons.ts';
import { closeLeftOpen } from '../features/approvals/ask.ts';
import { finishApproved } from '../features/approvals/finish-approved.ts';
import { interruptedMessage } from '../features/interrupted.ts';
import type { PollingJob } from '../jobs.ts';
import { NOWHERE } from '../modal-metadata.ts';
import { identify } from '../payloads/payloads.ts';
import type { Workspace } from '../workspace.ts';
import { answerRequest } from './answer-request.ts';

/** Longer than it takes to read the account and wait for Slack. When it ends, the claiming process counts as killed. */
const CLAIM_MS = 3 * 60_000;
const MAX_AT_ONCE = 10;
/** Pauses after failed attempts to send an answer. After the last one, the bot gives up. */
const AGAIN_MS = [2000, 30_000, 120_000, 600_000];

/**
 * Closes the audit entries of killed processes, and informs the requesters. Approved requests are carried out first.
 * @returns a function that stops it.
 */
export function startAnsweringInterrupted(job: PollingJob<'interruptions' | 'of'>): () => void {
  const { clock, log, onlyTenantId, pollMs, run, store, workspaceOf } = job;
  const answer = async (one: Interruption) => {
    try {
      const { again, forget, settle } = store.of(one.tenantId).interruptions;
      const workspace = await workspaceOf(one.tenantId);
      if (!workspace) return await forget();
      if (await answerOnce(one, workspace)) return await settle(one.id);
      const againMs = AGAIN_MS[one.tries - 1];
      if (againMs !== undefined) return await again(one, againMs);
      log.error({ tenant: one.tenantId, audit: one.id }, 'gave up on answering an interrupted request');
      await settle(one.id);
    } catch (error) {
      // It becomes due again when the claim expires.
      log.error({ err: error, tenant: one.tenantId, audit: one.id }, 'interrupted request not answered, will retry');
    }
  };
  const round = async (): Promise<number> => {
    await store.interruptions.plan();
    let due: Interruption[];
    do {
      due = await store.interruptions.takeDue(MAX_AT_ONCE, CLAIM_MS, onlyTenantId);
      if (due.length > 0) log.info({ requests: due.length }, 'answering requests of killed processes');
      await Promise.all(due.map(answer));
    } while (due.length === MAX_AT_ONCE && !rounds.isStopped);
    return pollMs;
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'could not query requests of killed processes');
  const rounds = new Rounds({ clock, round, run, failed, againMs: pollMs });
  return rounds.start();
}

/** Every step may be repeated after a crash. @returns true if nothing is left to do. */
async function answerOnce({ id }: Interruption, workspace: Workspace): Promise<boolean> {
  const attempt = await workspace.auditLog.read(id);
  const finished = attempt === null ? 'no' : await finishApproved(attempt, workspace, answerRequest);
  if (finished !== 'no') return finished === 'done';
  const record = await workspace.auditLog.interrupt(id);
  if (!record || (record.isPlanned && isInterrupted(record))) return true;
  const { channelId, ref, targets, userId } = record;
  return withTrace(ref, async () => {
    const answer = interruptedMessage(record, await readShown(record, workspace));
    const requester = await identify({ userId, isStranger: false, channelId }, workspace);
    // The response URL isn't stored in the audit log, because people can export that.
    const to = { userId, origin: { ...NOWHERE, channelId }, triggerId: null, openedViewId: null };
    const isDelivered = await workspace.outbound.deliver(hideForbidden(answer, requester), to);
    if (!isDelivered) return false;
    workspace.homes.changed();
    // Only now, because an answer that isn't delivered is repeated, and the requester would be notified each time.
    const approval = targets.find(({ kind }) => kind === 'approval')?.id;
    if (approval) await closeLeftOpen(approval, userId, workspace);
    return true;
  });
}

/** Empty if the account can't be read: the answer is sent without the current state then. */
async function readShown(record: AuditRecord, { config, context }: Workspace): Promise<CatalogEntry[]> {
  if (record.targets.length === 0) return [];
  try {
    const catalog = await withTimeBudget(config.service.timeoutMs, () => readCatalog(context));
    return shownTargets(record.targets, catalog);
  } catch (error) {
    if (isServiceError(error)) return [];
    throw error;
  }
}
