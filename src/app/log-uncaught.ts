import type { Logger } from '../base/logger.ts';

/** Logs errors that nothing catches. Node would print them unmasked, and they may contain secrets. */
export function logUncaught(log: Pick<Logger, 'error' | 'fatal'>): void {
  // The process continues, because one failed request must not end the others.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception, exiting');
    process.exit(1);
  });
}
