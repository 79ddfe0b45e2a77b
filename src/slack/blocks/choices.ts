import { type Agent, CATEGORIES } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { type CatalogEntry, refTo } from '../../core/catalog.ts';
import { type ChoosingVerb, MAX_AT_ONCE, type Wanted } from '../../core/command.ts';
import { LIST_SORTS, LIST_STATES, type ListQuery } from '../../core/list-query.ts';
import { formatAbilityRef } from '../../core/references.ts';
import { wantedLine } from '../../core/resulting-command.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { actions, button, showButton } from './buttons.ts';
import { abilityLine, categoryLabel, STATE_WORDS } from './card.ts';
import { bold, capital, clip, context, cut, plain, section } from './kit.ts';
import { SORT_LABELS } from './list.ts';
import { choiceInput, formModal } from './modals.ts';

const MAX_NAME = 60;
/** As JSON. A choice of them has to fit into one message. */
const MAX_LINE = 400;

/** Does with this one what was asked. Null where that cannot be done with it: its row says why. */
export function choiceButton(wanted: Wanted, entry: CatalogEntry): types.Button | null {
  const { ability, installed, name, state, triggerWords } = entry;
  if (wanted.verb === 'delete') {
    if (!ability) return null;
    return button('Delete…', { do: `delete id:${ability.id}` }, `Delete ${name}`);
  }
  if (!installed || state === 'orphan') return null;
  const fitting = short(wanted, formatAbilityRef(refTo(entry)));
  // A form for the words is sure to follow, and has to be opened at once.
  const asks = wanted.verb !== 'triggers' && triggerWords.length === 0 ? { asks: true as const } : {};
  const [label, of] = LABELS[labelOf(fitting.wanted)];
  return button(`${label}${of === '' ? '' : '…'}`, { do: fitting.line, ...asks }, `${label}${of} ${name}`);
}

/** The same for an Ability of a name that is like the one that was asked for. */
export function likelyButton(wanted: Wanted | undefined, name: string): types.Button {
  const ref = formatAbilityRef({ by: 'name', name });
  if (!wanted) return button(`Show ${clip(name, MAX_NAME)}`, { do: `show ${ref}` });
  const fitting = short(wanted, ref);
  const [label, of] = LABELS[labelOf(fitting.wanted)];
  const dots = of === '' && wanted.verb !== 'delete' ? '' : '…';
  return button(`${label}${of} ${clip(name, MAX_NAME - of.length - 10)}${dots}`, { do: fitting.line });
}

/** Words may be more than a button carries, or a line says: then the words that are there are shown instead. */
function short(wanted: Wanted, ref: string): { wanted: Wanted; line: string } {
  const line = wantedLine(wanted, ref);
  if (line !== null && JSON.stringify(line).length <= MAX_LINE) return { wanted, line };
  return { wanted: SHOW_WORDS, line: `triggers ${ref}` };
}

const SHOW_WORDS: Wanted = { verb: 'triggers', change: null };

type Label = 'enable' | 'disable' | 'delete' | 'show-words' | 'edit-words' | 'change-words';

/** The label, and what leads from it to a name. */
const LABELS: Record<Label, [label: string, of: string]> = {
  enable: ['Enable', ''],
  disable: ['Disable', ''],
  delete: ['Delete', ''],
  'show-words': ['Trigger words', ' of'],
  'edit-words': ['Edit words', ' of'],
  'change-words': ['Change words', ' of'],
};

function labelOf(wanted: Wanted): Label {
  if (wanted.verb !== 'triggers') return wanted.verb;
  if (wanted.change === null) return 'show-words';
  return wanted.change === 'form' ? 'edit-words' : 'change-words';
}

const MAX_CANDIDATES = 10;
/** With two buttons each. */
const MAX_WITH_WISH = 8;
/** Where Abilities and Agents share a message: three blocks each, of Slack's 50. */
export const MAX_OF_BOTH = 7;

