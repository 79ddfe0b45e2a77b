import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hideLearnt, learnSecret, Secrets } from '../src/base/secrets.ts';

/** Few characters, so that secrets overlap, contain and repeat one another; with those that JSON escapes. */
const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '\n'), minLength, maxLength });
const secret = fc.oneof(
  text(8, 14),
  // As the keys of one provider, of several lengths.
  text(0, 10).map((rest) => `ab_live_${rest}`),
  fc.constantFrom('aaaaaaaa', 'abababab', 'abababababab'),
);
const escaped = (plain: string) => JSON.stringify(plain).slice(1, -1);
const spellings = (plain: string) => {
  const [one, two, three] = [escaped(plain), escaped(escaped(plain)), escaped(escaped(escaped(plain)))];
  return [plain, one, two, three];
};

/** Longest first, each everywhere. No secret has the brackets of "[secret]", so none is found in what was inserted. */
function maskNaively(line: string, secrets: readonly string[]): string {
  const all = [...new Set(secrets.filter(({ length }) => length >= 8).flatMap(spellings))];
  all.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return all.reduce((rest, each) => rest.replaceAll(each, '[secret]'), line);
}

/** Secrets, and a line of them, of parts of them, and of other text. */
const scene = fc.array(secret, { minLength: 1, maxLength: 8 }).chain((secrets) => {
  const whole = fc.constantFrom(...secrets.flatMap(spellings));
  const part = fc.tuple(whole, fc.nat(12), fc.nat(12)).map(([one, from, count]) => one.slice(from, from + count));
  const line = fc.array(fc.oneof(whole, part, text(0, 5)), { maxLength: 12 }).map((pieces) => pieces.join(''));
  return fc.record({ secrets: fc.constant(secrets), line, gone: fc.nat(secrets.length) });
});

test('a line reads as if each secret were replaced by itself, the longest first, and later without those removed', () => {
  fc.assert(
    fc.property(scene, ({ gone, line, secrets }) => {
      const known = new Secrets();
      for (const one of secrets) known.add(one);
      expect(known.mask(line, '[secret]')).toBe(maskNaively(line, secrets));
      for (const one of secrets.slice(0, gone)) known.remove(one);
      expect(known.mask(line, '[secret]')).toBe(maskNaively(line, secrets.slice(gone)));
    }),
    { numRuns: 300 },
  );
});

test('what is removed more often than it was added does not take another away', () => {
  const known = new Secrets();
  known.add('made-up-key-1');
  known.remove('made-up-key-2');
  known.remove('short');
  expect(known.mask('made-up-key-1 and made-up-key-2', '[secret]')).toBe('[secret] and made-up-key-2');
});

test('the keys of ten thousand workspaces are masked, however alike they begin', () => {
  const keys = Array.from({ length: 10_000 }, (_, n) => `sk_live_made-up-${n}-end`);
  for (const key of keys) learnSecret(key);
  expect(hideLearnt(keys.join(' '), '*')).toBe(keys.map(() => '*').join(' '));
});
