import { setImmediate } from 'node:timers/promises';

/** Even with long, deeply nested paths, this many entries take a few milliseconds at most. */
const AT_ONCE = 10;

/** Yields to the event loop regularly in a loop over entries. @throws the signal's reason if it aborts. */
export async function takeTurns(index: number, signal?: AbortSignal): Promise<void> {
  if (index % AT_ONCE !== 0) return;
  await setImmediate();
  signal?.throwIfAborted();
}
