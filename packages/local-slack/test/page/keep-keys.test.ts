import { expect, test } from 'vitest';
import { type Keyed, keepKeys } from '../../page/blocks/keep-keys.ts';

/** By the whole text, then by the first letter, then by place if nothing was added or removed. */
const identities = [
  (text: string) => text,
  (text: string) => text.slice(0, 1),
  (_: string, index: number, all: readonly string[]) => `${index} of ${all.length}`,
];

const before: Keyed<string> = { items: ['alarm', 'news', 'radio', 'radio'], keys: ['1', '2', '3', '4'] };

test.each<[string, string[], string[]]>([
  ['nothing changes', ['alarm', 'news', 'radio', 'radio'], ['1', '2', '3', '4']],
  ['one is added on top', ['quiz', 'alarm', 'news', 'radio', 'radio'], ['new', '1', '2', '3', '4']],
  ['one is removed', ['alarm', 'radio', 'radio'], ['1', '3', '4']],
  ['one changes a little', ['alarm', 'night', 'radio', 'radio'], ['1', '2', '3', '4']],
  ['one changes a little below a new one', ['quiz', 'alarm', 'night', 'radio', 'radio'], ['new', '1', '2', '3', '4']],
  ['one is replaced', ['alarm', 'timer', 'radio', 'radio'], ['1', '2', '3', '4']],
  ['one is replaced and one added', ['alarm', 'timer', 'radio', 'radio', 'quiz'], ['1', 'new', '3', '4', 'new']],
])('keys are kept when %s', (_, items, keys) => {
  expect(keepKeys(before, items, identities, () => 'new').keys).toEqual(keys);
});
