import type { Logger } from '../../../base/logger.ts';
import type { Drop, DueDrop } from '../../../store/drops.ts';
import type { Store } from '../../../store/store.ts';
import type { Workspace } from '../../workspace.ts';
import { answerShare } from './offer.ts';

/** Lease of a drop in milliseconds, renewed while it is being answered. */
export const DROP_LEASE_MS = 10_000;

/**
 * Answers what one person shared in one conversation, renewing the lease, and marks it answered. A file named in
 * several events is answered once.
 */
export async function answerDrops(
  { drops, leaseMs }: { drops: readonly [Drop, ...Drop[]]; leaseMs: number },
  workspace: Workspace,
): Promise<void> {
  const { log, store, tenantId } = workspace;
  const kept = store.drops.of(tenantId);
  const eventIds = drops.map(({ eventId }) => eventId);
  const renew = () =>
    kept.renew(eventIds, leaseMs).catch((error: unknown) => {
      log.warn({ err: error }, 'lease of a dropped file not renewed');
    });
  const heartbeat = setInterval(() => void renew(), leaseMs / 3);
  try {
    const [{ channelId, userId }] = drops;
    const fileIds = [...new Set(drops.map(({ fileId }) => fileId))];
    await answerShare({ channelId, fileIds, userId }, workspace);
    await kept.markAnswered(eventIds);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Gives up after this many attempts: the file may be what crashes the bot. */
const MAX_TRIES = 5;

interface Tools {
  log: Logger;
  store: Pick<Store, 'drops'>;
  leaseMs: number;
  /** Polling interval, in milliseconds. */
  pollMs: number;
  /** Tracks the work, so that shutdown waits for it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** The one workspace whose drops are answered; null for all. */
  onlyTenantId: string | null;
  /** Null for a workspace that has removed the bot. */
  workspaceOf: (tenantId: string) => Promise<Workspace | null>;
}

/**
 * Answers drops left by a killed process, at startup and every few seconds.
 * @returns a function that stops further rounds.
 */
export function startAnsweringDrops({
  leaseMs,
  log,
  onlyTenantId,
  workspaceOf,
  pollMs,
  run,
  store,
}: Tools): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const answer = async (share: readonly [DueDrop, ...DueDrop[]]) => {
    const [{ teamId, tries }] = share;
    try {
      const workspace = await workspaceOf(teamId);
      if (workspace && tries <= MAX_TRIES) return await answerDrops({ drops: share, leaseMs }, workspace);
      if (workspace)
        log.error({ tenant: teamId, files: share.map(({ fileId }) => fileId) }, 'gave up on dropped files');
      await store.drops.of(teamId).markAnswered(share.map(({ eventId }) => eventId));
    } catch (error) {
      log.error({ err: error, tenant: teamId }, 'dropped file not answered, will retry');
    }
  };
  const round = async () => {
    const due = await store.drops.takeDue(leaseMs, onlyTenantId);
    if (due.length > 0) log.info({ files: due.length }, 'answering dropped files left by a stopped process');
    await Promise.all(groupByShare(due).map(answer));
  };
  const next = (afterMs: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      void run(round)
        .catch((error: unknown) => log.error({ err: error }, 'store unavailable, dropped files wait'))
        .then(() => next(pollMs));
    }, afterMs);
    timer.unref();
  };
  next(0);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Groups drops by person and conversation. */
function groupByShare(due: readonly DueDrop[]): [DueDrop, ...DueDrop[]][] {
  const shares = new Map<string, [DueDrop, ...DueDrop[]]>();
  for (const drop of due) {
    const key = `${drop.teamId}:${drop.channelId}:${drop.userId}`;
    const share = shares.get(key);
    if (share) share.push(drop);
    else shares.set(key, [drop]);
  }
  return [...shares.values()];
}
