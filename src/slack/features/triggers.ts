import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../core/catalog.ts';
import { type Clash, type FormWords, findClashes } from '../../core/clashes.ts';
import type { OperationContext } from '../../core/operation-context.ts';
import type { Outcome } from '../../core/outcome.ts';
import { refuseVerb } from '../../core/permissions.ts';
import { splitWords } from '../../core/text-matching.ts';
import type { WordsChange, WordsMeanwhile } from '../../core/trigger-words.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import { isUndo } from '../../store/undo-record.ts';
import { abilityLine, problemLine } from '../blocks/ability.ts';
import { actions, allAbilities, button, shareButton } from '../blocks/buttons.ts';
import { aboveNotice } from '../blocks/fit.ts';
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
  wordsAnd,
  wordsLine,
  wordsOr,
} from '../blocks/kit.ts';
import { fittingTitle, formModal, sentenceModal, whileTyping } from '../blocks/modals.ts';
import { meanwhileSentence } from '../blocks/sentences.ts';
import type { DrawnOutcome, SlackFeature, ViewContext } from '../feature.ts';
import { encodeMetadata, fitsIntoMetadata, type ModalMetadata, type Origin } from '../modal-metadata.ts';
import { type Changed, errorsAt, type Read, textOf } from '../payloads/form-values.ts';
import type { ShownView, View } from '../payloads/payloads.ts';
import type { Workspace } from '../workspace.ts';
import { CLASHES, clashBlocks } from './check.ts';

const WORDS_MAX = 600;

const TRIGGER_WORDS_FIELD = { block: 'trigger_words', action: 'trigger_words' } as const;

/** `source`: where the initial words come from, as a sentence. `max`: maximum characters of the field. */
export function triggerWordsInput(
  forWhat: string,
  initial: readonly string[] = [],
  { source = null, max = WORDS_MAX }: { source?: string | null; max?: number } = {},
): types.InputBlock & { element: types.PlainTextInput } {
  return {
    type: 'input',
    block_id: TRIGGER_WORDS_FIELD.block,
    label: plain(`Trigger words for ${forWhat}`),
    hint: plain(`Phrases that start the Ability. One per line, or separated by commas.${source ? ` ${source}` : ''}`),
    element: {
      type: 'plain_text_input',
      action_id: TRIGGER_WORDS_FIELD.action,
      multiline: true,
      max_length: max,
      initial_value: initial.length > 0 ? cut(initial.join('\n'), max) : undefined,
    },
  };
}

const TITLE = 'Trigger words';

/** Slack's limit for a field. */
const MAX_FIELD = 3000;

/** The form's state, for redrawing it while someone types. */
type EditForm = Omit<Extract<ModalMetadata, { form: 'edit-triggers' }>, 'v' | 'form'>;

/**
 * All trigger words of an Ability in one field. The form stores the words that it shows, and its changes are computed
 * against them, so words that other users add in the meantime are kept.
 */
function openTriggersModal(
  { clashes, row }: DrawnOutcome<'triggers-form'>,
  origin: Origin,
  redraw: string | null,
): types.ModalView {
  const { id, name, triggerWords } = row;
  // Parsed like the submitted form: a comma ends a word, and equivalent words are merged.
  const readBack = new Set(splitWords(triggerWords.join('\n').normalize('NFC')));
  const torn = triggerWords.filter((word) => !readBack.has(word));
  if (torn.length > 0) {
    return instead(row, `Some of ${bold(name)}'s trigger words can't be edited in a form: ${wordsLine(torn, 400)}.`);
  }
  const form = { installedId: id, name: clip(name, 40), base: triggerWords, origin, redraw: redraw ?? undefined };
  const isTooLong = !fitsIntoMetadata(metadataOf(form)) || triggerWords.join('\n').length > MAX_FIELD;
  if (isTooLong) {
    return instead(row, `${bold(name)} has ${countOf(triggerWords.length, 'trigger word')}, too many for one form.`);
  }
  return triggersModal(form, triggerWords, clashes);
}

const metadataOf = (form: EditForm) => ({ form: 'edit-triggers', ...form }) as const;

/**
 * @param words the words currently in the field, to show the effect of saving.
 * @param clashes those of these words with other Abilities. They don't prevent saving.
 */
function triggersModal(form: EditForm, words: readonly string[], clashes: readonly Clash[]): types.ModalView {
  const { base, name = 'this Ability' } = form;
  return formModal({
    title: form.name === undefined ? TITLE : fittingTitle(`${name}'s trigger words`, TITLE),
    submit: 'Save',
    callbackId: 'edit-triggers',
    metadata: encodeMetadata(metadataOf(form)),
    blocks: [
      whileTyping(triggerWordsInput(name, base, { max: MAX_FIELD })),
      section(differenceLine(base, words)),
      ...clashBlocks(clashes),
    ],
  });
}

