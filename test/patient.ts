import { DEADLINES, type Deadlines } from '../src/core/deadlines.ts';
import type { StoreOptions } from '../src/store/store.ts';

const PATIENCE_MS = 60_000;

/**
 * Deadlines that a busy machine does not miss. A test whose subject is one of them sets that one. An early ack changes
 * nothing that a person sees.
 */
export const PATIENT: Deadlines = { ...DEADLINES };
for (const name of Object.keys(PATIENT) as (keyof Deadlines)[]) {
  if (name !== 'ack') PATIENT[name] = PATIENCE_MS;
}

/** The same for a store that a test opens itself. */
export const PATIENT_STORE = {
  connectionWaitMs: PATIENCE_MS,
  authorizationWaitMs: PATIENCE_MS,
} satisfies Partial<StoreOptions>;
