import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The setting with the keys cannot be used. The message is a sentence for people, without anything of the keys. */
export class KeyRingError extends Error {
  override readonly name = 'KeyRingError';
}

const KEY_BYTES = 32;
const HOW_TO_MAKE_ONE = '"openssl rand -base64 32" makes one.';

/** A `KeyObject` shows nothing of its bytes when it is printed. */
export interface SealingKey {
  /** The first eight hexadecimal digits of the SHA-256 of the key. Tells keys apart, and tells nothing else of them. */
  id: string;
  key: KeyObject;
}

/** The keys of one installation: one seals, all open. */
export interface KeyRing {
  first: SealingKey;
  /** All of them by their IDs, the first among them. */
  byId: ReadonlyMap<string, KeyObject>;
}

/**
 * Reads the setting ENCRYPTION_KEY: one key, or several separated by commas, each the base64 or base64url of 32 bytes.
 * The first one seals; the others are there to open what was sealed before.
 * @throws {KeyRingError} which never repeats the setting.
 */
export function parseKeyRing(text: string): KeyRing {
  const parts = text.trim() === '' ? [] : text.split(',').map((part) => part.trim());
  const keys = parts.map((part, index) => readKey(part, parts.length > 1 ? `its key number ${index + 1}` : 'it'));
  const byId = new Map<string, KeyObject>();
  for (const { id, key } of keys) {
    if (byId.get(id)?.equals(key) === false) {
      throw new KeyRingError(
        `ENCRYPTION_KEY cannot be used: two different keys have the ID ${id}. Replace the newer one. ${HOW_TO_MAKE_ONE}`,
      );
    }
    byId.set(id, key);
  }
  const [first] = keys;
  if (!first) throw new KeyRingError(`ENCRYPTION_KEY holds no key. ${HOW_TO_MAKE_ONE}`);
  return { first, byId };
}

function readKey(text: string, which: string): SealingKey {
  const bytes = Buffer.from(text, 'base64');
  // Node passes over what is no base64; what was read has to be the whole of it.
  const spellings = [bytes.toString('base64'), bytes.toString('base64url')];
  if (bytes.length !== KEY_BYTES || !spellings.some((one) => withoutPadding(one) === withoutPadding(text))) {
    throw new KeyRingError(
      `ENCRYPTION_KEY cannot be used: ${which} is not the base64 of exactly ${KEY_BYTES} bytes. ${HOW_TO_MAKE_ONE}`,
    );
  }
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), key: createSecretKey(bytes) };
}

const withoutPadding = (text: string): string => text.replace(/=$/, '');

/** A sealed text does not open. The message is a sentence for people, without anything of the text or of a key. */
export class SealError extends Error {
  override readonly name = 'SealError';
  /** The ID of the key that it was sealed with; null when not even that can be read. */
  readonly keyId: string | null;

  constructor(message: string, keyId: string | null) {
    super(message);
    this.keyId = keyId;
  }
}

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