function differenceLine(base: readonly string[], words: readonly string[]): string {
  const change = differenceOfWords(base, words);
  if (change?.kind !== 'edit') return 'No changes yet.';
  return [
    change.add.length > 0 ? `Adds ${wordsAnd(change.add, 900)}` : '',
    change.remove.length > 0 ? `Removes ${wordsAnd(change.remove, 900)}` : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * The clashes of the words in a form.
 * @param verb determines the role that the form needs.
 */
export async function findTypedClashes(
  { identify, view }: Pick<Changed<ModalMetadata>, 'identify' | 'view'>,
  verb: 'enable' | 'triggers' | 'upload',
  of: Omit<FormWords, 'words'>,
  context: OperationContext,
  withinMs?: number,
): Promise<Clash[]> {
  const words = readTriggerWords(view);
  // The person may have lost the role since the form was opened, and the warning names other Abilities.
  if (!words.ok || refuseVerb(verb, await identify()) !== null) return [];
  return findClashes({ words: words.value, ...of }, context, withinMs);
}

/** The blocks of an open form as Slack sent them, but with these clashes below the trigger words. */
export const withClashes = ({ blocks }: ShownView, clashes: readonly types.SectionBlock[]): types.KnownBlock[] =>
  blocks
    .filter(({ block_id: id }) => id !== CLASHES)
    .flatMap((block) => (block.block_id === TRIGGER_WORDS_FIELD.block ? [block, ...clashes] : [block]));

/**
 * Shows the effect of saving and the clashing words while someone types. Redraws of a form run one at a time in the
 * order of the payloads, so the last drawing is correct.
 */
function redrawTriggersModal(
  typing: Changed<Extract<ModalMetadata, { form: 'edit-triggers' }>>,
  { context, outbound }: Pick<Workspace, 'context' | 'outbound'>,
): Promise<void> {
  const { metadata, view } = typing;
  const { form: _form, v: _version, ...form } = metadata;
  return context.locks.inOrder(`view:${view.id}`, async () => {
    const words = readTriggerWords(view);
    const { typingHints } = context.deadlines;
    const clashes = await findTypedClashes(typing, 'triggers', { ownId: form.installedId }, context, typingHints);
    await outbound.updateModal(view.id, triggersModal(form, words.ok ? words.value : [], clashes), typing.isSubmitted);
  });
}

/** Explains why there is no form, and how to change the words without it. */
function instead({ id, name }: InstalledAbility, reason: string): types.ModalView {
  const line = `triggers ${typedName(name, `installed:${id}`)}`;
  return sentenceModal(
    TITLE,
    `${reason} Add or remove them one at a time with ${typed(`${line} add: good morning`)} or ${typed(`${line} remove: good morning`)}.`,
  );
}

const meanwhileLine = (meanwhile: WordsMeanwhile): string =>
  meanwhileSentence(meanwhile, (words) => wordsAnd(words, MAX_WORDS));

const MAX_WORDS = 150;

/** Maximum characters of a word. Two sections of words leave room for the rest of the message. */
const MAX_WORD = 255;

const MAX_SECTION = 2500;

const SECTIONS = 2;

/** The trigger words of one Ability, one per line, with buttons to change them. */
function triggersMessage({ entry, row }: Extract<Outcome, { kind: 'triggers' }>, around: ViewContext): MessageAnswer {
  const shown: CatalogEntry = { ...entry, triggerWords: row.triggerWords };
  const line = `triggers installed:${row.id}`;
  const heading = [abilityLine(shown), problemLine(shown)].filter((part) => part !== '').join('\n');
  const words = fitTexts(
    row.triggerWords.map((word) => `• “${foreign(word, MAX_WORD)}”`),
    MAX_SECTION,
    SECTIONS,
  );
  return {
    surface: 'message',
    title: fittingTitle(`${entry.name}'s trigger words`, TITLE),
    replaces: true,
    text: toFallback([around.notice, heading, ...words].filter((part) => part !== null).join('\n')),
    blocks: aboveNotice(
      around,
      [section(heading), ...words.map(section)],
      [
        ...actions(
          button('Edit…', { do: `${line} edit:`, asks: true, redraw: line }, `Edit the trigger words for ${row.name}`),
          button('Show', { do: `show installed:${row.id}` }, `Show ${row.name}`),
          shareButton(line, around.canShare),
          button('All Abilities', { do: 'list' }),
        ),
        context(howToType(row)),
      ],
    ),
  };
}

const howToType = ({ id, name }: InstalledAbility) =>
  `Or type ${typed(`triggers ${typedName(name, `installed:${id}`)} add: good morning remove: hello`)}`;

/** One per line, or separated by commas; duplicates are dropped. */
export function readTriggerWords(view: View): Read<string[]> {
  const { block } = TRIGGER_WORDS_FIELD;
  const words = textOf(view, block)
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) return { ok: false, errors: { [block]: 'Enter at least one trigger word.' } };
  return { ok: true, value: [...new Set(words)] };
}

function wordsSaved({ difference, name }: DrawnOutcome<'triggers-saved'>, by: string): string {
  const { added, removed } = difference;
  return [
    `${bold(name)}'s trigger words changed ${by}`,
    ...(added.length > 0 ? [`Added ${wordsAnd(added, 700)}`] : []),
    ...(removed.length > 0 ? [`Removed ${wordsAnd(removed, 700)}`] : []),
    ...meanwhileLines(difference),
  ].join('\n');
}

/** Changes by other users since the words were shown, if known. */
const meanwhileLines = ({ meanwhile }: { meanwhile?: WordsMeanwhile }) => (meanwhile ? [meanwhileLine(meanwhile)] : []);

const afterSave = ({ id, name }: { id: InstalledAbilityId; name: string }, undo: types.Button | null) =>
  actions(undo, button('Show', { do: `show installed:${id}` }, `Show ${name}`), allAbilities());

export const ofInstalled = ({ installedId }: { installedId: InstalledAbilityId }): AuditTarget[] => [
  { kind: 'installed', id: String(installedId), name: null },
];

/**
 * Compares the input with the words that the form showed, so words that other users add in the meantime are kept. Null
 * if nothing changed.
 */
export function differenceOfWords(base: readonly string[], typed: readonly string[]): WordsChange | null {
  const add = typed.filter((word) => !base.includes(word));
  const remove = base.filter((word) => !typed.includes(word));
  return add.length + remove.length === 0 ? null : { kind: 'edit', add, remove };
}

export const triggersFeature = {
  drawings: {
    triggers: { view: (outcome, frame) => triggersMessage(outcome, frame) },
    'triggers-form': { form: (outcome, { origin, redraw }) => openTriggersModal(outcome, origin, redraw) },
    'triggers-saved': { notice: (outcome, { by }) => wordsSaved(outcome, by), next: afterSave },
    'triggers-unchanged': {
      notice: (outcome) =>
        [`${bold(outcome.name)} already has these trigger words.`, ...meanwhileLines(outcome)].join('\n'),
      next: afterSave,
    },
  },
  refusals: {
    'no-words-left': {
      sentence: ({ name }) =>
        `${bold(name)} needs at least one trigger word, so nothing was removed. Add another one first, or disable the Ability.`,
    },
    'no-such-words': {
      sentence: ({ asked, name, words }) =>
        `${bold(name)} doesn't have ${wordsOr(asked, 400)}.\nIts trigger words: ${wordsLine(words, 800)}.`,
    },
  },
  forms: {
    'edit-triggers': {
      verb: 'triggers',
      targets: ofInstalled,
      submit: ({ metadata: { base, installedId, redraw = null }, payload }) => {
        const words = readTriggerWords(payload.view);
        if (!words.ok) return errorsAt(words.errors);
        const change = differenceOfWords(base, words.value);
        if (!change) {
          return errorsAt({ [TRIGGER_WORDS_FIELD.block]: 'No changes yet.' });
        }
        const target = { by: 'installed', id: installedId } as const;
        return { command: { verb: 'change-triggers', target, change, seen: base }, more: { redraw } };
      },
      redraw: { draw: redrawTriggersModal },
    },
  },
  lines: {
    triggers: {
      line: (change) =>
        `${bold(change.name)}'s ${isUndo(change) ? 'previous trigger words restored' : 'trigger words changed'}`,
      onCard: () => 'trigger words',
      undoEntry: (names, { before, targets }) =>
        before === null || targets.some(({ kind }) => kind === 'agent')
          ? null
          : `restored ${names}'s previous trigger words`,
    },
  },
  entries: {
    triggers: {
      done: (names) => `changed ${names}'s trigger words`,
      attempt: (names) => `change ${names}'s trigger words`,
      showsValues: true,
    },
  },
} satisfies SlackFeature;
