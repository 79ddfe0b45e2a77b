import { setImmediate } from 'node:timers/promises';

/** Even with long, deeply nested paths, checking this many entries takes at most a few milliseconds. */
const AT_ONCE = 10;

/** Call this in a loop over entries, to yield to the event loop regularly. @throws the signal's reason if it aborts. */
export async function takeTurns(index: number, signal?: AbortSignal): Promise<void> {
  if (index % AT_ONCE !== 0) return;
  await setImmediate();
  signal?.throwIfAborted();
}
