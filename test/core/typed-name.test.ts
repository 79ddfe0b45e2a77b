import { expect, test } from 'vitest';
import { joinCatalog } from '../../src/core/catalog.ts';
import { findAbility } from '../../src/core/find.ts';
import { parseAbilityRefs } from '../../src/core/references.ts';
import { ability } from './rows.ts';

const NAMES = ['News', 'Night Watch', 'Radio!', '*Radio*', '1. Alarm', 'Alarm', 'Yes please', 'Radio'];
const catalog = joinCatalog(
  NAMES.map((name, index) => ability({ id: index + 1, name })),
  [],
  new Date(0),
);

/** Names that are found, and the texts of those that are not. */
const meant = (typed: string) =>
  parseAbilityRefs(typed).map((ref) => {
    const found = findAbility(catalog, ref);
    return found.ok ? found.entry.name : found.refusal;
  });

test.each([
  ['News!', ['News']],
  ['News.', ['News']],
  ['news?', ['News']],
  ['*News*', ['News']],
  ['_News_', ['News']],
  ['~News~', ['News']],
  ['`News`', ['News']],
  ['News`', ['News']],
  ['*_News_*.', ['News']],
  ['`id:1`', ['News']],
  ['News please', ['News']],
  ['• News\n• Night Watch', ['News', 'Night Watch']],
  ['- News\n- *Night Watch*', ['News', 'Night Watch']],
  ['1. "News"\n2) Night Watch', ['News', 'Night Watch']],
  // Names that really have such marks come first.
  ['Radio!', ['Radio!']],
  ['*Radio*', ['*Radio*']],
  ['Radio', ['Radio']],
  ['Radio?', ['Radio']],
  ['1. Alarm', ['1. Alarm']],
  ['2. Alarm', ['Alarm']],
  ['Yes please', ['Yes please']],
])('%j names %j', (typed, names) => {
  expect(meant(typed)).toEqual(names);
});

test('of a name that is not found, suggestions ignore what is around it', () => {
  expect(meant('*Nwes*!')).toMatchObject([{ why: 'no-such-ability', asked: '*Nwes*!', suggestions: ['News'] }]);
});
