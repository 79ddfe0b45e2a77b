import { bad, good, type Verdict } from '../core/finding.ts';
import type { MigrationState } from '../store/read-migrations.ts';
import type { StoreKind } from '../store/schema.ts';
import type { Check } from './check.ts';
import { STORE_FIX } from './store.ts';

/** Whether the tables are those that this version works with. */
export const checkMigrations = (store: { kind: StoreKind; readMigrations: () => Promise<MigrationState> }): Check => ({
  subject: 'Migrations',
  fixWithoutAnswer: STORE_FIX[store.kind],
  look: async () =>
    judgeMigrations(await store.readMigrations(), 'Restart the bot: it migrates the database when it starts.'),
});

/** @param fixMissing what to do about some that were not made; null where the next start makes them anyway */
export function judgeMigrations({ foreign, known, missing }: MigrationState, fixMissing: string | null): Verdict {
  if (foreign > 0) {
    return bad(
      `A newer version has migrated this database: ${foreign} of its migrations are unknown here.`,
      'Run that version, or restore the backup from before the upgrade.',
    );
  }
  if (missing === 0) return good(`All ${known} are made.`);
  const found = `${missing} of ${known} are not made`;
  return fixMissing === null ? good(`${found} yet; the next start makes them.`) : bad(`${found}.`, fixMissing);
}
