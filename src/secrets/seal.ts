import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import { SealError } from './seal-error.ts';

const CIPHER = 'aes-256-gcm';
/** What NIST SP 800-38D recommends: 96 bits for the IV, drawn anew each time, and the whole tag. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `v1.<key ID>.<IV>.<ciphertext>.<tag>`, the last three in base64url. The lengths of IV and tag are part of it. */
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/**
 * Encrypts a text with the first key of the ring.
 * @param bound names the table and the row that it is for. It is not part of the result, and needed to open it.
 */
export function seal(ring: KeyRing, text: string, bound: string): string {
  const { id, key } = ring.first;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(header(id, bound));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return ['v1', id, ...[iv, ciphertext, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))].join('.');
}

/**
 * The text that was sealed, by whichever key of the ring it was.
 * @param bound what was given when it was sealed.
 * @throws {SealError} when the ring lacks the key, or when the text was changed, damaged or sealed for another row.
 */
export function open(ring: KeyRing, sealed: string, bound: string): string {
  const [, keyId, iv, ciphertext, tag] = SEALED.exec(sealed) ?? [];
  if (keyId === undefined || iv === undefined || ciphertext === undefined || tag === undefined) {
    throw new SealError(
      'A secret in the database is not sealed in a way that this version of the bot knows. It was left as it is. Start the version that wrote it, or enter the secret again.',
      null,
    );
  }
  const key = ring.byId.get(keyId);
  if (!key) {
    throw new SealError(
      `A secret in the database was sealed with the key ${keyId}, which ENCRYPTION_KEY lacks. It was left as it is. Add that key behind the others, or enter the secret again.`,
      keyId,
    );
  }
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
      .setAAD(header(keyId, bound))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(ciphertext, 'base64url', 'utf8') + decipher.final('utf8');
  } catch {
    // Node says no more than that it did not fit.
    throw new SealError(
      `A secret in the database, sealed with the key ${keyId}, was changed, or belongs to another row. It was left as it is. Put back a copy of the database, or enter the secret again.`,
      keyId,
    );
  }
}

/** The ID of the key that a text was sealed with; null for what is not sealed. */
export const keyIdOf = (sealed: string): string | null => SEALED.exec(sealed)?.[1] ?? null;

/** What is authenticated beside the text. The key ID has a fixed length, so that two different ones never look alike. */
const header = (keyId: string, bound: string): Buffer => Buffer.from(`v1.${keyId}.${bound}`);
