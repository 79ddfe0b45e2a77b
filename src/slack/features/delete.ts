import type { types } from '@slack/bolt';
import type { DeletionItem, DeletionResult } from '../../core/features/delete.ts';
import type { Outcome } from '../../core/outcome.ts';
import { countAbilities, STATE_WORDS, someNames } from '../blocks/ability.ts';
import { ASK_TO_DELETE, actions, button, deleteButton } from '../blocks/buttons.ts';
import type { ChangeLines, Drawings, RefusalTexts, Say } from '../blocks/drawing.ts';
import { bold, capital, countOf, fitTexts, type MessageAnswer, namesLine, section, toFallback } from '../blocks/kit.ts';
import { formModal, sentenceModal } from '../blocks/modals.ts';
import { MAX_NAME, type OneResult, told } from '../blocks/results.ts';
import type { SharedPlace } from '../button-value.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import type { Forms } from '../payloads/form-values.ts';

function deletedSeveral(results: readonly DeletionResult[], by: string, ref: string): string {
  const count = (fate: DeletionResult['fate']) => results.filter((result) => result.fate === fate).length;
  const [deleted, gone] = [count('deleted'), count('gone-already')];
  const not = results.length - deleted - gone;
  const summary = [
    `${deleted} of ${countAbilities(results.length)} deleted ${by}.`,
    gone > 0 ? `${gone} ${gone === 1 ? 'was' : 'were'} gone already.` : '',
    not > 0
      ? `${countOf(not, 'deletion')} ${not === 1 ? 'is' : 'are'} not confirmed: look at \`/abilities\` before you try again. (ref ${ref})`
      : '',
  ];
  const sorted = [...results].sort((a, b) => DELETION_ORDER[a.fate] - DELETION_ORDER[b.fate]);
  return told(
    summary,
    sorted.map((result) => deletionResult(result)),
  );
}

function deletionResult({ fate, id, name }: DeletionResult): OneResult {
  const nameIn = (most: number) => `${name === null ? 'The Ability' : bold(name, most)} (ID ${id})`;
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
  'still-there': 'is still on the account, although the service took the call',
  unknown: 'may be deleted or not: the service did not say',
  'gone-already': 'was gone already',
};

const FATES_OF_SEVERAL: Record<DeletionResult['fate'], string> = {
  deleted: 'deleted',
  'still-there': 'still on the account, although the service took the call',
  unknown: 'may be deleted or not, as the service did not say',
  'gone-already': 'gone already',
};

/**
 * Confirmation that lists everything that would be deleted. Its button asks again in Slack's own dialog. If a second
 * admin must approve, it says so and sends the request instead.
 * @param redraw the line whose answer is drawn afterwards or on cancel; null for the Ability's card.
 * @param shared the public message in which the user clicked.
 */
function deleteQuestion(
  { ability, agentNames, entry, waits }: Extract<Outcome, { kind: 'delete-question' }>,
  redraw: string | null,
  shared: SharedPlace | null,
): MessageAnswer {
  const assigned = agentNames
    ? agentNames.length === 0
      ? 'assigned to no Agent'
      : `assigned to ${countOf(agentNames.length, 'Agent')} (${namesLine(agentNames)})`
    : 'the service does not tell which Agents have it';
  const line = `Delete ${bold(entry.name)} (ID ${ability.id})? It is ${STATE_WORDS[entry.state]}; ${assigned}. ${
    waits ? 'This is permanent, so another admin has to approve it before it happens.' : 'This is permanent.'
  }`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(line),
    blocks: [
      section(line),
      ...actions(
        deleteButton(entry, redraw ?? undefined, shared, waits),
        button('Keep', { do: redraw ?? `show id:${ability.id}` }),
      ),
    ],
  };
}

const TITLE = 'Delete Abilities';

const MAX_SECTION = 2900;

const SECTIONS = 30;

const MAX_REFUSED = 5;

const WAITS =
  '*Another admin has to approve it before it happens*, since what is enabled is among them. Until then all of them stay.';

