import type { types } from '@slack/bolt';
import { refTo } from '../../core/catalog.ts';
import type { DeletionChoice } from '../../core/features/delete/choose.ts';
import { type DeletionItem, type DeletionResult, deleteTitle } from '../../core/features/delete/delete.ts';
import { readLastDeletion } from '../../core/features/delete/last-deletion.ts';
import type { Outcome } from '../../core/outcome.ts';
import { formatAbilityRef } from '../../core/references.ts';
import { TheService, theService } from '../../core/service-name.ts';
import { abilityLine, countAbilities, STATE_WORDS, someNames } from '../blocks/ability.ts';
import { ASK_TO_DELETE, actions, allAbilities, button, deleteButton, forGood } from '../blocks/buttons.ts';
import {
  bold,
  capital,
  context,
  countOf,
  day,
  fitTexts,
  type MessageAnswer,
  namesAnd,
  section,
  toFallback,
} from '../blocks/kit.ts';
import { AS_LAST_SET, agentsValue } from '../blocks/known-abilities.ts';
import { byWhom } from '../blocks/mentions.ts';
import { fittingTitle, formModal, sentenceModal } from '../blocks/modals.ts';
import { orphanButtons, orphanSentence } from '../blocks/orphan.ts';
import { MAX_NAME, type OneResult, repeatButton, resultsOf } from '../blocks/results.ts';
import type { SharedPlace } from '../button-value.ts';
import type { SlackFeature, Wording } from '../feature.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { chooseModal } from './show/choose.ts';

function deletedSeveral(results: readonly DeletionResult[], by: string, ref: string): string {
  const count = (fate: DeletionResult['fate']) => results.filter((result) => result.fate === fate).length;
  const [deleted, gone] = [count('deleted'), count('gone-already')];
  const not = results.length - deleted - gone;
  const summary = [
    `${deleted} of ${countAbilities(results.length)} deleted ${by}.`,
    gone > 0 ? `${gone} ${gone === 1 ? 'was' : 'were'} already gone.` : '',
    not > 0
      ? `${countOf(not, 'deletion')} couldn't be confirmed. Check \`/abilities\` before you try again. (ref ${ref})`
      : '',
  ];
  const sorted = [...results].sort((a, b) => DELETION_ORDER[a.fate] - DELETION_ORDER[b.fate]);
  return resultsOf(
    summary,
    sorted.map((result) => deletionResult(result)),
  );
}

/** Opens the confirmation again. */
function deleteAgain(results: readonly DeletionResult[]): types.Button | null {
  const left = results
    .filter(({ fate }) => fate === 'still-there' || fate === 'unknown')
    .map(({ id }) => formatAbilityRef({ by: 'ability', id }));
  return repeatButton('Try again…', 'delete', left, `Delete ${countAbilities(left.length)}`, true);
}

/** Shows the ID if the name is unknown, because the Ability was already gone. */
function deletionResult({ fate, id, name }: DeletionResult): OneResult {
  const nameIn = (max: number) => (name === null ? `ID ${id}` : bold(name, max));
  return { nameIn, line: `• ${nameIn(MAX_NAME)} ${FATES[fate]}`, lead: capital(FATES_OF_SEVERAL[fate]), reason: null };
}

const DELETION_ORDER: Record<DeletionResult['fate'], number> = {
  'still-there': 0,
  unknown: 1,
  deleted: 2,
  'gone-already': 3,
};

const FATES: Record<DeletionResult['fate'], string> = {
  deleted: 'deleted',
  'still-there': 'is still on the account',
  unknown: 'may or may not have been deleted',
  'gone-already': 'was already gone',
};

const FATES_OF_SEVERAL: Record<DeletionResult['fate'], string> = {
  deleted: 'deleted',
  'still-there': 'still on the account',
  unknown: 'may or may not have been deleted',
  'gone-already': 'already gone',
};

/** With the field and headings, the form stays below Slack's limit of 100 blocks. */
const MAX_CHOICES = 60;

/** A *Delete* button for each of the first {@link MAX_CHOICES} Abilities, above a field for selecting several. */
function deleteChoiceModal(items: readonly DeletionChoice[], origin: Origin): types.ModalView {
  if (items.length === 0) return sentenceModal(deleteTitle(0), 'There are no Abilities to delete.');
  const more = items.length - MAX_CHOICES;
  return chooseModal('delete', origin, null, [
    section('*Delete one*'),
    ...items.slice(0, MAX_CHOICES).map(({ agentNames, entry, lastSavedOn, waits }) => ({
      ...section(abilityLine(entry)),
      accessory: deleteButton(entry, { agentNames, lastSavedOn, waits }) ?? undefined,
    })),
    ...(more > 0 ? [context(`Type below to find ${more} more.`)] : []),
    section('*Or delete several*'),
  ]);
}

/**
 * The only confirmation: the button deletes, or requests approval if a second admin must approve it.
 * @param redraw the line to draw after the deletion or on *Cancel*; null for a typed command, which has no message to
 * return to, so that *Cancel* shows the Ability.
 * @param shared the public message in which the user clicked.
 */
function deleteQuestion(
  item: Extract<Outcome, { kind: 'delete-question' }>,
  redraw: string | null,
  shared: SharedPlace | null,
): MessageAnswer {
  const { entry, waits } = item;
  const question = questionText(item, waits);
  return {
    surface: 'message',
    title: fittingTitle(`Delete ${entry.name}?`, deleteTitle(1)),
    replaces: true,
    text: toFallback(question),
    blocks: [
      section(question),
      ...actions(
        deleteButton(entry, { redraw, shared, isAsked: true, waits }),
        button('Cancel', { do: redraw ?? `show ${formatAbilityRef(refTo(entry))}` }),
      ),
    ],
  };
}

