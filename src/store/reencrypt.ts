import type { KeyRing } from '../secrets/key-ring.ts';
import { keyIdOf, open, seal } from '../secrets/seal.ts';
import { SealError } from '../secrets/seal-error.ts';
import { boundTo, requireKeys, SEALED_TABLES, type SealedParts, type SealedTable } from './sealed-tables.ts';

export interface Reencrypted {
  /** Sealed with the first key now. */
  anew: number;
  /** Sealed with it before. */
  already: number;
  /** Why others could not be opened, a sentence each; they were left as they are. */
  unopened: string[];
}

type Row = { table: SealedTable; tenantId: string };

/**
 * Seals everything that is sealed with the first key. What a bot writes at the same time is never overwritten: it is
 * read again and, where it is sealed with another key, sealed anew.
 * @throws {StoreError} without keys.
 */
export async function reencrypt({ db, keys }: SealedParts): Promise<Reencrypted> {
  const ring = requireKeys(keys);
  const done: Reencrypted = { anew: 0, already: 0, unopened: [] };
  for (const table of SEALED_TABLES) {
    const rows = await db.selectFrom(table).select('tenant_id').where('sealed', 'is not', null).execute();
    for (const { tenant_id: tenantId } of rows) {
      try {
        const outcome = await reencryptRow(db, ring, { table, tenantId });
        if (outcome !== 'gone') done[outcome] += 1;
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        done.unopened.push(error.message);
      }
    }
  }
  return done;
}

async function reencryptRow(
  db: SealedParts['db'],
  ring: KeyRing,
  { table, tenantId }: Row,
): Promise<'anew' | 'already' | 'gone'> {
  const bound = boundTo(table, tenantId);
  for (;;) {
    const row = await db.selectFrom(table).select('sealed').where('tenant_id', '=', tenantId).executeTakeFirst();
    const sealed = row?.sealed;
    if (!sealed) return 'gone';
    if (keyIdOf(sealed) === ring.first.id) return 'already';
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ sealed: seal(ring, open(ring, sealed, bound), bound) })
      .where('tenant_id', '=', tenantId)
      .where('sealed', '=', sealed)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return 'anew';
  }
}
