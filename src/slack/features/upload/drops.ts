import { type Clock, every, sleep } from '../../../base/clock.ts';
import { Rounds } from '../../../base/rounds.ts';
import type { Drop, Share } from '../../../store/drops.ts';
import type { PollingJob } from '../../jobs.ts';
import type { Workspace } from '../../workspace.ts';
import { answerShare } from './answer-share.ts';

/** Lease of a share in milliseconds, renewed while it is being answered. */
export const DROP_LEASE_MS = 10_000;

interface DropTimes {
  clock: Pick<Clock, 'after'>;
  leaseMs: number;
}

/**
 * Waits a moment for more files of the same share, and answers the share if none came. If one came, the process that
 * received it does the same. Never throws.
 */
export async function gatherDrops(
  drop: Pick<Drop, 'channelId' | 'eventId' | 'userId'>,
  times: DropTimes,
  workspace: Workspace,
): Promise<void> {
  const { log, store, uploadTools } = workspace;
  try {
    await sleep(times.clock, uploadTools.settings.gatherMs);
    const share = await store.drops.takeShare(drop, times.leaseMs);
    if (share) await answerDrops(share, times, workspace);
  } catch (error) {
    log.error({ err: error }, 'dropped file not answered, will retry');
  }
}

/** Answers a share, renewing the lease, and marks it answered. A file named in several events is answered once. */
async function answerDrops(share: Share, { clock, leaseMs }: DropTimes, workspace: Workspace): Promise<void> {
  const { log, store } = workspace;
  const { channelId, files, userId } = share;
  // If the store is unavailable, a duplicate answer is better than none.
  const renew = () =>
    store.drops.renew(share, leaseMs).catch((error: unknown) => {
      log.warn({ err: error }, 'lease of a dropped file not renewed');
      return true;
    });
  const stopRenewing = every(clock, leaseMs / 3, () => void renew());
  try {
    const fileIds = [...new Set(files.map(({ fileId }) => fileId))];
    await answerShare({ channelId, fileIds, userId, passedOver: false, isOurs: renew }, workspace);
    await store.drops.markAnswered(share);
  } finally {
    stopRenewing();
  }
}

/** Gives up after this many attempts, because the file may be the cause of the crashes. */
const MAX_TRIES = 5;

/**
 * Answers drops left by killed processes, at startup and every few seconds.
 * @returns a function that stops further rounds.
 */
export function startAnsweringDrops(job: PollingJob<'drops' | 'of'>, leaseMs: number): () => void {
  const { clock, log, onlyTenantId, pollMs, run, store, workspaceOf } = job;
  const answer = async (share: Share) => {
    const { files, tenantId, tries } = share;
    try {
      const workspace = await workspaceOf(tenantId);
      if (workspace && tries <= MAX_TRIES) return await answerDrops(share, { clock, leaseMs }, workspace);
      if (workspace)
        log.error({ tenant: tenantId, files: files.map(({ fileId }) => fileId) }, 'gave up on dropped files');
      await store.of(tenantId).drops.markAnswered(share);
    } catch (error) {
      log.error({ err: error, tenant: tenantId }, 'dropped file not answered, will retry');
    }
  };
  const round = async () => {
    const due = await store.drops.takeDue(leaseMs, onlyTenantId);
    if (due.length > 0) log.info({ shares: due.length }, 'answering dropped files left by a stopped process');
    await Promise.all(due.map(answer));
    return pollMs;
  };
  const failed = (error: unknown) => log.error({ err: error }, 'store unavailable, dropped files stay queued');
  const rounds = new Rounds({ clock, round, run, failed, againMs: pollMs });
  return rounds.start();
}
