import * as z from 'zod';
import { Json, wholeMs } from './columns.ts';
import { StoreError, type StoreParts } from './database.ts';
import { type KeyRing, keyIdOf, open, SealError, seal } from './encryption.ts';
import { notifyAfter } from './notices.ts';

/** The tables with one encrypted text per tenant. */
const SEALED_TABLES = ['slack_installations', 'connected_accounts'] as const;
type SealedTable = (typeof SEALED_TABLES)[number];

/** Without keys, nothing can be encrypted or decrypted, but rows can be deleted. */
type SealedParts = Pick<StoreParts, 'db' | 'notices' | 'now'> & { keys: KeyRing | null };

/** Notifies processes that have cached the installation or account of the workspace. */
const changing = <T>({ notices }: SealedParts, tenantId: string, write: () => Promise<T>): Promise<T> =>
  notifyAfter(notices, { kind: 'installation-changed', tenantId }, write);

/**
 * Binds an encrypted text to its row, so that it can't be moved to another. Never change this: stored data depends on
 * it.
 */
export const boundTo = (table: SealedTable, tenantId: string): string => `${table}/${tenantId}`;

/** @throws {StoreError} if there are no keys. */
function requireKeys(keys: KeyRing | null): KeyRing {
  if (keys) return keys;
  throw new StoreError(
    'ENCRYPTION_KEY is not set, so the bot cannot store or read tokens and API keys. Nothing changed. Set it to a key (generate one with "openssl rand -base64 32") and restart the bot.',
  );
}

/** For data that was decrypted, but has an unknown format. */
const unreadable = (what: string): StoreError =>
  new StoreError(`This version can't read ${what}. It wasn't changed. Run the version that wrote it.`);

const ACCOUNTS = 'connected_accounts';

const Secret = z.object({ apiKey: z.string().min(1) });

export interface ConnectedAccount {
  apiKey: string;
  /** The last four characters of the key, which are all that people can see. */
  lastFour: string;
  connectedBy: string;
  connectedAt: Date;
  /** Incremented with each save, even after a disconnect. */
  version: number;
}

export interface TenantAccount {
  /** Replaces the previous account. @throws {StoreError} without keys. */
  save(account: { apiKey: string; connectedBy: string }): Promise<void>;
  /**
   * Null if no account is connected.
   * @throws {SealError} if the key can't be decrypted.
   * @throws {StoreError} without keys, or if this version can't read the account.
   */
  find(): Promise<ConnectedAccount | null>;
  forget(): Promise<void>;
  /** The version of the connected account, read without decrypting it; 0 if there is none. */
  versionOf(): Promise<number>;
}

/** The API keys connected by workspaces. */
export class Accounts {
  readonly #parts: SealedParts;

