import type { Logger } from '../../logger.ts';
import type { Workspace } from '../workspace.ts';
import { watchWorkspace } from './watch-workspace.ts';

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