/** One row for each Ability that a name may mean, told apart by its IDs. */
export function candidateRows(
  candidates: readonly CatalogEntry[],
  wanted?: Wanted,
  most = wanted ? MAX_WITH_WISH : MAX_CANDIDATES,
): types.KnownBlock[] {
  const hidden = candidates.length - most;
  const rows = candidates.slice(0, most).flatMap((entry): types.KnownBlock[] => {
    const ids = [
      entry.ability ? `id:${entry.ability.id}` : '',
      entry.installed ? `installed:${entry.installed.id}` : '',
    ];
    return [
      section(abilityLine(entry)),
      context(ids.filter((id) => id !== '').join(' · ')),
      ...actions(wanted ? choiceButton(wanted, entry) : null, showButton(entry)),
    ];
  });
  return hidden > 0 ? [...rows, context(`${hidden} more: \`/abilities\` lists them all.`)] : rows;
}

/** One row for each Agent that a name may mean; without a wish it is to get Abilities. */
export function agentChoices(agents: readonly Agent[], wanted?: 'unassign'): types.KnownBlock[] {
  const hidden = agents.length - MAX_OF_BOTH;
  const rows = agents
    .slice(0, MAX_OF_BOTH)
    .flatMap(({ id, name }): types.KnownBlock[] => [
      section(`${bold(name)}  Agent`),
      context(`agent:${id}`),
      ...actions(
        wanted === 'unassign'
          ? button('Unassign all…', { do: `unassign agent:${id}` }, `Unassign all Abilities of ${name}`)
          : button('Assign…', { do: `assign agent:${id}` }, `Assign Abilities to ${name}`),
      ),
    ]);
  return hidden > 0 ? [...rows, context(`${hidden} more: \`/abilities agents\` lists them all.`)] : rows;
}

/** Where the chosen Abilities stand in the submitted state: `selected_options`, or one `selected_option`. */
export const CHOOSE_FIELD = { block: 'chosen', action: 'chosen' } as const;

interface Words {
  title: string;
  submit: string;
  sentence: string;
}

const WORDS: Record<ChoosingVerb, Words> = {
  show: {
    title: 'Show an Ability',
    submit: 'Show',
    sentence: 'One Ability in full, with everything that can be done.',
  },
  triggers: {
    title: 'Trigger words',
    submit: 'Show words',
    sentence: 'The trigger words of one installed Ability, and the ways to change them.',
  },
  enable: {
    title: 'Enable Abilities',
    submit: 'Enable',
    sentence: 'Those that are installed are switched on. Trigger words stay.',
  },
  disable: {
    title: 'Disable Abilities',
    submit: 'Disable',
    sentence: 'Those that are installed are switched off. Nothing is deleted, trigger words stay.',
  },
  delete: {
    title: 'Delete Abilities',
    submit: 'Go on…',
    sentence: 'You see what goes, and what goes with it, before anything is deleted.',
  },
};

const takesOne = (wanted: ChoosingVerb) => wanted === 'show' || wanted === 'triggers';

/** Chooses Abilities for a verb that was said without a name. */
export function chooseModal(wanted: ChoosingVerb, origin: Origin): types.ModalView {
  const { sentence, submit, title } = WORDS[wanted];
  const search = {
    action_id: CHOOSE_FIELD.action,
    min_query_length: 0,
    placeholder: plain('Type to search'),
    focus_on_load: true,
  };
  return formModal({
    title,
    submit,
    callbackId: 'choose',
    metadata: encodeMetadata({ form: 'choose', wanted, origin }),
    blocks: [
      section(takesOne(wanted) ? sentence : `${sentence} At most ${MAX_AT_ONCE} at once.`),
      {
        type: 'input',
        block_id: CHOOSE_FIELD.block,
        label: plain(takesOne(wanted) ? 'Ability' : 'Abilities'),
        hint: plain('An empty list of suggestions may also mean that the service does not answer.'),
        element: takesOne(wanted)
          ? { type: 'external_select', ...search }
          : { type: 'multi_external_select', ...search, max_selected_items: MAX_AT_ONCE },
      },
    ],
  });
}

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
