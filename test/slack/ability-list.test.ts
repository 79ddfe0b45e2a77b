import { CATEGORIES } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { type Catalog, joinCatalog } from '../../src/core/catalog.ts';
import { pinEntries, selectEntries } from '../../src/core/find.ts';
import { ALL_ABILITIES, LIST_STATES, type ListQuery } from '../../src/core/list-query.ts';
import { decodeButton } from '../../src/slack/button-value.ts';
import { abilityList } from '../../src/slack/features/list/list.ts';
import { problemsOf } from './problems-of.ts';
import { AROUND, AT, ability, installed, listOf } from './sample-values.ts';
import { valuesOf } from './values-of.ts';

const IDS = Array.from({ length: 20 }, (_, index) => index);
const nameOf = (index: number) => `Ability ${String(index + 1).padStart(2, '0')}`;

/** Twenty Abilities, with these disabled. */
const accountWith = (disabled: readonly number[]): Catalog =>
  joinCatalog(
    IDS.map((index) => ability(7001 + index, nameOf(index))),
    IDS.map((index) => installed(91_001 + index, nameOf(index), { enabled: !disabled.includes(index) })),
    AT,
  );

const linesOf = (answer: ReturnType<typeof abilityList>) =>
  valuesOf(answer).flatMap((value) => decodeButton(value)?.line ?? []);

/** The page redrawn after a change. */
function drawAgain(page: ReturnType<typeof abilityList>, catalog: Catalog) {
  const redraw = valuesOf(page).flatMap((value) => decodeButton(value)?.redraw ?? [])[0] ?? '';
  const read = decodeButton(JSON.stringify({ v: 1, do: redraw }))?.command;
  if (read?.verb !== 'list' || !read.query.rows) throw new Error(`${redraw} keeps no rows`);
  const { query } = read;
  const pinned = pinEntries(catalog, query.rows ?? []);
  return abilityList(
    { kind: 'list', catalog, query, found: selectEntries(catalog, query), pinned },
    { ...AROUND, notice: '*Ability 01* disabled by <@U0ANA>', undo: '0123456789abcdef', redraw },
  );
}

const firstOf = (query: Partial<ListQuery>) => abilityList(listOf(accountWith([]), query), AROUND);

const rowsOf = ({ blocks }: ReturnType<typeof abilityList>) =>
  blocks.flatMap((block, at) => {
    const name = block.type === 'section' ? /Ability \d\d(?=\* {2})/.exec(block.text?.text ?? '')?.[0] : undefined;
    return name ? [`${at}: ${name}`] : [];
  });

test.each([
  ['some of a page were switched', [0, 3, 7]],
  ['all of a page were switched', IDS.slice(0, 12)],
])('the rows stay, and paging on leads past nothing, when %s', (_name, disabled) => {
  const first = firstOf({ state: 'enabled' });
  const again = drawAgain(first, accountWith(disabled));
  expect(rowsOf(again)).toEqual(rowsOf(first));
  expect(problemsOf(again)).toEqual([]);
  // The first one of the next page moved up to this one.
  expect(linesOf(first)).toContain('list state:enabled page:2');
  expect(linesOf(again)).not.toContain('list state:enabled page:2');
  expect(JSON.stringify(again.blocks)).toMatch(/"Next ›".{0,40}"value":"\{\\"v\\":1,\\"do\\":\\"list state:enabled\\"/);
});

test('a page that nothing matches any more keeps its number and the way back', () => {
  const last = firstOf({ state: 'enabled', page: 2 });
  const again = drawAgain(last, accountWith(IDS.slice(12)));
  expect(rowsOf(again)).toEqual(rowsOf(last));
  expect(JSON.stringify(again.blocks)).toContain('page 2 of 2');
  expect(linesOf(again)).toContain('list state:enabled');
});

test.each([null, ...CATEGORIES].flatMap((category) => [null, ...LIST_STATES].map((state) => ({ category, state }))))(
  'a full page of %o has its menus, and its rows have their trigger words',
  ({ category, state }) => {
    const names = Array.from({ length: 300 }, (_, index) => `Living Room Lights ${index}`);
    const words = { trigger_words: ['turn on the lights', 'dim the lights'] };
    const catalog = joinCatalog(
      names.map((name, index) => ability(640_001 + index, name)),
      names.map((name, index) => installed(910_001 + index, name, words)),
      AT,
    );
    const list = { ...listOf(catalog, {}), query: { ...ALL_ABILITIES, category, state } };
    const text = JSON.stringify(abilityList(list, { ...AROUND, canShare: true }).blocks);
    expect(text).toContain('All states');
    expect(text.match(/“turn on the lights”/g)?.length).toBeGreaterThanOrEqual(8);
    expect(text).not.toContain('2 trigger words');
  },
);

test('where disabling needs approval, a full page says so, and still has its menus and trigger words', () => {
  const words = { trigger_words: ['turn on the lights', 'dim the lights'] };
  const catalog = joinCatalog(
    IDS.map((index) => ability(640_001 + index, `Living Room Lights ${index}`)),
    IDS.map((index) => installed(910_001 + index, `Living Room Lights ${index}`, words)),
    AT,
  );
  const list = { ...listOf(catalog), disablingWaits: true } as const;
  const page = abilityList(list, { ...AROUND, canShare: true });
  const text = JSON.stringify(page.blocks);
  expect(text.match(/"text":"Ask to disable"/g)).toHaveLength(12);
  expect(text).toContain('All states');
  expect(text.match(/“turn on the lights”/g)?.length).toBeGreaterThanOrEqual(8);
  expect(problemsOf(page)).toEqual([]);
});

test('one long row costs the ordinary ones nothing', () => {
  const names = ['🌦'.repeat(120), ...IDS.slice(1, 8).map(nameOf)];
  const catalog = joinCatalog(
    names.map((name, index) => ability(7001 + index, name)),
    names.map((name, index) => installed(91_001 + index, name, { trigger_words: [`say ${index}`, `tell ${index}`] })),
    AT,
  );
  const text = JSON.stringify(abilityList(listOf(catalog, { state: 'enabled' }), AROUND).blocks);
  for (const index of IDS.slice(1, 8)) expect(text).toContain(`“say ${index}”, “tell ${index}”`);
});

test('a row whose Ability is gone keeps its height', () => {
  const first = firstOf({});
  const { entries, readAt } = accountWith([]);
  const again = drawAgain(first, { entries: entries.filter(({ name }) => name !== nameOf(2)), readAt });
  expect(rowsOf(again)).toEqual(rowsOf(first).filter((row) => !row.endsWith(nameOf(2))));
  expect(again.text).toContain('No longer on the account');
});
