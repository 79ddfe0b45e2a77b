import * as z from 'zod';
import { open, seal } from '../secrets/seal.ts';
import { boundTo, requireKeys, type SealedParts, unreadable } from './sealed-tables.ts';
import { Json, wholeMs } from './upload-row.ts';

const ACCOUNTS = 'connected_accounts';

const Secret = z.object({ apiKey: z.string().min(1) });

export interface ConnectedAccount {
  apiKey: string;
  /** The last four characters of the key: all of it that people see. */
  lastFour: string;
  connectedBy: string;
  connectedAt: Date;
  /** Goes up with each save, also after a forget. */
  version: number;
}

/** The account of one workspace. */
export interface TenantAccount {
  /** In the place of the one before. @throws {StoreError} without keys. */
  save(account: { apiKey: string; connectedBy: string }): Promise<void>;
  /**
   * Null when none is connected.
   * @throws {SealError} when the key does not open. @throws {StoreError} without keys, or when this version cannot read it.
   */
  find(): Promise<ConnectedAccount | null>;
  forget(): Promise<void>;
  /** The version of the one that is connected, without opening it; 0 when none is. */
  versionOf(): Promise<number>;
}

/** The API key that each workspace has connected. */
export class Accounts {
  readonly #parts: SealedParts;

  constructor(parts: SealedParts) {
    this.#parts = parts;
  }

  /** The account of one workspace. */
  of(tenantId: string): TenantAccount {
    const { db, keys, now } = this.#parts;
    const bound = boundTo(ACCOUNTS, tenantId);
    return {
      save: async ({ apiKey, connectedBy }) => {
        const saved = {
          connected_by: connectedBy,
          connected_at: wholeMs(now()),
          sealed: seal(requireKeys(keys), JSON.stringify(Secret.parse({ apiKey })), bound),
        };
        await db
          .insertInto(ACCOUNTS)
          .values({ tenant_id: tenantId, version: 1, ...saved })
          .onConflict((conflict) =>
            conflict
              .column('tenant_id')
              .doUpdateSet((row) => ({ ...saved, version: row(`${ACCOUNTS}.version`, '+', 1) })),
          )
          .execute();
      },
      find: async () => {
        const ring = requireKeys(keys);
        const row = await db.selectFrom(ACCOUNTS).selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
        if (!row || row.sealed === null) return null;
        const secret = Json.pipe(Secret).safeParse(open(ring, row.sealed, bound));
        if (!secret.success) throw unreadable('The key of the account');
        const { apiKey } = secret.data;
        return {
          apiKey,
          lastFour: apiKey.slice(-4),
          connectedBy: row.connected_by ?? '',
          connectedAt: new Date(row.connected_at ?? 0),
          version: row.version,
        };
      },
      forget: async () => {
        await db
          .updateTable(ACCOUNTS)
          .set({ connected_by: null, connected_at: null, sealed: null })
          .where('tenant_id', '=', tenantId)
          .execute();
      },
      versionOf: async () => {
        const row = await db
          .selectFrom(ACCOUNTS)
          .select('version')
          .where('tenant_id', '=', tenantId)
          .where('sealed', 'is not', null)
          .executeTakeFirst();
        return row?.version ?? 0;
      },
    };
  }
}
