import { createHash } from 'node:crypto';
import type { Logger } from '../../base/logger.ts';
import { isAtWork, type Look, readOwnChanges, watchAccount } from '../../watch/watch-account.ts';
import { watchMessage } from '../blocks/watch.ts';
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

/** While something is being changed from here nothing can be told apart: soon afterwards it can. */
const BUSY_AGAIN_MS = 30_000;

export interface Watching {
  log: Logger;
  everyMs: number;
  /** Counts a look as work that a stop waits for. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** The IDs of all workspaces. */
  tenants: () => Promise<readonly string[]>;
  /** Null for one that has removed the bot. */
  workspaceOf: (tenantId: string) => Promise<Workspace | null>;
}

/**
 * Looks at all accounts every few minutes, one after another. Every process does it; each workspace is looked at by the
 * one that comes first.
 * @returns a function that lets no further look begin.
 */
export function startWatching({ everyMs, log, workspaceOf, run, tenants }: Watching): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<number> => {
    let isBusy = false;
    for (const tenantId of await tenants()) {
      if (stopped) break;
      try {
        const workspace = await workspaceOf(tenantId);
        if (!workspace) continue;
        const seen = await watchWorkspace(workspace, everyMs);
        isBusy ||= seen?.kind === 'busy';
        if (seen?.kind === 'trouble')
          log.warn({ problem: seen.error.message, tenant: tenantId }, 'nothing was compared');
        if (seen?.kind === 'told') {
          log.info({ changes: seen.changes.length, tenant: tenantId }, 'changes made elsewhere were told');
          workspace.homes.changed();
        }
      } catch (error) {
        log.error({ err: error, tenant: tenantId }, 'what was changed elsewhere could not be told');
      }
    }
    return isBusy ? Math.min(BUSY_AGAIN_MS, everyMs) : everyMs;
  };
  const next = (afterMs: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      void run(look)
        .catch((error: unknown) => {
          log.error({ err: error }, 'what was changed elsewhere could not be looked for');
          return everyMs;
        })
        .then(next);
    }, afterMs);
    timer.unref();
  };
  next(0);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