/** Lists everything that would be deleted. Submitting deletes exactly that, or requests approval for it. */
function deleteSeveralModal(
  { items, refused, waits }: Extract<Outcome, { kind: 'delete-several-question' }>,
  origin: Origin,
  say: Say,
): types.ModalView {
  const refusedTexts = fitTexts(
    refused.map((refusal) => `• ${say.refusalLine(refusal)}`),
    MAX_SECTION,
    MAX_REFUSED,
  );
  if (items.length === 0) {
    return withMore(sentenceModal(TITLE, '*None of them can be deleted.* Nothing changed.'), refusedTexts);
  }
  const count = countAbilities(items.length);
  const abilityIds = items.map(({ ability }) => ability.id);
  return formModal({
    title: TITLE,
    submit: waits ? ASK_TO_DELETE : `Delete ${count}`,
    callbackId: 'delete-several',
    metadata: encodeMetadata({ form: 'delete-several', abilityIds, ...(waits ? { waits } : {}), origin }),
    blocks: [
      section(
        `*${count} will be deleted for good*, from the account and from every Agent, with code and trigger words. This cannot be undone.`,
      ),
      ...(waits ? [section(WAITS)] : []),
      ...fitTexts(items.map(itemLine), MAX_SECTION, SECTIONS).map(section),
      ...(refusedTexts.length > 0 ? [section('*Not deleted, whatever you press:*'), ...refusedTexts.map(section)] : []),
    ],
  });
}

function itemLine({ ability, agentNames, entry }: DeletionItem): string {
  const assigned =
    agentNames === null
      ? 'the service does not tell which Agents have it'
      : agentNames.length === 0
        ? 'assigned to no Agent'
        : `assigned to ${countOf(agentNames.length, 'Agent')} (${namesLine(agentNames, 200)})`;
  const words = countOf(entry.triggerWords.length, 'trigger word');
  return `• ${bold(entry.name)} (ID ${ability.id}): ${STATE_WORDS[entry.state]}, ${words}, ${assigned}`;
}

const withMore = (view: types.ModalView, texts: readonly string[]): types.ModalView => ({
  ...view,
  blocks: [...view.blocks, ...texts.map(section)],
});

export const deleteDrawings: Drawings<
  | 'delete-question'
  | 'delete-several-question'
  | 'deleted'
  | 'still-there'
  | 'maybe-deleted'
  | 'gone-already'
  | 'deleted-several'
> = {
  'delete-question': { question: (outcome, { redraw, shared }) => deleteQuestion(outcome, redraw, shared) },
  'delete-several-question': { form: (outcome, { origin }, say) => deleteSeveralModal(outcome, origin, say) },
  deleted: { notice: ({ id, name }, { by }) => `${bold(name)} (ID ${id}) deleted ${by}` },
  'still-there': {
    notice: ({ id, name }, { requester }) =>
      `${bold(name)} (ID ${id}) is still on the account, although the service took the call. Try again, or look in the dashboard. (ref ${requester.ref})`,
  },
  'maybe-deleted': {
    notice: ({ id, name }, { requester }) =>
      `The service did not say whether ${bold(name)} (ID ${id}) is deleted. \`/abilities\` shows whether it is still there. (ref ${requester.ref})`,
  },
  'gone-already': { notice: ({ id }) => `The Ability with ID ${id} was gone already. Nothing changed.` },
  'deleted-several': { notice: ({ results }, { by, requester }) => deletedSeveral(results, by, requester.ref) },
};

export const deleteRefusals: RefusalTexts<'no-ability-record'> = {
  'no-ability-record': {
    sentence: ({ entry }) =>
      `The Ability behind ${bold(entry.name)} is gone already; only an installed record is left, and the service offers no way to delete that. Nothing changed.`,
  },
};

export const deleteForms: Forms<'delete-several'> = {
  'delete-several': {
    verb: 'delete',
    targets: ({ abilityIds }) => abilityIds.map((id) => ({ kind: 'ability', id: String(id), name: null })),
    submit: ({ metadata: { abilityIds, waits } }) => {
      const targets = abilityIds.map((id) => ({ by: 'ability', id }) as const);
      return { command: { verb: 'delete', targets, confirmed: true, ...(waits ? { waits } : {}) } };
    },
  },
};

export const deleteLines: ChangeLines<'deleted'> = { deleted: ({ items }) => `${someNames(items)} deleted` };
