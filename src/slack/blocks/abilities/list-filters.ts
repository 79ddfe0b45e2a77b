import { CATEGORIES } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { formatListQuery } from '../../../core/format-list-query.ts';
import { ALL_ABILITIES, LIST_SORTS, LIST_STATES, type ListQuery, type ListSort } from '../../../core/list-query.ts';
import { encodeButton } from '../../button-value.ts';
import { actions, button } from '../buttons.ts';
import { capital } from '../capital.ts';
import { foreign, plain } from '../text.ts';
import { STATE_WORDS } from './ability-line.ts';
import { categoryLabel } from './category-label.ts';

export const SORT_LABELS: Record<ListSort, string> = {
  name: 'Sorted by name',
  state: 'Sorted by state',
  updated: 'Last updated first',
};

/** Whether the list shows less than all. */
export const isFiltered = ({ category, state, words }: ListQuery) =>
  words !== '' || category !== null || state !== null;

/** `“rain”, Skill, enabled`. */
export function describeFilter({ category, state, words }: ListQuery): string {
  const parts = [
    words === '' ? '' : `“${foreign(words, 60)}”`,
    category ? categoryLabel(category) : '',
    state ? STATE_WORDS[state] : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The line of a list, from its first page on. */
const firstPage = (query: ListQuery) => formatListQuery({ ...query, page: 1 });

/** The menus above a list. Each entry carries the whole line of the list that it leads to. */
export function filterMenus(query: ListQuery): types.ActionsBlock[] {
  const { category, sort, state } = query;
  return actions(
    menu('category', category, [
      [null, 'All categories', firstPage({ ...query, category: null })],
      ...CATEGORIES.map((one) => entry(one, categoryLabel(one), firstPage({ ...query, category: one }))),
    ]),
    menu('state', state, [
      [null, 'All states', firstPage({ ...query, state: null })],
      ...LIST_STATES.map((one) => entry(one, capital(STATE_WORDS[one]), firstPage({ ...query, state: one }))),
    ]),
    menu(
      'sort',
      sort,
      LIST_SORTS.map((one) => entry(one, SORT_LABELS[one], firstPage({ ...query, sort: one }))),
    ),
    button('Search…', { do: searchLine(query), asks: true }),
    isFiltered(query) ? button('Clear filter', { do: firstPage({ ...ALL_ABILITIES, sort }) }) : null,
  );
}

const searchLine = (query: ListQuery) => firstPage(query).replace(/^list/, 'search');

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
    ...(initial ? { initial_option: initial.option } : {}),
  };
}
