import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnyServiceError } from './errors/index.ts';

const storage = new AsyncLocalStorage<(error: AnyServiceError) => void>();

/** `hear` learns of each try of a call in `work` that fails, also where the call is repeated and succeeds in the end. */
export const hearFailedTries = <T>(hear: (error: AnyServiceError) => void, work: () => T): T => storage.run(hear, work);

export const noteFailedTry = (error: AnyServiceError): void => storage.getStore()?.(error);
