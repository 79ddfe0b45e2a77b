import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../core/catalog.ts';
import type { Outcome } from '../../core/outcome.ts';
import { splitWords } from '../../core/text-matching.ts';
import type { WordsChange, WordsDifference, WordsMeanwhile } from '../../core/trigger-words.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import { abilityLine, firingLine } from '../blocks/ability.ts';
import { actions, button, shareButton } from '../blocks/buttons.ts';
import {
  allAbilities,
  type ChangeLines,
  type Drawings,
  type DrawnOutcome,
  type RefusalTexts,
  type ViewFrame,
} from '../blocks/drawing.ts';
import { underNotice } from '../blocks/fit.ts';
import {
  bold,
  clip,
  context,
  countOf,
  cut,
  fitTexts,
  foreign,
  type MessageAnswer,
  plain,
  section,
  toFallback,
  typed,
  typedName,
  wordsLine,
} from '../blocks/kit.ts';
import { formModal, sentenceModal } from '../blocks/modals.ts';
import { encodeButton, type SharedPlace, VALUE_MAX } from '../button-value.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { errorsAt, type Forms, type Read, textOf } from '../payloads/form-values.ts';
import type { View } from '../payloads/payloads.ts';

const WORDS_MAX = 600;

const TRIGGER_WORDS_FIELD = { block: 'trigger_words', action: 'trigger_words' } as const;

/**
 * One per line, or separated by commas.
 * @param most maximum characters of the field.
 */
export function triggerWordsInput(
  forWhat: string,
  initial: readonly string[] = [],
  most: number = WORDS_MAX,
): types.InputBlock {
  return {
    type: 'input',
    block_id: TRIGGER_WORDS_FIELD.block,
    label: plain(`Trigger words for ${forWhat}`),
    hint: plain('One per line; a comma ends one too. What a person says to start the Ability.'),
    element: {
      type: 'plain_text_input',
      action_id: TRIGGER_WORDS_FIELD.action,
      multiline: true,
      max_length: most,
      ...(initial.length > 0 ? { initial_value: cut(initial.join('\n'), most) } : {}),
    },
  };
}

const TITLE = 'Trigger words';

/** Slack's limits for a field and for a modal's metadata. */
const MAX_FIELD = 3000;

const MAX_METADATA = 3000;

/**
 * All trigger words of an Ability in one field. The form stores the words that it shows, and its changes are computed
 * against them, so words added by other users meanwhile are kept.
 */
function editTriggersModal(row: InstalledAbility, origin: Origin): types.ModalView {
  const { id, name, triggerWords } = row;
  const metadata = encodeMetadata({ form: 'edit-triggers', installedId: id, base: triggerWords, origin });
  // Parsed like the submitted form: a comma ends a word, and equivalent words are merged.
  const readBack = new Set(splitWords(triggerWords.join('\n').normalize('NFC')));
  const torn = triggerWords.filter((word) => !readBack.has(word));
  if (torn.length > 0) {
    return instead(
      row,
      `Some trigger words of ${bold(name)} would not come back from a form as they are, with a comma inside or almost the same as another: ${wordsLine(torn, 400)}.`,
    );
  }
  if (metadata.length > MAX_METADATA || triggerWords.join('\n').length > MAX_FIELD) {
    return instead(
      row,
      `${bold(name)} has ${countOf(triggerWords.length, 'trigger word')}. That is more than a form of Slack holds, so they cannot be edited all at once.`,
    );
  }
  return formModal({
    title: TITLE,
    submit: 'Save',
    callbackId: 'edit-triggers',
    metadata,
    blocks: [
      section(
        'What you take out is removed, what you write is added. A word that somebody else adds meanwhile stays. The service wants at least one.',
      ),
      triggerWordsInput(clip(name, 40), triggerWords, MAX_FIELD),
    ],
  });
}

/** Explains why there is no form, and how to change the words without it. */
function instead({ id, name }: InstalledAbility, reason: string): types.ModalView {
  const line = `triggers ${typedName(name, `installed:${id}`)}`;
  return sentenceModal(
    TITLE,
    `${reason} Nothing changed. Add or remove single words by typing: ${typed(`${line} add: good morning`)} or ${typed(`${line} remove: good morning`)}. All others stay as they are.`,
  );
}

