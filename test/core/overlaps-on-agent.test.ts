import { AbilityId } from '@abilities-bot/service-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlapsOnAgent } from '../../src/core/clashes.ts';

const RADIO = AbilityId.parse(1);
const NEWS = AbilityId.parse(2);
const TIMER = AbilityId.parse(3);
const ids = [RADIO, NEWS, TIMER];

const LIST = [
  { id: RADIO, name: 'Radio' },
  { id: NEWS, name: 'News' },
  { id: TIMER, name: 'Timer' },
];
const linesOf = (words: readonly (readonly [AbilityId, readonly string[]])[], added: readonly AbilityId[] = ids) =>
  overlapsOnAgent(LIST, (id) => added.includes(id), new Map(words)).map(
    ({ name, overlap: { kind, with: other, word } }) => `${name}: ${word} ${kind} ${other.word} of ${other.name}`,
  );

test('of two Abilities with the same words one line is said, from the side of one that is added', () => {
  const words = [
    [RADIO, ['good morning', 'play the radio']],
    [NEWS, ['Good morning']],
  ] as const;
  expect(linesOf(words)).toEqual(['Radio: good morning equal Good morning of News']);
  expect(linesOf(words, [NEWS])).toEqual(['News: Good morning equal good morning of Radio']);
});

test('nothing is said of what was there before, of words that nobody knows, and of different words', () => {
  expect(
    linesOf(
      [
        [RADIO, ['good morning']],
        [NEWS, ['good morning']],
      ],
      [TIMER],
    ),
  ).toEqual([]);
  expect(linesOf([[RADIO, ['good morning']]])).toEqual([]);
  expect(
    linesOf([
      [RADIO, ['good morning']],
      [NEWS, ['good night']],
    ]),
  ).toEqual([]);
});

test('the most certain comes first', () => {
  const lines = linesOf([
    [RADIO, ['play the news now', 'stop']],
    [NEWS, ['news']],
    [TIMER, ['Stop']],
  ]);
  expect(lines).toEqual(['Radio: stop equal Stop of Timer', 'Radio: play the news now inside news of News']);
});

test('equal words of two Abilities are never passed over, whichever is added', () => {
  fc.assert(
    fc.property(fc.constantFrom('good morning', 'stop', 'lights on', 'ok'), fc.boolean(), (word, isFirst) => {
      const given = [
        [RADIO, [word]],
        [NEWS, [word.toUpperCase()]],
      ] as const;
      expect(linesOf(given, [isFirst ? RADIO : NEWS])).toHaveLength(1);
    }),
  );
});

test('a phrase is suggested that is free on the whole account', () => {
  const frees = (others: readonly string[]) =>
    overlapsOnAgent(
      LIST.slice(0, 2),
      (id) => id === RADIO,
      new Map([
        [RADIO, ['play music']],
        [NEWS, ['play music']],
        [TIMER, others],
      ]),
    ).map(({ overlap }) => overlap.free);
  expect(frees([])).toEqual(['play radio music']);
  expect(frees(['play radio music'])).toEqual(['ask radio']);
  expect(frees(['play radio music', 'ask radio', 'open radio'])).toEqual([undefined]);
});
