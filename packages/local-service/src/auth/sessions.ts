import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { ensureAccount } from '../storage/accounts.ts';
import { AccountId } from '../storage/ids.ts';
import type { Schema } from '../storage/schema.ts';
import { ensureSetting } from '../storage/settings.ts';

const ALGORITHM = 'HS256';
const AccountSubject = z.string().regex(/^\d+$/).transform(Number).pipe(AccountId);

/** Browser sessions: JWTs for an account. The secret is in the data directory. */
export class Sessions {
  readonly #db: Kysely<Schema>;
  readonly #secret: Uint8Array;

  private constructor(db: Kysely<Schema>, secret: Uint8Array) {
    this.#db = db;
    this.#secret = secret;
  }

  static async open(db: Kysely<Schema>): Promise<Sessions> {
    const secret = await ensureSetting(db, 'session_secret', randomBytes(32).toString('base64'));
    return new Sessions(db, Buffer.from(secret, 'base64'));
  }

  /** Creates a JWT, and the account if needed. @param seconds validity; a negative number creates an expired one. */
  async create(accountName: string, seconds = 12 * 60 * 60): Promise<string> {
    const account = await ensureAccount(this.#db, accountName);
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(String(account))
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.#secret);
  }

  /** The account of a JWT; null if it is expired, forged or not a JWT. */
  async accountOf(token: string): Promise<AccountId | null> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, { algorithms: [ALGORITHM], requiredClaims: ['exp'] });
      return AccountSubject.safeParse(payload.sub).data ?? null;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}
