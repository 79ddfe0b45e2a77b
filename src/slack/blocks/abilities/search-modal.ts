import { CATEGORIES } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { LIST_SORTS, LIST_STATES, type ListQuery } from '../../../core/list-query.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { capital } from '../capital.ts';
import { choiceInput } from '../choice-input.ts';
import { formModal } from '../modal-frame.ts';
import { cut, plain } from '../text.ts';
import { STATE_WORDS } from './ability-line.ts';
import { categoryLabel } from './category-label.ts';
import { SORT_LABELS } from './list-filters.ts';

/** Block IDs, which are also the action IDs. */
export const SEARCH_FIELDS = { words: 'words', category: 'category', state: 'state', sort: 'sort' } as const;

/** Chosen where nothing is to be filtered. */
export const ANY = 'any';

/** More is cut from the line of a list. */
const MAX_WORDS = 50;

/** Searches and filters; begins with what the list shows now. */
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
        hint: plain('Each has to be in the name, the description, the category or the trigger words.'),
        element: {
          type: 'plain_text_input',
          action_id: SEARCH_FIELDS.words,
          max_length: MAX_WORDS,
          focus_on_load: true,
          ...(query.words === '' ? {} : { initial_value: cut(query.words, MAX_WORDS) }),
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
