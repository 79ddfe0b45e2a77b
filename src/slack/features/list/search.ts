import { CATEGORIES, Category } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import * as z from 'zod';
import { type CatalogCounts, countCatalog } from '../../../core/catalog.ts';
import {
  ALL_ABILITIES,
  formatListQuery,
  LIST_SORTS,
  LIST_STATES,
  type ListQuery,
  type ListSort,
} from '../../../core/list-query.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { categoryLabel, orphansNote, STATE_WORDS, stateCounts, unreadNote } from '../../blocks/ability.ts';
import { actions, button } from '../../blocks/buttons.ts';
import { capital, cut, foreign, plain } from '../../blocks/kit.ts';
import { choiceInput, formModal } from '../../blocks/modals.ts';
import { encodeButton } from '../../button-value.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { Choice, type Forms, fieldOf, textOf } from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';

const SEARCH_FIELDS = { words: 'words', category: 'category', state: 'state', sort: 'sort' } as const;

/** Selected when there is no filter. */
const ANY = 'any';

/** A list's command line truncates longer text. */
const MAX_WORDS = 50;

/** Preset with the list's current filter. */
export const searchModal = (query: ListQuery, origin: Origin): types.ModalView =>
  formModal({
    title: 'Search Abilities',
    submit: 'Search',
    callbackId: 'search',
    metadata: encodeMetadata({ form: 'search', origin }),
    blocks: [
      {
        type: 'input',
        block_id: SEARCH_FIELDS.words,
        optional: true,
        label: plain('Words'),
        hint: plain('Finds Abilities with all of these words in the name, description, category or trigger words.'),
        element: {
          type: 'plain_text_input',
          action_id: SEARCH_FIELDS.words,
          max_length: MAX_WORDS,
          focus_on_load: true,
          initial_value: query.words === '' ? undefined : cut(query.words, MAX_WORDS),
        },
      },
      choiceInput(SEARCH_FIELDS.category, 'Category', query.category ?? ANY, [
        [ANY, 'All categories'],
        ...CATEGORIES.map((one) => [one, categoryLabel(one)] as const),
      ]),
      choiceInput(SEARCH_FIELDS.state, 'State', query.state ?? ANY, [
        [ANY, 'All states'],
        ...LIST_STATES.map((one) => [one, capital(STATE_WORDS[one])] as const),
      ]),
      choiceInput(
        SEARCH_FIELDS.sort,
        'Order',
        query.sort,
        LIST_SORTS.map((one) => [one, SORT_LABELS[one]] as const),
      ),
    ],
  });

const SORT_LABELS: Record<ListSort, string> = {
  installed: 'Installed first, then by name',
  name: 'Sorted by name',
  state: 'Sorted by state',
  updated: 'Most recently updated first',
};

const isFiltered = ({ category, state, words }: ListQuery) => words !== '' || category !== null || state !== null;

/** Example: `“rain”, Skill, enabled`. */
export function describeFilter({ category, state, words }: ListQuery): string {
  const parts = [
    words === '' ? '' : `“${foreign(words, 60)}”`,
    category ? categoryLabel(category) : '',
    state ? STATE_WORDS[state] : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** `*Abilities* · 7 enabled · 2 disabled · 3 not installed · page 1 of 2`, or the number of matches. */
export function headingOf(
  { catalog, found }: Pick<Extract<Outcome, { kind: 'list' }>, 'catalog' | 'found'>,
  query: ListQuery,
  pages: number,
): string {
  const all = countCatalog(catalog);
  const count = isFiltered(query) ? countMatches(countCatalog({ entries: found }), all, query) : stateCounts(all);
  const page = pages > 1 ? ` · page ${query.page} of ${pages}` : '';
  return `*Abilities*${count === '' ? '' : ` · ${count}`}${page}${unreadNote(catalog.unread)}`;
}

/**
 * Orphans are counted separately, so that the number of matches can't exceed the number of Abilities. The noun says that
 * the total excludes them.
 */
function countMatches(found: CatalogCounts, all: CatalogCounts, query: ListQuery): string {
  const filter = describeFilter(query);
  if (query.state === 'orphan') return `${found.orphans} of ${all.orphans} ${matchWord(found.orphans)} ${filter}`;
  const matches = all.onAccount === 1 ? 'Ability matches' : `Abilities ${matchWord(found.onAccount)}`;
  return `${found.onAccount} of ${all.onAccount} ${matches} ${filter}${orphansNote(found.orphans)}`;
}

const matchWord = (count: number) => (count === 1 ? 'matches' : 'match');

const firstPage = (query: ListQuery) => formatListQuery({ ...query, page: 1 });

/** Each option contains the complete command line of the resulting list. Categories are only in the search form. */
export function filterMenus(query: ListQuery): types.ActionsBlock[] {
  const { sort, state } = query;
  return actions(
    menu('state', state, [
      [null, 'All states', firstPage({ ...query, state: null })],
      ...LIST_STATES.map((one) => entry(one, capital(STATE_WORDS[one]), firstPage({ ...query, state: one }))),
    ]),
    searchButton(query),
    button('Table', { do: firstPage({ ...query, view: 'table' }) }),
    isFiltered(query) ? button('Clear filter', { do: firstPage({ ...ALL_ABILITIES, sort }) }) : null,
  );
}

/** Opens the search form, preset with this query. */
export const searchButton = (query: ListQuery): types.Button =>
  button('Search…', { do: firstPage(query).replace(/^list/, 'search'), asks: true });

type Entry<T> = readonly [choice: T | null, label: string, line: string];

const entry = <T>(choice: T, label: string, line: string): Entry<T> => [choice, label, line];

function menu<T>(id: string, chosen: T | null, entries: readonly Entry<T>[]): types.StaticSelect {
  const options = entries.map(([choice, label, line]) => ({
    choice,
    option: { text: plain(label, 75), value: encodeButton({ do: line }) },
  }));
  const initial = options.find(({ choice }) => choice === chosen);
  return {
    type: 'static_select',
    action_id: id,
    options: options.map(({ option }) => option),
    initial_option: initial?.option,
  };
}

const ListState = z.enum(LIST_STATES);

const Sort = z.enum(LIST_SORTS);

/** Starts at the first page and ignores unknown choices. */
export function readSearch(view: View): ListQuery {
  const { category, sort, state, words } = SEARCH_FIELDS;
  const chosen = (block: string) => fieldOf(Choice, view, block, block)?.selected_option?.value;
  return {
    words: textOf(view, words),
    category: Category.safeParse(chosen(category)).data ?? null,
    state: ListState.safeParse(chosen(state)).data ?? null,
    sort: Sort.safeParse(chosen(sort)).data ?? ALL_ABILITIES.sort,
    page: 1,
  };
}

export const searchForms: Forms<'search'> = {
  search: {
    verb: 'search',
    submit: ({ payload }) => {
      const query = readSearch(payload.view);
      return { command: { verb: 'list', query }, more: { line: formatListQuery(query) } };
    },
    isOfAnyAccount: true,
  },
};
