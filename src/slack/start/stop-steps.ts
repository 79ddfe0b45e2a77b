import type { Logger } from '../../logger.ts';

/** Runs the steps of a stop one after another. One that fails is logged, and the next ones run all the same. */
export function stopSteps(log: Logger) {
  return async (step: string, work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, step }, 'a shutdown step failed');
    }
  };
}
