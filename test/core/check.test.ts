import { InstalledAbilityId } from '@abilities-bot/service-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayCollide, WordIndex } from '../../src/core/collisions.ts';

const row = (id: number, name: string, ...triggerWords: string[]) => ({
  id: InstalledAbilityId.parse(id),
  name,
  triggerWords,
});

/** What collides with these words of an Ability that is not saved yet. */
const against = (words: string[], ...rows: ReturnType<typeof row>[]) =>
  new WordIndex(rows).find(words, null).map((one) => [one.kind, one.with.name, one.with.word]);

describe('trigger words', () => {
  test.each([
    ['case', 'PLAY Radio', 'play radio', 'equal'],
    ['spacing', 'play  radio', 'play radio', 'equal'],
    ['punctuation', 'play radio!', 'play radio', 'similar'],
    ['common words', 'please play the radio', 'play radio', 'similar'],
    ['a part at the end', 'now play radio', 'play radio', 'inside'],
    ['a part in the middle', 'then play radio loud', 'play radio', 'inside'],
  ])('that differ in %s collide', (_what, word, other, kind) => {
    expect(against([word], row(1, 'Radio', other))).toEqual([[kind, 'Radio', other]]);
  });

  test.each([
    ['a part of a word', 'replay radios', 'play radio'],
    ['another order', 'radio play', 'play radio'],
    ['a common word alone', 'please help', 'please'],
    ['other words', 'stop music', 'play radio'],
  ])('that share only %s do not collide', (_what, word, other) => {
    expect(against([word], row(1, 'Radio', other))).toEqual([]);
  });

  test('of the same Ability do not collide', () => {
    const index = new WordIndex([row(1, 'Radio', 'play radio', 'play the radio')]);
    expect(index.find(['play radio'], InstalledAbilityId.parse(1))).toEqual([]);
  });

  test('that are only common words are compared as they are', () => {
    expect(against(['would you like that'], row(1, 'Radio', 'would you like some'))).toEqual([]);
    expect(against(['would you like that'], row(1, 'Radio', 'would you like that!'))).toEqual([
      ['similar', 'Radio', 'would you like that!'],
    ]);
  });

  test('are found from the shorter one too, in a form', () => {
    const index = new WordIndex([row(1, 'Weather', 'will it rain today', 'rainy day')]);
    expect(index.findBothWays(['rain', 'it'], null)).toEqual([
      { kind: 'around', word: 'rain', with: { id: 1, name: 'Weather', word: 'will it rain today' } },
    ]);
  });

  const words = fc
    .array(fc.constantFrom('play', 'radio', 'the', 'please', 'loud', 'now', 'Radio!'), { minLength: 1, maxLength: 5 })
    .map((tokens) => tokens.join(' '));
  const MIRRORED = { equal: 'equal', similar: 'similar', inside: 'around', around: 'inside' } as const;

  test('collide whichever of the two is asked about', () => {
    const between = (one: string, other: string) =>
      new WordIndex([row(1, 'Other', other)]).findBothWays([one], null).map(({ kind }) => kind);
    fc.assert(
      fc.property(words, words, (one, other) => {
        expect(between(other, one)).toEqual(between(one, other).map((kind) => MIRRORED[kind]));
      }),
    );
  });

  test('that are equal are never passed over, in whatever order the Abilities come', () => {
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 8 }), fc.nat(8), (one, others, at) => {
        const rows = others.map((other, index) => row(index + 2, `Other ${index}`, other));
        rows.splice(Math.min(at, rows.length), 0, row(1, 'Same', ` ${one.toUpperCase()}  `));
        const found = new WordIndex(rows).findBothWays([one], null);
        expect(found).toContainEqual(
          expect.objectContaining({ kind: 'equal', with: expect.objectContaining({ id: 1 }) }),
        );
      }),
    );
  });

  const odd = fc
    .array(fc.constantFrom('play', 'Play!', 'ｐｌａｙ', 'café', 'CAFE\u0301', 'the', 'you', 'straße', 'radios', ''), {
      minLength: 1,
      maxLength: 4,
    })
    .map((tokens) => tokens.join(' '));

  test('collide with the same ones of the Abilities that may collide at all', () => {
    fc.assert(
      fc.property(odd, fc.array(odd, { maxLength: 6 }), (one, others) => {
        const rows = others.map((other, index) => row(index + 1, `Other ${index}`, other));
        const all = new WordIndex(rows).findBothWays([one], null);
        expect(new WordIndex(mayCollide(rows, [one])).findBothWays([one], null)).toEqual(all);
      }),
      { numRuns: 500 },
    );
    expect(mayCollide([row(1, 'Radio', 'play radio'), row(2, 'Weather', 'will it rain')], ['rain'])).toHaveLength(1);
  });

  test('that thousands of Abilities share are a few collisions of each, equal ones first', () => {
    const rows = Array.from({ length: 5000 }, (_, n) => row(n + 1, `Radio ${n}`, n % 2 === 0 ? 'play' : 'play!'));
    const found = new WordIndex(rows).find(['play', 'stop'], InstalledAbilityId.parse(1));
    expect(found).toHaveLength(20);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['equal']));
    expect(found.map((one) => one.with.id)).not.toContain(1);
  });
});
