import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyIdOf, open, SealError, seal } from '../../src/store/encryption.ts';
import { madeUpRing } from './made-up-keys.ts';

const ring = madeUpRing('new', 'old');
const SECRET = 'made-up-secret-äöü-🚀';
const HERE = 'accounts/T1';

/** The error that `open` throws. */
function refusal(work: () => string): SealError {
  try {
    work();
  } catch (error) {
    if (error instanceof SealError) return error;
    throw error;
  }
  throw new Error('It was opened.');
}

describe('a sealed text', () => {
  test('opens unchanged, for any text and any context', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, (secret, bound) => {
        expect(open(ring, seal(ring, secret, bound), bound)).toBe(secret);
      }),
    );
  });

  test('has its own format, with the ID of the first key in it', () => {
    const sealed = seal(ring, SECRET, HERE);
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
    expect(keyIdOf(sealed)).toBe(ring.first.id);
    expect(sealed).not.toContain('made-up');
  });

  test('differs each time in IV, ciphertext and tag', () => {
    const sealed = Array.from({ length: 100 }, () => seal(ring, SECRET, HERE).split('.'));
    for (const place of [2, 3, 4]) expect(new Set(sealed.map((parts) => parts[place])).size).toBe(100);
  });

  test('opens by a key that is not the first', () => {
    const sealed = seal(madeUpRing('old'), SECRET, HERE);
    expect(open(ring, sealed, HERE)).toBe(SECRET);
    expect(keyIdOf(sealed)).not.toBe(ring.first.id);
  });

  test('does not open for another row', () => {
    const error = refusal(() => open(ring, seal(ring, SECRET, HERE), 'accounts/T2'));
    expect(error.message).toMatch(/^A secret in the database, encrypted with key [0-9a-f]{8}, was modified or belongs/);
    expect(error.keyId).toBe(ring.first.id);
  });

  test('of a key that is not there names it, and the setting that lacks it', () => {
    const lost = madeUpRing('lost');
    const error = refusal(() => open(ring, seal(lost, SECRET, HERE), HERE));
    expect(error.message).toContain(`encrypted with key ${lost.first.id}, which is missing from ENCRYPTION_KEY.`);
    expect(error.keyId).toBe(lost.first.id);
  });

  test('does not open by another key that claims its ID', () => {
    const { first } = ring;
    const other = madeUpRing('other');
    const impostor = { first, byId: new Map([[first.id, other.first.key]]) };
    refusal(() => open(impostor, seal(ring, SECRET, HERE), HERE));
  });

  test('does not open once a bit of it is another', () => {
    const sealed = seal(ring, SECRET, HERE);
    const [version, keyId, ...rest] = sealed.split('.');
    const bytes = rest.map((part) => Buffer.from(part, 'base64url'));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 }), fc.nat(), fc.integer({ min: 0, max: 7 }), (part, at, bit) => {
        const changed = bytes.map((one) => Buffer.from(one));
        const target = changed[part];
        if (!target) throw new Error('There is no such part.');
        target[at % target.length] = (target[at % target.length] ?? 0) ^ (1 << bit);
        const text = [version, keyId, ...changed.map((one) => one.toString('base64url'))].join('.');
        expect(refusal(() => open(ring, text, HERE)).message).toContain('was modified');
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['a text that is not sealed', SECRET],
    ['a later format', seal(ring, SECRET, HERE).replace('v1', 'v2')],
    ['a tag that is cut off', seal(ring, SECRET, HERE).slice(0, -6)],
    ['one with a line after it', `${seal(ring, SECRET, HERE)}\n`],
  ])('is not %s', (_, text) => {
    const error = refusal(() => open(ring, text, HERE));
    expect(error.message).toMatch(/^This version can't read the encryption format of a secret in the database/);
    expect(error.message).not.toContain(SECRET);
    expect(error.keyId).toBeNull();
    expect(keyIdOf(text)).toBeNull();
  });
});
