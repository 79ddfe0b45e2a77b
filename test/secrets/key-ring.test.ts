import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { KeyRingError, parseKeyRing } from '../../src/store/encryption.ts';
import { madeUpKey, madeUpRing } from './made-up-keys.ts';

const [NEW, OLD] = [madeUpKey('new'), madeUpKey('old')];
const idOf = (key: string) => createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 8);

describe('the keys of the setting', () => {
  test('are told apart by the first digits of their SHA-256, and the first one seals', () => {
    const ring = parseKeyRing(` ${NEW} ,\n${OLD}`);
    expect(ring.first.id).toBe(idOf(NEW));
    expect([...ring.byId.keys()]).toEqual([idOf(NEW), idOf(OLD)]);
  });

  test('may be base64 or base64url, padded or not, and are the same key then', () => {
    // Every byte 0xfb produces both of the characters that differ.
    const bytes = Buffer.alloc(32, 0xfb);
    const [plain, url] = [bytes.toString('base64'), bytes.toString('base64url')];
    expect(plain).toMatch(/\+.*\/|\/.*\+/);
    const ids = [plain, plain.replace('=', ''), url, `${url}=`].map((text) => parseKeyRing(text).first.id);
    expect(new Set(ids)).toEqual(new Set([idOf(plain)]));
  });

  test('may stand there twice', () => {
    expect(parseKeyRing(`${NEW},${NEW}`).byId.size).toBe(1);
  });

  test.each(['', ' \n'])('are none in %j', (text) => {
    expect(() => parseKeyRing(text)).toThrow(
      'ENCRYPTION_KEY contains no key. Generate one with "openssl rand -base64 32".',
    );
  });

  test.each([
    ['has 31 bytes', Buffer.alloc(31, 7).toString('base64'), 'it is not'],
    ['has 33 bytes', Buffer.alloc(33, 7).toString('base64'), 'it is not'],
    ['is hexadecimal', Buffer.alloc(32, 7).toString('hex'), 'it is not'],
    ['holds a stray character', NEW.replace(/^./, '!'), 'it is not'],
    ['holds a stray character more', `${NEW.slice(0, 20)} ${NEW.slice(20)}`, 'it is not'],
    ['has two paddings', `${NEW}=`, 'it is not'],
    ['ends in bits that belong to no byte', `${NEW.slice(0, 42)}B`, 'it is not'],
    ['ends in a comma', `${NEW},`, 'key 2 is not'],
    ['begins with a comma', `,${OLD}`, 'key 1 is not'],
    ['has a second one that is cut off', `${NEW},${OLD.slice(0, 30)}`, 'key 2 is not'],
  ])('a setting that %s is refused, without repeating it', (_, text, which) => {
    let refusal: unknown;
    try {
      parseKeyRing(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(KeyRingError);
    expect(String(refusal)).toBe(
      `KeyRingError: ENCRYPTION_KEY can't be used: ${which} exactly 32 bytes in base64. Generate one with "openssl rand -base64 32".`,
    );
  });

  test('are not shown when the ring is printed', () => {
    const ring = madeUpRing('new', 'old');
    const shown = [inspect(ring, { depth: Infinity, showHidden: true, getters: true }), JSON.stringify(ring)].join();
    for (const key of [NEW, OLD]) {
      const bytes = Buffer.from(key, 'base64');
      for (const spelling of [key.slice(0, 20), bytes.toString('hex').slice(0, 20), [...bytes].slice(0, 6).join(',')])
        expect(shown).not.toContain(spelling);
    }
    expect(shown).toContain(idOf(NEW));
  });
});
