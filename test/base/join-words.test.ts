import { describe, expect, test } from 'vitest';
import { joinAnd, joinOr } from '../../src/base/join-words.ts';

describe('parts of a sentence', () => {
  test.each([
    [[], '', ''],
    [['News'], 'News', 'News'],
    [['News', 'Radio'], 'News and Radio', 'News or Radio'],
    [['News', 'Radio', 'Weather'], 'News, Radio and Weather', 'News, Radio or Weather'],
  ])('%j', (parts, and, or) => {
    expect(joinAnd(parts)).toBe(and);
    expect(joinOr(parts)).toBe(or);
  });
});
