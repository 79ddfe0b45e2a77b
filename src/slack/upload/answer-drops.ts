import type { Drop } from '../../store/drops.ts';
import type { Workspace } from '../workspace.ts';
import { answerShare } from './answer-share.ts';

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
