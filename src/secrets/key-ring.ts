import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { KeyRingError } from './key-ring-error.ts';

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