/** For the added and for the removed words, so that there is room for the saved ones. */
const MAX_WORDS = 150;

/** Changes by other users since the words were shown: `Meanwhile somebody else added “x”; that stays.` */
function meanwhileLine({ added, removed }: WordsMeanwhile): string {
  const did = [
    added.length > 0 ? `added ${wordsLine(added, MAX_WORDS)}` : '',
    removed.length > 0 ? `removed ${wordsLine(removed, MAX_WORDS)}` : '',
  ].filter((part) => part !== '');
  return `Meanwhile somebody else ${did.join(', ')}; that stays.`;
}

/**
 * Confirmation that shows the changes before saving, since they are easy to overlook among hundreds of words.
 * @param shared the public message in which the user clicked.
 */
function triggersQuestion(
  { difference, row }: Extract<Outcome, { kind: 'triggers-question' }>,
  shared: SharedPlace | null,
): MessageAnswer {
  const { added, kept, meanwhile, removed } = difference;
  const line = `triggers installed:${row.id}`;
  const beside = shared ? { shared } : {};
  // The unchanged words reveal later which words other users have changed since.
  const change = { do: line, words: { add: added, remove: removed, keep: kept }, sure: true, ...beside } as const;
  const fits = encodeButton(change).length <= VALUE_MAX;
  const texts = [
    `Change the trigger words of ${bold(row.name)}? Nothing is saved yet.`,
    differenceLines(difference),
    ...(meanwhile ? [meanwhileLine(meanwhile)] : []),
    ...(fits ? [] : [TOO_MANY]),
  ];
  const save: types.Button[] = fits
    ? [{ ...button('Save', change, `Save the trigger words of ${row.name}`), style: 'primary' }]
    : [];
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(texts.join('\n')),
    blocks: [
      ...texts.map(section),
      ...actions(
        ...save,
        button('Keep as is', { do: line }, `Keep the trigger words of ${row.name} as they are`),
        button('Edit words…', { do: `${line} edit:`, asks: true, ...beside }, `Edit the trigger words of ${row.name}`),
      ),
    ],
  };
}

const TOO_MANY =
  'This is more than one button of Slack can carry, so it cannot be saved from here. Nothing changed. Change fewer words at once.';

const differenceLines = ({ added, kept, removed }: WordsDifference) =>
  [`Adds: ${wordsLine(added, 900)}`, `Removes: ${wordsLine(removed, 900)}`, `Keeps: ${wordsLine(kept, 900)}`].join(
    '\n',
  );

/** Longer words are truncated, and two sections of words leave room for the rest of the message. */
const MAX_WORD = 255;

const MAX_SECTION = 2500;

const SECTIONS = 2;

/** The trigger words of one Ability, one per line, with buttons to change them. */
function triggersMessage({ entry, row }: Extract<Outcome, { kind: 'triggers' }>, around: ViewFrame): MessageAnswer {
  const shown: CatalogEntry = { ...entry, triggerWords: row.triggerWords };
  const line = `triggers installed:${row.id}`;
  const count = row.triggerWords.length;
  const heading = `${abilityLine(shown)}\n${count > 0 ? `${countOf(count, 'trigger word')}. ` : ''}${firingLine(shown)}`;
  const words = fitTexts(
    row.triggerWords.map((word) => `• “${foreign(word, MAX_WORD)}”`),
    MAX_SECTION,
    SECTIONS,
  );
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([around.notice, heading, ...words].filter((part) => part !== null).join('\n')),
    blocks: underNotice(around, [
      section(heading),
      ...words.map(section),
      context(howToType(row.name, line)),
      ...actions(
        button('Edit words…', { do: `${line} edit:`, asks: true }, `Edit the trigger words of ${row.name}`),
        button('Show', { do: `show installed:${row.id}` }, `Show ${row.name}`),
        button('Refresh', { do: line }),
      ),
      ...actions(shareButton(line, around.canShare), button('All Abilities', { do: 'list' })),
    ]),
  };
}

