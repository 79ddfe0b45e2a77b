/**
 * Makes `work` a thing that may be asked for at any time but runs once at a time; asked for while it runs, it runs once
 * more afterwards. `work` must not reject.
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
