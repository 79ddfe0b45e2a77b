import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../../base/logger.ts';
import type { Store } from '../../store/store.ts';
import type { InFlight } from '../bolt.ts';
import type { Uninstalls } from './open-workspaces.ts';

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = 60_000;
/** Per round: enough for 28,000 workspaces a day, one call at a time. */
const MAX_AT_ONCE = 20;

interface Tools {
  log: Logger;
  inFlight: InFlight;
  store: Pick<Store, 'installations'>;
  uninstalls: Pick<Uninstalls, 'endIfGone'>;
}

/**
 * Checks each installation once a day, since uninstall events may be missed. One process checks; a failed check is
 * repeated the next day.
 * @returns a function that stops further checks.
 */
export function startInstallationChecks({ inFlight, log, store, uninstalls }: Tools): () => void {
  const stop = new AbortController();
  const round = async () => {
    for (const id of await store.installations.takeUnchecked(DAY_MS, MAX_AT_ONCE)) {
      if (stop.signal.aborted) return;
      await uninstalls.endIfGone(id);
    }
  };
  const repeat = async () => {
    while (!stop.signal.aborted) {
      await inFlight.run(round).catch((error: unknown) => log.error({ err: error }, 'installation check failed'));
      await wait(EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  };
  void repeat();
  return () => stop.abort();
}
