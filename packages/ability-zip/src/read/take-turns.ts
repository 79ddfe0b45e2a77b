import { setImmediate } from 'node:timers/promises';

/** So many entries, each with a long path in many folders, take a few milliseconds at most. */
const AT_ONCE = 10;

/**
 * Lets everything else that waits go first now and then, in a loop over entries.
 * @throws the signal's reason when it is aborted.
 */
export async function takeTurns(index: number, signal?: AbortSignal): Promise<void> {
  if (index % AT_ONCE !== 0) return;
  await setImmediate();
  signal?.throwIfAborted();
}