/** The question about a single Ability. */
function questionText({ agentNames, entry, lastSavedOn }: Omit<DeletionItem, 'ability'>, waits?: true): string {
  const names = agentsValue({ agentNames, lastSavedOn });
  const agents = names === null ? '' : `Agents  ${names}`;
  const asked = `Delete ${bold(entry.name)}? ${waits ? NEEDS_APPROVAL : forGood(entry.state, agentNames)}`;
  return [asked, abilityLine(entry), agents].filter((line) => line !== '').join('\n');
}

const NEEDS_APPROVAL = 'Another admin has to approve this. Nothing is deleted until then.';

const MAX_SECTION = 2900;

const SECTIONS = 30;

const MAX_REFUSED = 5;

/** Lists everything that would be deleted. Submitting deletes exactly that, or requests approval for it. */
function deleteSeveralModal(
  { items, refused, waits }: Extract<Outcome, { kind: 'delete-several-question' }>,
  origin: Origin,
  wording: Wording,
): types.ModalView {
  const refusedTexts = fitTexts(
    refused.map((refusal) => `• ${wording.refusalLine(refusal)}`),
    MAX_SECTION,
    MAX_REFUSED,
  );
  const general = deleteTitle(items.length + refused.length);
  const [only, ...others] = items;
  if (!only) {
    const none = refused.length === 1 ? 'There is nothing to delete.' : 'None of these Abilities can be deleted.';
    return withMore(sentenceModal(general, none), refusedTexts);
  }
  const count = countAbilities(items.length);
  const abilityIds = items.map(({ ability }) => ability.id);
  const isOne = others.length === 0;
  return formModal({
    title: isOne && refused.length === 0 ? fittingTitle(`Delete ${only.entry.name}?`, general) : general,
    submit: waits ? ASK_TO_DELETE : isOne ? 'Delete' : `Delete ${count}`,
    callbackId: 'delete-several',
    metadata: encodeMetadata({ form: 'delete-several', abilityIds, waits, origin }),
    blocks: [
      ...(isOne
        ? [section(questionText(only, waits))]
        : [
            section(`Delete ${count}? This removes them from every Agent and can't be undone.`),
            ...(waits ? [section(NEEDS_APPROVAL)] : []),
            ...fitTexts(items.map(itemLine), MAX_SECTION, SECTIONS).map(section),
          ]),
      ...(refusedTexts.length > 0 ? [section("*Can't be deleted:*"), ...refusedTexts.map(section)] : []),
    ],
  });
}

function itemLine({ agentNames, entry, lastSavedOn }: DeletionItem): string {
  const names = agentNames ?? lastSavedOn ?? [];
  const source = lastSavedOn ? AS_LAST_SET : '';
  const assigned = names.length > 0 ? ` · on ${namesAnd(names, 200)}${source}` : '';
  return `• ${bold(entry.name)} · ${STATE_WORDS[entry.state]}${assigned}`;
}

const withMore = (view: types.ModalView, texts: readonly string[]): types.ModalView => ({
  ...view,
  blocks: [...view.blocks, ...texts.map(section)],
});

export const deleteFeature = {
  drawings: {
    'delete-choice': { form: ({ items }, { origin }) => deleteChoiceModal(items, origin) },
    'delete-question': { question: (outcome, { redraw, shared }) => deleteQuestion(outcome, redraw, shared) },
    'delete-several-question': { form: (outcome, { origin }, wording) => deleteSeveralModal(outcome, origin, wording) },
    deleted: { notice: ({ name }, { by }) => `${bold(name)} deleted ${by}` },
    'still-there': {
      notice: ({ name }, { requester }) =>
        `${bold(name)} was not deleted: ${theService()} still lists it. Try again in a minute. (ref ${requester.ref})`,
    },
    'maybe-deleted': {
      notice: ({ name }, { requester }) =>
        `${TheService()} didn't confirm that ${bold(name)} was deleted. Check \`/abilities\` before you try again. (ref ${requester.ref})`,
    },
    'gone-already': {
      prepare: async (outcome, _, { context }) => {
        const since = await readLastDeletion({ by: 'ability', id: outcome.id }, context);
        return { outcome: { ...outcome, since: since ?? undefined } };
      },
      notice: ({ since }, { reader }) =>
        since
          ? `${bold(since.name)} was already deleted ${byWhom(since.userId, reader)} · ${day(since.at)}.`
          : 'That Ability no longer exists, so nothing changed.',
    },
    'deleted-several': {
      notice: ({ results }, { by, requester }) => deletedSeveral(results, by, requester.ref),
      next: ({ results }, undo) => actions(deleteAgain(results), undo, allAbilities()),
    },
  },
  refusals: {
    'no-ability-record': {
      sentence: ({ entry }) => orphanSentence(entry),
      line: ({ entry }) => `${bold(entry.name)} was already deleted. ${TheService()} can't remove the orphaned record.`,
      next: ({ entry }) => actions(...orphanButtons(entry), allAbilities()),
    },
  },
  forms: {
    'delete-several': {
      verb: 'delete',
      targets: ({ abilityIds }) => abilityIds.map((id) => ({ kind: 'ability', id: String(id), name: null })),
      submit: ({ metadata: { abilityIds, waits } }) => {
        const targets = abilityIds.map((id) => ({ by: 'ability', id }) as const);
        return { command: { verb: 'delete', targets, confirmed: true, waits } };
      },
    },
  },
  lines: { deleted: { line: ({ items }) => `${someNames(items)} deleted`, onCard: () => 'deleted' } },
  entries: { delete: { done: (names) => `deleted ${names}` } },
} satisfies SlackFeature;
