import { expect, test } from 'vitest';
import { sentenceMessage } from '../../src/slack/blocks/sentences.ts';
import { markShared, readShown } from '../../src/slack/pipeline/sharing.ts';
import { problemsOf } from './problems-of.ts';

const answer = sentenceMessage('Hello.');
const shownBy = (line: string | null, drawn = answer) => {
  const marked = markShared(drawn, 'U0ANA', line);
  expect(problemsOf(marked)).toEqual([]);
  return readShown(marked.blocks.map(({ block_id: id = '' }) => id));
};

test.each(['list 2', 'list погода 気象台 category:skill state:enabled sort:updated page:2', 'show "a: <b>"'])(
  'a shown message keeps who showed it and the line that draws it: %s',
  (line) => {
    expect(shownBy(line)).toEqual({ sharedBy: 'U0ANA', redraw: line });
  },
);

test('a line that does not fit, and one that is not known, are left out', () => {
  expect(shownBy(`list ${'w'.repeat(200)}`)).toEqual({ sharedBy: 'U0ANA' });
  expect(shownBy(null)).toEqual({ sharedBy: 'U0ANA' });
  const blocks = Array.from({ length: 8 }, () => sentenceMessage('x'.repeat(1530)).blocks).flat();
  expect(shownBy(`list ${'w'.repeat(150)}`, { ...answer, blocks })).toEqual({ sharedBy: 'U0ANA' });
});

test('one that was shown by an older version says who showed it, and one that nobody showed nothing', () => {
  expect(readShown(['a', 'shared-by-U0ANA'])).toEqual({ sharedBy: 'U0ANA' });
  expect(readShown(['a', ''])).toEqual({});
});
