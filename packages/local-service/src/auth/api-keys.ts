import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ensureAccount, findAccount } from '../storage/accounts.ts';
import type { AccountId, ApiKeyId } from '../storage/ids.ts';
import type { Schema } from '../storage/schema.ts';

/** A key without its secret. */
interface ApiKeyRecord {
  readonly id: ApiKeyId;
  readonly lastFour: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** The given key cannot be used. The message gives the reason and the fix. */
export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError';
}

/** API keys of all accounts. Only a hash is stored, so a key is shown only when it is created. */
export class ApiKeys {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Creates a key, and the account if needed. */
  async create(accountName: string): Promise<string> {
    const key = `key-${randomBytes(24).toString('base64url')}`;
    await this.#insert(await ensureAccount(this.#db, accountName), key);
    return key;
  }

  /**
   * Makes sure that a given key opens an account.
   * @throws {ApiKeyError} if the key was revoked or belongs to another account.
   */
  async ensure(accountName: string, key: string): Promise<void> {
    const account = await ensureAccount(this.#db, accountName);
    const row = await this.#db.selectFrom('api_keys').selectAll().where('hash', '=', hashKey(key)).executeTakeFirst();
    if (!row) return this.#insert(account, key);
    if (row.revoked_at !== null) throw new ApiKeyError('This API key was revoked. Use another one.');
    if (row.account_id !== account) throw new ApiKeyError('This API key belongs to another account. Use another one.');
  }

  /** Keys of an account, oldest first; empty if the account does not exist. */
  async list(accountName: string): Promise<ApiKeyRecord[]> {
    const account = await findAccount(this.#db, accountName);
    if (account === null) return [];
    const rows = await this.#db
      .selectFrom('api_keys')
      .select(['id', 'last_four', 'created_at', 'revoked_at'])
      .where('account_id', '=', account)
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      lastFour: row.last_four,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
    }));
  }

  /** Takes effect with the next request. False if the account has no such active key. */
  async revoke(accountName: string, id: ApiKeyId): Promise<boolean> {
    const account = await findAccount(this.#db, accountName);
    if (account === null) return false;
    const { numUpdatedRows } = await this.#db
      .updateTable('api_keys')
      .set({ revoked_at: new Date().toISOString() })
      .where('id', '=', id)
      .where('account_id', '=', account)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Null if no account has this key. */
  async accountOf(key: string): Promise<AccountId | null> {
    const row = await this.#db
      .selectFrom('api_keys')
      .select('account_id')
      .where('hash', '=', hashKey(key))
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return row?.account_id ?? null;
  }

  async #insert(account: AccountId, key: string): Promise<void> {
    await this.#db
      .insertInto('api_keys')
      .values({
        account_id: account,
        hash: hashKey(key),
        last_four: key.slice(-4),
        created_at: new Date().toISOString(),
        revoked_at: null,
      })
      .execute();
  }
}

/** Keys are long and random, so a plain fast hash is safe. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
