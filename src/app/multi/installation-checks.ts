import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { Rounds } from '../../base/rounds.ts';
import type { Store } from '../../store/store.ts';
import type { InFlight } from '../bolt.ts';
import type { Uninstalls } from './open-workspaces.ts';

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = 60_000;
/** Enough for 28,000 workspaces a day, one call at a time. */
const MAX_AT_ONCE = 20;

interface Tools {
  clock: Pick<Clock, 'after'>;
  log: Logger;
  inFlight: InFlight;
  store: Pick<Store, 'installations'>;
  uninstalls: Pick<Uninstalls, 'endIfGone'>;
}

/**
 * Checks each installation once a day, because uninstall events may be missed. Each is checked by one process; a failed
 * check is repeated the next day.
 * @returns a function that stops further checks.
 */
export function startInstallationChecks({ clock, inFlight, log, store, uninstalls }: Tools): () => void {
  const round = async () => {
    for (const id of await store.installations.takeUnchecked(DAY_MS, MAX_AT_ONCE)) {
      if (rounds.isStopped) break;
      await uninstalls.endIfGone(id);
    }
    return EVERY_MS;
  };
  const run = <T>(work: () => Promise<T>) => inFlight.run(work);
  const failed = (error: unknown) => log.error({ err: error }, 'installation check failed');
  const rounds = new Rounds({ clock, round, run, failed, againMs: EVERY_MS });
  return rounds.start();
}
