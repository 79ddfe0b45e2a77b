import type { Logger } from '../../logger.ts';

/** Runs the shutdown steps in order. A failed step is logged and does not stop the others. */
export function stopSteps(log: Logger) {
  return async (step: string, work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, step }, 'a shutdown step failed');
    }
  };
}
