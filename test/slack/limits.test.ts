import { describe, expect, test } from 'vitest';
import { joinCatalog } from '../../src/core/catalog.ts';
import { ALL_ABILITIES, LIST_STATES } from '../../src/core/list-query.ts';
import { decodeButton } from '../../src/slack/button-value.ts';
import { abilityList } from '../../src/slack/features/list/list.ts';
import { abilityTable } from '../../src/slack/features/list/table.ts';
import { uploadEnd } from '../../src/slack/features/upload/end.ts';
import { uploadModal } from '../../src/slack/features/upload/form-view.ts';
import { decodeMetadata } from '../../src/slack/modal-metadata.ts';
import { renderOutcome } from '../../src/slack/pipeline/draw.ts';
import { mrkdwnOf } from './control-sequences.ts';
import { testHostileAccounts } from './hostile-accounts.ts';
import { A_FEW_TEXTS } from './hostile-texts.ts';
import { hostileForm } from './hostile-uploads.ts';
import { problemsOf } from './problems-of.ts';
import { upload } from './sample-uploads.ts';
import { AROUND, AT, ability, agent, CATALOG, FRAME, installed, listOf, ORIGIN, WEATHER } from './sample-values.ts';
import { valuesOf } from './values-of.ts';

// All of them: test/proof/hostile-accounts.proof.ts.
testHostileAccounts(A_FEW_TEXTS);

test('1,000 Abilities are paged, each page as Slack takes it, with all of them in the end', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => 1000 + index);
  const catalog = joinCatalog(
    ids.map((id) => ability(id, `${id} ${'x'.repeat(250)}`)),
    ids.map((id) => installed(90_000 + id, `${id} ${'x'.repeat(250)}`)),
    AT,
  );
  const list = listOf(catalog);
  const pages = Array.from({ length: Math.ceil(1000 / 12) }, (_, index) =>
    abilityList({ ...list, query: { ...list.query, page: index + 1 } }, AROUND),
  );
  expect(pages.flatMap(problemsOf)).toEqual([]);
  const shown = pages.flatMap(({ text }) => [...text.matchAll(/^(\d+) x/gm)].map(([, id]) => Number(id)));
  expect(shown).toEqual(ids);
});

test('a table of a hundred long names is one that Slack takes, and nobody is left out of the pages', () => {
  const ids = Array.from({ length: 250 }, (_, index) => 1000 + index);
  const catalog = joinCatalog(
    ids.map((id) => ability(id, `${id} ${'x'.repeat(250)}`)),
    ids.map((id) => installed(90_000 + id, `${id} ${'x'.repeat(250)}`, { trigger_words: ['y'.repeat(200)] })),
    AT,
  );
  const pages = [1, 2, 3].map((page) => abilityTable(listOf(catalog, { view: 'table', page }), AROUND));
  expect(pages.flatMap(problemsOf)).toEqual([]);
  const names = pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'data_table' ? block.rows.slice(1).map(([name]) => name) : [])),
  );
  expect(names.map((name) => name?.type === 'raw_text' && Number(name.text.split(' ')[0]))).toEqual(ids);
});

test.each([100, 101])('an Agent with %i Abilities has a form only if a select holds them all', (count) => {
  const choices = Array.from({ length: 130 }, (_, index) => ability(6000 + index, `Ability ${index}`));
  const current = { known: 'from-service', abilityIds: choices.slice(0, count).map(({ id }) => id) } as const;
  const drawn = renderOutcome({ kind: 'assign-form', form: { agent: agent(301, 'Echo'), choices, current } }, FRAME);
  const view = drawn.surface === 'modal' ? drawn.view : null;
  if (count === 100) {
    expect(view?.submit).toBeDefined();
    return;
  }
  expect(view?.submit).toBeUndefined();
  expect(view?.blocks.some(({ type }) => type === 'input')).toBe(false);
  expect(mrkdwnOf(drawn).join()).toMatch(/has 101 Abilities.*dashboard/);
});

