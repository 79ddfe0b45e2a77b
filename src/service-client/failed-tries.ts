import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnyServiceError } from './errors/index.ts';

const storage = new AsyncLocalStorage<(error: AnyServiceError) => void>();

/** Calls `hear` for each failed try in `work`, even if a retry succeeds. */
export const hearFailedTries = <T>(hear: (error: AnyServiceError) => void, work: () => T): T => storage.run(hear, work);

export const noteFailedTry = (error: AnyServiceError): void => storage.getStore()?.(error);
