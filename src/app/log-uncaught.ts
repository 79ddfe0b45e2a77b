import type { Logger } from '../base/logger.ts';

/** Logs what nothing catches. Node would print it unmasked, and it may contain a secret. */
export function logUncaught(log: Pick<Logger, 'error' | 'fatal'>): void {
  // One failed request must not end the others.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception, exiting');
    process.exit(1);
  });
}
