import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { WordIndex } from '../../src/core/collisions.ts';
import { suggestFreePhrase } from '../../src/core/free-phrase.ts';
import { readPublicPhrases } from './public-phrases.ts';

const all = await readPublicPhrases();
const index = new WordIndex(all);

const spaced = (phrase: string) => ` ${phrase.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/**
 * A survey of 95 public Abilities found 15 phrases in two or more of them and 63 pairs. These are the 63 Abilities whose
 * configuration names its phrases, so the numbers differ.
 */
test('of 63 public Abilities, 19 phrases are in two or more', () => {
  expect(all).toHaveLength(63);
  const owners = new Map<string, Set<InstalledAbilityId>>();
  for (const { id, triggerWords } of all)
    for (const word of triggerWords) owners.set(spaced(word), (owners.get(spaced(word)) ?? new Set()).add(id));
  const shared = [...owners].filter(([, ids]) => ids.size > 1);
  expect(shared).toHaveLength(19);
  // The index finds each of them, from each of its Abilities.
  for (const [phrase, ids] of shared) {
    for (const id of ids) {
      const found = index.find([phrase.trim()], id).filter(({ with: other }) => spaced(other.word) === phrase);
      expect(new Set(found.map(({ with: other }) => other.id))).toEqual(new Set([...ids].filter((one) => one !== id)));
    }
  }
});

test('46 pairs of them overlap, and 37 are in a pair, from whichever side', () => {
  const pairs = new Set<string>();
  const directed = new Set<string>();
  for (const { id, triggerWords } of all) {
    for (const { with: other } of index.findBothWays(triggerWords, id)) {
      directed.add(`${id} ${other.id}`);
      pairs.add([id, other.id].sort((one, two) => one - two).join(' '));
    }
  }
  expect(directed.size).toBe(pairs.size * 2);
  expect(pairs.size).toBe(46);
  expect(new Set([...pairs].flatMap((pair) => pair.split(' '))).size).toBe(37);
});

test('a phrase inside another as whole words is never passed over', () => {
  const missed = all.flatMap((one) =>
    one.triggerWords.flatMap((word) => {
      const found = new Set(index.find([word], one.id).map(({ with: known }) => `${known.id} ${known.word}`));
      return all
        .filter(({ id }) => id !== one.id)
        .flatMap(({ id, triggerWords }) => triggerWords.map((phrase) => ({ id, phrase })))
        .filter(({ id, phrase }) => spaced(word).includes(spaced(phrase)) && !found.has(`${id} ${phrase}`))
        .map(({ phrase }) => `${word} of ${one.name}: ${phrase}`);
    }),
  );
  expect(missed).toEqual([]);
});

test('a suggested phrase is near, and overlaps with nothing', () => {
  const suggest = (word: string, name: string) => suggestFreePhrase(word, { id: null, name, words: [word] }, index);
  expect(suggest('play music', 'Sunrise')).toBe('play sunrise music');
  // It would still contain “weather”.
  expect(suggest("what's the weather", 'Sunrise')).toBe('ask sunrise');
  expect(suggest('create an issue', 'Bug Desk')).toBe('create bug desk issue');
  expect(suggest('weather', 'Weather')).toBeNull();
  expect(suggest('play music', '')).toBeNull();
  for (const { id, name, triggerWords } of all) {
    for (const { word } of index.findBothWays(triggerWords, id)) {
      const free = suggestFreePhrase(word, { id, name: name.split('/').at(-1) ?? '', words: triggerWords }, index);
      if (free !== null) expect(index.findBothWays([free], id)).toEqual([]);
    }
  }
});
