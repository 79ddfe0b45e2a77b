import { createHash } from 'node:crypto';
import { readOwnChanges } from '../../watch/own-changes.ts';
import { isAtWork } from '../../watch/own-work.ts';
import { type Look, watchAccount } from '../../watch/watch-account.ts';
import { watchMessage } from '../blocks/watch/watch-message.ts';
import type { Workspace } from '../workspace.ts';

/** More uploads than that are not under way at once. */
const MAX_UPLOADS = 200;
/** A timer must not miss its own turn by a moment. */
const SOONER_MS = 5000;

/**
 * One look at the account of a workspace for what was changed outside Slack, told in the channel that is set for it.
 * Null where none is, or no account is connected.
 * @throws what the store and Slack throw; it is looked at again next time.
 */
export async function watchWorkspace(workspace: Workspace, everyMs: number): Promise<Look | null> {
  const { auditLog, config, context, outbound, policy, seen, store, tenantId, uploadTools } = workspace;
  const { watchChannel } = await policy.read();
  const { account } = uploadTools;
  if (watchChannel === null || account.kind !== 'connected') return null;
  const turn = `watch:${tenantId}`;
  return watchAccount({
    account: `${nameOf(config.service.baseUrl)}#${account.version}`,
    service: context.service,
    snapshots: store.snapshots.of(tenantId),
    ownChanges: (since) => readOwnChanges(context.undoLog, since),
    historyKeepMs: config.historyMs,
    isAtWork: () =>
      isAtWork({
        // Uploads have a list of their own, and may ask somebody for a day.
        auditLog: { runningSince: (since) => auditLog.runningSince(since, { withoutUploads: true }) },
        listUntoldUploads: () => store.uploads.listUntold(tenantId, MAX_UPLOADS),
        now: context.now,
      }),
    claimTurn: () => seen.claim(turn, Math.max(everyMs - SOONER_MS, everyMs / 2)),
    giveTurnBack: () => seen.release(turn),
    tell: async (changes, seenAt) => {
      await outbound.post(watchChannel, null, watchMessage(changes, seenAt), 'announcement');
    },
    now: context.now,
  });
}

/** The address may carry what nobody else should read. */
const nameOf = (baseUrl: string) => createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
