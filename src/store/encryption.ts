import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The setting ENCRYPTION_KEY is invalid. The message is for people and doesn't contain any key. */
export class KeyRingError extends Error {
  override readonly name = 'KeyRingError';
}

const KEY_BYTES = 32;
const HOW_TO_GENERATE = 'Generate one with "openssl rand -base64 32".';

/** Has a `KeyObject`, because that never prints its bytes. */
interface SealingKey {
  /** The first eight hexadecimal digits of the key's SHA-256, which identify the key without revealing it. */
  id: string;
  key: KeyObject;
}

/** Several keys, so that they can be rotated: the first encrypts, all of them decrypt. */
export interface KeyRing {
  first: SealingKey;
  /** All keys by ID, including the first. */
  byId: ReadonlyMap<string, KeyObject>;
}

/**
 * Parses ENCRYPTION_KEY: one key, or several separated by commas, each of them 32 bytes in base64 or base64url. The
 * first encrypts; the others only decrypt older data.
 * @throws {KeyRingError} without the value of the setting.
 */
export function parseKeyRing(text: string): KeyRing {
  const parts = text.trim() === '' ? [] : text.split(',').map((part) => part.trim());
  const keys = parts.map((part, index) => readKey(part, parts.length > 1 ? `key ${index + 1}` : 'it'));
  const byId = new Map<string, KeyObject>();
  for (const { id, key } of keys) {
    if (byId.get(id)?.equals(key) === false) {
      throw new KeyRingError(
        `ENCRYPTION_KEY can't be used: two different keys have the ID ${id}. Replace the newer one. ${HOW_TO_GENERATE}`,
      );
    }
    byId.set(id, key);
  }
  const [first] = keys;
  if (!first) throw new KeyRingError(`ENCRYPTION_KEY contains no key. ${HOW_TO_GENERATE}`);
  return { first, byId };
}

function readKey(text: string, which: string): SealingKey {
  const bytes = Buffer.from(text, 'base64');
  // Node ignores invalid characters, so this checks that everything was decoded.
  const spellings = [bytes.toString('base64'), bytes.toString('base64url')];
  if (bytes.length !== KEY_BYTES || !spellings.some((one) => withoutPadding(one) === withoutPadding(text))) {
    throw new KeyRingError(
      `ENCRYPTION_KEY can't be used: ${which} is not exactly ${KEY_BYTES} bytes in base64. ${HOW_TO_GENERATE}`,
    );
  }
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), key: createSecretKey(bytes) };
}

const withoutPadding = (text: string): string => text.replace(/=$/, '');

/** An encrypted text can't be decrypted. The message is for people and contains neither the text nor a key. */
export class SealError extends Error {
  override readonly name = 'SealError';
  /** The ID of the key that encrypted the text; null if the text isn't in the encrypted format. */
  readonly keyId: string | null;

  constructor(message: string, keyId: string | null) {
    super(message);
    this.keyId = keyId;
  }
}

/** True if a secret couldn't be decrypted, even if Bolt has wrapped the error. */
export const isSealTrouble = (error: unknown): boolean =>
  error instanceof SealError || (error instanceof Error && isSealTrouble(Reflect.get(error, 'original')));

const CIPHER = 'aes-256-gcm';
/** As NIST SP 800-38D recommends: a random 96-bit IV for each message, and a full-length tag. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `v1.<key ID>.<IV>.<ciphertext>.<tag>`, with the last three in base64url. The IV and the tag have fixed lengths. */
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/**
 * Encrypts a text with the first key.
 * @param bound names the table and row, as additional authenticated data. It isn't part of the result, but is required
 * for decryption.
 */
export function seal(ring: KeyRing, text: string, bound: string): string {
  const { id, key } = ring.first;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(header(id, bound));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return ['v1', id, ...[iv, ciphertext, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))].join('.');
}

/**
 * Decrypts a sealed text with the key that encrypted it.
 * @param bound the value given to `seal`.
 * @throws {SealError} if the ring lacks the key, or if the text was modified or sealed for another row.
 */
export function open(ring: KeyRing, sealed: string, bound: string): string {
  const [, keyId, iv, ciphertext, tag] = SEALED.exec(sealed) ?? [];
  if (keyId === undefined || iv === undefined || ciphertext === undefined || tag === undefined) {
    throw new SealError(
      "This version can't read the encryption format of a secret in the database. The secret wasn't changed. Run the version that wrote it, or enter the secret again.",
      null,
    );
  }
  const key = ring.byId.get(keyId);
  if (!key) {
    throw new SealError(
      `A secret in the database was encrypted with key ${keyId}, which is missing from ENCRYPTION_KEY. The secret wasn't changed. Add that key at the end of ENCRYPTION_KEY and restart this process. If the key is lost, enter the secret again.`,
      keyId,
    );
  }
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
      .setAAD(header(keyId, bound))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(ciphertext, 'base64url', 'utf8') + decipher.final('utf8');
  } catch {
    // Node gives no more detail.
    throw new SealError(
      `A secret in the database, encrypted with key ${keyId}, was modified or belongs to another row. The bot didn't change it. Restore a backup of the database, or enter the secret again.`,
      keyId,
    );
  }
}

/** The ID of the key that encrypted a text; null if the text isn't encrypted. */
export const keyIdOf = (sealed: string): string | null => SEALED.exec(sealed)?.[1] ?? null;

/** The additional authenticated data. It is unambiguous, because a key ID has a fixed length. */
const header = (keyId: string, bound: string): Buffer => Buffer.from(`v1.${keyId}.${bound}`);