function howToType(name: string, ref: string): string {
  const line = `triggers ${typedName(name, ref.replace('triggers ', ''))}`;
  return [
    `Typed: ${typed(`${line} add: good morning, hello`)} adds, ${typed(`${line} remove: hello`)} removes,`,
    `${typed(`${line} replace: good morning`)} replaces all. What changes is shown before it is saved.`,
  ].join(' ');
}

/** One per line, or separated by commas; duplicates are dropped. */
export function readTriggerWords(view: View): Read<string[]> {
  const { block } = TRIGGER_WORDS_FIELD;
  const words = textOf(view, block)
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) return { ok: false, errors: { [block]: 'Write at least one trigger word.' } };
  return { ok: true, value: [...new Set(words)] };
}

function wordsSaved({ difference, name }: DrawnOutcome<'triggers-saved'>, by: string): string {
  const { added, after, removed } = difference;
  return [
    `Trigger words of ${bold(name)} saved ${by}`,
    `Added: ${wordsLine(added, 700)}. Removed: ${wordsLine(removed, 700)}.`,
    ...toldMeanwhile(difference),
    `The service has ${countOf(after.length, 'word')} now: ${wordsLine(after, 700)}.`,
  ].join('\n');
}

/** What other users changed since, if known. */
const toldMeanwhile = ({ meanwhile }: { meanwhile?: WordsMeanwhile }) => (meanwhile ? [meanwhileLine(meanwhile)] : []);

const afterSave = ({ id }: { id: InstalledAbilityId }, undo: types.Button | null) =>
  actions(undo, button('Trigger words…', { do: `triggers installed:${id}` }), allAbilities());

export const triggersDrawings: Drawings<
  'triggers' | 'triggers-form' | 'triggers-question' | 'triggers-saved' | 'triggers-unchanged'
> = {
  triggers: { view: (outcome, frame) => triggersMessage(outcome, frame) },
  'triggers-form': { form: ({ row }, { origin }) => editTriggersModal(row, origin) },
  'triggers-question': { question: (outcome, { shared }) => triggersQuestion(outcome, shared) },
  'triggers-saved': { notice: (outcome, { by }) => wordsSaved(outcome, by), next: afterSave },
  'triggers-unchanged': {
    notice: (outcome) =>
      [`${bold(outcome.name)} has these trigger words already. Nothing changed.`, ...toldMeanwhile(outcome)].join('\n'),
    next: afterSave,
  },
};

export const triggersRefusals: RefusalTexts<'no-words-left' | 'no-such-words'> = {
  'no-words-left': {
    sentence: ({ name }) =>
      `${bold(name)} would have no trigger words left, and the service wants at least one. Nothing changed. Add another one in the same step, or disable the Ability.`,
  },
  'no-such-words': {
    sentence: ({ asked, name, words }) =>
      `${bold(name)} does not have ${wordsLine(asked, 400)}. Nothing changed. Its trigger words are: ${wordsLine(words, 800)}.`,
  },
};

export const ofInstalled = ({ installedId }: { installedId: InstalledAbilityId }): AuditTarget[] => [
  { kind: 'installed', id: String(installedId), name: null },
];

/**
 * Compares the input with the words that the form showed, so words added by other users meanwhile are kept. Null if
 * unchanged.
 */
export function differenceOfWords(base: readonly string[], typed: readonly string[]): WordsChange | null {
  const add = typed.filter((word) => !base.includes(word));
  const remove = base.filter((word) => !typed.includes(word));
  return add.length + remove.length === 0 ? null : { kind: 'edit', add, remove };
}

export const triggersForms: Forms<'edit-triggers'> = {
  'edit-triggers': {
    verb: 'triggers',
    targets: ofInstalled,
    submit: ({ metadata: { base, installedId }, payload }) => {
      const words = readTriggerWords(payload.view);
      if (!words.ok) return errorsAt(words.errors);
      const change = differenceOfWords(base, words.value);
      if (!change) {
        return errorsAt({
          [TRIGGER_WORDS_FIELD.block]: 'These are the words as they were. Change them, or press Cancel.',
        });
      }
      const target = { by: 'installed', id: installedId } as const;
      return { command: { verb: 'change-triggers', target, change, confirmed: false, seen: base } };
    },
  },
};

export const triggersLines: ChangeLines<'triggers'> = {
  triggers: ({ name }) => `Trigger words of ${bold(name)} changed`,
};