describe('the form with all trigger words', () => {
  const formOf = (triggerWords: string[]) => {
    const row = { ...installed(90_001, 'Weather'), triggerWords };
    const drawn = renderOutcome({ kind: 'triggers-form', row, clashes: [] }, FRAME);
    return drawn.surface === 'modal' ? drawn.view : null;
  };

  test('remembers the words that it shows', () => {
    const words = ['check the weather', 'will it rain'];
    expect(decodeMetadata(formOf(words)?.private_metadata ?? '')).toMatchObject({ installedId: 90_001, base: words });
  });

  test.each([
    ['more words than it holds', Array.from({ length: 300 }, (_, index) => `forecast ${index}`)],
    ['a word with a comma', ['hello', 'hey, you']],
    ['two words that read alike', ['Hello', 'hello']],
    ['a word that is composed differently', ['Cafe\u0301']],
  ])('does not open for %s, and says what to do instead', (_name, words) => {
    const view = formOf(words);
    expect(view?.submit).toBeUndefined();
    expect(JSON.stringify(view)).toContain('Add or remove them one at a time with');
  });
});

test('every line that a list leads to is read back as the query that the menu names', () => {
  const query = { words: 'rain', category: 'local', state: 'orphan', sort: 'updated', page: 3 } as const;
  const drawn = abilityList({ ...listOf(CATALOG), query }, AROUND);
  const queries = valuesOf(drawn).flatMap((value) => {
    const command = decodeButton(value)?.command;
    return command?.verb === 'list' ? [command.query] : [];
  });
  for (const state of LIST_STATES) expect(queries).toContainEqual({ ...query, state, page: 1 });
  expect(queries).toContainEqual({ ...query, page: 1, view: 'table' });
  expect(queries).toContainEqual({ ...ALL_ABILITIES, sort: 'updated' });
});

test.each([
  ['quotes', '"'.repeat(255)],
  ['control characters', '\u0001'.repeat(255)],
])(
  'what a modal remembers stays below Slack’s 3,000 characters for the longest names of files, of %s',
  (_name, name) => {
    const file = { id: 'F0LONG', name };
    const view = uploadModal({ file, contents: null, draft: null, origin: ORIGIN, upload: null });
    expect(view.private_metadata?.length).toBeLessThan(3000);
    expect(decodeMetadata(view.private_metadata ?? '')).toMatchObject({ form: 'upload', file });
  },
);

test('a name that no file system takes is cut, and the file is still found by its ID', () => {
  const file = { id: 'F0LONG', name: '\u0001'.repeat(5000) };
  const { private_metadata: metadata = '' } = uploadModal({
    file,
    contents: null,
    draft: null,
    origin: ORIGIN,
    upload: null,
  });
  expect(decodeMetadata(metadata)).toMatchObject({ file: { id: file.id } });
  const again = uploadEnd(upload({ zip: file }), { kind: 'cancelled', by: null });
  const clicks = valuesOf(again).flatMap((value) => decodeButton(value) ?? []);
  expect(clicks.filter((click) => click.file)).toEqual([
    expect.objectContaining({ file: expect.objectContaining({ id: file.id }) }),
  ]);
});

test('of hundreds of Agents that it was not added to as many are told as fit, and how many more there are', () => {
  const notRestored = Array.from({ length: 300 }, (_, index) => `Agent ${index} does not have it any more.`);
  const drawn = uploadEnd(upload(), { kind: 'uploaded', abilityId: WEATHER.id, state: null, notRestored });
  const told = mrkdwnOf(drawn).find((text) => text.startsWith('*Not added:*')) ?? '';
  const shown = told.match(/^• Agent \d+ /gm)?.length ?? 0;
  expect(shown).toBeGreaterThan(20);
  expect(told).toMatch(new RegExp(`• and ${300 - shown} more$`));
});

test('a draft that composing made longer than its field is cut to it', () => {
  // U+0958 is one character that normalization writes as two.
  const draft = { ...hostileForm('\u0958'.normalize('NFC')), triggerWords: ['\u0958'.repeat(600).normalize('NFC')] };
  const view = uploadModal({ file: null, contents: null, draft, origin: ORIGIN, upload: null });
  expect(draft.name.length).toBeGreaterThan(80);
  expect(problemsOf({ surface: 'modal', view })).toEqual([]);
});
