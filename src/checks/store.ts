import { good } from '../core/finding.ts';
import type { StoreKind } from '../store/schema.ts';
import type { Check } from './check.ts';

export const STORE_NAMES: Record<StoreKind, string> = {
  libsql: 'the file in DATA_DIR',
  postgresql: 'PostgreSQL',
};
export const STORE_FIX: Record<StoreKind, string> = {
  libsql: 'Check that bot.sqlite in DATA_DIR is there, is whole and may be written, and that the disk is not full.',
  postgresql: 'Check DATABASE_URL, whether PostgreSQL runs and takes connections, and the network to it.',
};

/** Whether the database of the running bot answers. */
export const checkStore = (store: { kind: StoreKind; check: () => Promise<void> }): Check => ({
  subject: 'Store',
  fixWithoutAnswer: STORE_FIX[store.kind],
  look: async () => {
    const startedAt = performance.now();
    await store.check();
    return good(`It answers in ${Math.round(performance.now() - startedAt)} ms: ${STORE_NAMES[store.kind]}.`);
  },
});