  constructor(parts: SealedParts) {
    this.#parts = parts;
  }

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
        await changing(this.#parts, tenantId, () =>
          db
            .insertInto(ACCOUNTS)
            .values({ tenant_id: tenantId, version: 1, ...saved })
            .onConflict((conflict) =>
              conflict
                .column('tenant_id')
                .doUpdateSet((row) => ({ ...saved, version: row(`${ACCOUNTS}.version`, '+', 1) })),
            )
            .execute(),
        );
      },
      find: async () => {
        const ring = requireKeys(keys);
        const row = await db.selectFrom(ACCOUNTS).selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
        if (!row || row.sealed === null) return null;
        const secret = Json.pipe(Secret).safeParse(open(ring, row.sealed, bound));
        if (!secret.success) throw unreadable("the account's API key");
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
        await changing(this.#parts, tenantId, () =>
          db
            .updateTable(ACCOUNTS)
            .set({ connected_by: null, connected_at: null, sealed: null })
            .where('tenant_id', '=', tenantId)
            .execute(),
        );
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

const INSTALLATIONS = 'slack_installations';

/** An installation from Slack, with its tokens. Stored encrypted as a whole. */
const InstallationRecord = z
  .object({
    /** The ID of the workspace; or of the organization, if it installed the app. */
    tenantId: z.string().min(1).max(255),
    teamId: z.string().min(1).nullable(),
    enterpriseId: z.string().min(1).nullable(),
    document: z.record(z.string(), z.unknown()),
  })
  .refine(
    ({ enterpriseId, teamId, tenantId }) => [teamId, enterpriseId].includes(tenantId),
    'belongs to another tenant',
  );
export type InstallationRecord = z.infer<typeof InstallationRecord>;

export class Installations {
  readonly #parts: SealedParts;

  constructor(parts: SealedParts) {
    this.#parts = parts;
  }

  /** Replaces the previous installation. @throws {StoreError} without keys. */
  async save(record: InstallationRecord): Promise<void> {
    const { tenantId, ...rest } = InstallationRecord.parse(record);
    const text = JSON.stringify(rest);
    const at = wholeMs(this.#parts.now());
    const saved = {
      saved_at: at,
      checked_at: at,
      sealed: seal(requireKeys(this.#parts.keys), text, boundTo(INSTALLATIONS, tenantId)),
    };
    await changing(this.#parts, tenantId, () =>
      this.#parts.db
        .insertInto(INSTALLATIONS)
        .values({ tenant_id: tenantId, ...saved })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(saved))
        .execute(),
    );
  }

  /**
   * Null if there is no installation.
   * @throws {SealError} if it can't be decrypted.
   * @throws {StoreError} without keys, or if this version can't read it.
   */
  async find(tenantId: string): Promise<InstallationRecord | null> {
    const keys = requireKeys(this.#parts.keys);
    const row = await this.#parts.db
      .selectFrom(INSTALLATIONS)
      .select('sealed')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    if (!row) return null;
    const rest = Json.pipe(z.record(z.string(), z.unknown())).safeParse(
      open(keys, row.sealed, boundTo(INSTALLATIONS, tenantId)),
    );
    const record = InstallationRecord.safeParse({ ...rest.data, tenantId });
    if (record.success) return record.data;
    throw unreadable('the stored Slack installation');
  }

  /**
   * IDs of installations that weren't checked for `forMs`, oldest first. Marks them as checked, so that each goes to
   * only one caller.
   */
  async takeUnchecked(forMs: number, limit: number): Promise<string[]> {
    const { db, now } = this.#parts;
    const at = wholeMs(now());
    const before = at - forMs;
    const due = db
      .selectFrom(INSTALLATIONS)
      .select('tenant_id')
      .where('checked_at', '<=', before)
      .orderBy('checked_at')
      .limit(limit);
    const taken = await db
      .updateTable(INSTALLATIONS)
      .set({ checked_at: at })
      .where('tenant_id', 'in', due)
      .where('checked_at', '<=', before)
      .returning('tenant_id')
      .execute();
    return taken.map(({ tenant_id }) => tenant_id);
  }

  async forget(tenantId: string): Promise<void> {
    await changing(this.#parts, tenantId, () =>
      this.#parts.db.deleteFrom(INSTALLATIONS).where('tenant_id', '=', tenantId).execute(),
    );
  }

  /** The IDs of all tenants, sorted. */
  async tenants(): Promise<string[]> {
    const rows = await this.#parts.db.selectFrom(INSTALLATIONS).select('tenant_id').execute();
    // Sorted here, because the databases use different collations.
    return rows.map(({ tenant_id }) => tenant_id).toSorted();
  }
}

export interface Reencrypted {
  /** Entries that were re-encrypted with the first key. */
  renewed: number;
  /** Entries that were already encrypted with it. */
  already: number;
  /** Why other entries couldn't be decrypted, one sentence each. They are unchanged. */
  unopened: string[];
}

type Row = { table: SealedTable; tenantId: string };

/**
 * Re-encrypts everything with the first key. Never overwrites a concurrent write: the row is read and re-encrypted
 * again.
 * @throws {StoreError} without keys.
 */
export async function reencrypt({ db, keys }: SealedParts): Promise<Reencrypted> {
  const ring = requireKeys(keys);
  const done: Reencrypted = { renewed: 0, already: 0, unopened: [] };
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
): Promise<'renewed' | 'already' | 'gone'> {
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
    if (numUpdatedRows > 0n) return 'renewed';
  }
}
