/**
 * Returns a function that can be called at any time but runs `work` one call at a time; calls during a run cause one
 * more run afterwards. `work` must not reject.
 */
export function runCoalesced(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    do {
      again = false;
      await work();
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
