import type { types } from '@slack/bolt';
import { joinTables } from '../../base/by-tag.ts';
import type { Requester } from '../../core/access.ts';
import { withLastDeletion } from '../../core/features/delete/last-deletion.ts';
import type { Outcome, Refusal } from '../../core/outcome.ts';
import { auditResultOf } from '../../core/registry.ts';
import type { AnyServiceError } from '../../service/errors.ts';
import type { ApprovalSubject } from '../../store/approval-record.ts';
import { actions, allAbilities, button, listAndHelp, rawButton, undoButton } from '../blocks/buttons.ts';
import { type Answer, context, type MessageAnswer, section, toFallback } from '../blocks/kit.ts';
import { faultSentence, refWords, signed, signedByYou, troubleSentence } from '../blocks/sentences.ts';
import {
  type DrawContext,
  type Drawing,
  type Drawings,
  type DrawnOutcome,
  type EntryText,
  type RefusalTexts,
  refusalTextOf,
  type Signature,
  type Wording,
} from '../feature.ts';
import { changeOnCard, changeWords, undoEntry } from '../features/home/change-line.ts';
import { FEATURES } from '../features/index.ts';
import type { Repeat } from '../request/repeat.ts';

/** Outcomes of requests that failed. */
const failures: Drawings<'refused' | 'trouble'> = {
  refused: {
    prepare: async (outcome, _, { context }) => ({
      outcome: { ...outcome, refusal: await withLastDeletion(outcome.refusal, context) },
    }),
    notice: ({ refusal }, { reader }) => refusalText(refusal).sentence(refusal, reader),
    next: ({ refusal }, _undo, _wording, repeat) => refusalText(refusal).next?.(refusal, repeat) ?? listAndHelp(),
    isTrouble: true,
  },
  trouble: {
    notice: ({ asked, effect, error, still }) => troubleSentence(error, effect, { asked, still }),
    next: ({ effect, error }, undo, _, repeat) => {
      const isRepeatable = repeat !== null && effect === 'none' && mayWork(error);
      return actions(
        undo,
        isRepeatable ? rawButton(repeat.label, repeat.value) : listFor(error),
        button('Doctor', { do: 'doctor' }),
      );
    },
    isTrouble: true,
  },
};

/** True if nothing was done, for a temporary reason. */
export function mayPass(outcome: Outcome): boolean {
  if (outcome.kind === 'refused') return refusalText(outcome.refusal).passes === true;
  return outcome.kind === 'trouble' && outcome.effect === 'none' && mayWork(outcome.error);
}

/** True if nobody has to be notified that a planned command did nothing. */
export const isSilent = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && refusalText(outcome.refusal).isSilent === true;

/** True if the same request may succeed later. */
const mayWork = ({ kind }: AnyServiceError) =>
  kind !== 'name-taken' && kind !== 'invalid-request' && kind !== 'not-found';

/** The list of Abilities doesn't show an Agent's Abilities. */
const listFor = ({ endpoint }: AnyServiceError) =>
  endpoint === 'assign Abilities' ? button('Agents', { do: 'agents' }) : allAbilities();

const DRAWINGS: Drawings<Outcome['kind']> = {
  ...joinTables(FEATURES.flatMap((feature) => ('drawings' in feature ? feature.drawings : []))),
  ...failures,
};

const REFUSALS: RefusalTexts<Refusal['why']> = joinTables(
  FEATURES.flatMap((feature) => ('refusals' in feature ? feature.refusals : [])),
);

/** The entry of a decision is worded by the kind of its subject, which isn't a verb for `release`, for example. */
const ENTRY_TEXTS: Record<ApprovalSubject['kind'], EntryText> = joinTables(
  FEATURES.flatMap((feature) => ('entries' in feature ? feature.entries : [])),
);

const ENTRIES: ReadonlyMap<string, EntryText> = new Map(Object.entries(ENTRY_TEXTS));

const rowOf = <K extends Outcome['kind']>(kind: K): Drawing<DrawnOutcome<K>> => DRAWINGS[kind];
export const drawingOf = (outcome: Outcome) => rowOf(outcome.kind);
const refusalText = (refusal: Refusal) => refusalTextOf(REFUSALS, refusal.why);

/** One line about an outcome, at most 2,900 characters of mrkdwn; null for a form, a confirmation or a view. */
export function noticeOf(outcome: Outcome, requester: Requester, signature?: Signature): string | null {
  const sentence = sentenceOf(outcome, requester, signature);
  return sentence === null || !hasRef(outcome) ? sentence : `${sentence} ${refWords(requester)}`;
}

function sentenceOf(
  outcome: Outcome,
  requester: Requester,
  signature: Signature = { by: signed(requester), reader: null },
): string | null {
  const drawing = drawingOf(outcome);
  return 'notice' in drawing ? drawing.notice(outcome, { requester, ...signature, wording: WORDING }) : null;
}

const hasRef = (outcome: Outcome): boolean =>
  outcome.kind === 'trouble' || (outcome.kind === 'refused' && refusalText(outcome.refusal).hasRef === true);

/** Like `noticeOf`, but worded for the requester, with a mark if something was done or only done in part. */
export function ownNoticeOf(outcome: Outcome, requester: Requester): string | null {
  // The result of a planned command is posted in a channel, so it names the person.
  const reader = requester.planned ? null : requester.userId;
  const notice = noticeOf(outcome, requester, { by: signedByYou(requester), reader });
  return notice === null ? null : `${markOf(outcome)}${notice}`;
}

/**
 * If something was done, a reason explains what was not. Refusals and errors consist of a reason only, so they have no
 * mark.
 */
function markOf(outcome: Outcome): string {
  const { outcome: ended, why } = auditResultOf(outcome);
  if (ended === 'done' && why === null) return '✓ ';
  const isAnswer = outcome.kind !== 'refused' && outcome.kind !== 'trouble';
  return isAnswer && ended !== 'unchanged' && why !== null ? ':warning: ' : '';
}

function nextSteps(
  outcome: Outcome,
  undo: types.Button | null,
  wording: Wording = WORDING,
  repeat: Repeat | null = null,
): types.KnownBlock[] {
  const drawing = drawingOf(outcome);
  const next = 'notice' in drawing ? drawing.next?.(outcome, undo, wording, repeat) : undefined;
  return next ?? actions(undo, allAbilities());
}

const WORDING: Wording = {
  notice: noticeOf,
  change: changeWords,
  changeOnCard,
  entry: (verb) => ENTRIES.get(verb) ?? {},
  undoEntry,
  next: (outcome, undo) => nextSteps(outcome, undo),
  refusalLine: (refusal) => {
    const { line, sentence } = refusalText(refusal);
    return (line ?? sentence)(refusal);
  },
  refusalReason: (refusal) => refusalText(refusal).reason ?? 'Try a single Ability to see why.',
};

/** True for a form, a confirmation or an error, with which nothing else is redrawn. */
export const standsAlone = (outcome: Outcome): boolean => {
  const drawing = drawingOf(outcome);
  return 'form' in drawing || 'question' in drawing || outcome.kind === 'trouble';
};

/** The button beside the notice of a redrawn view; null for *Undo*. */
export function stepOf(outcome: Outcome, frame: Pick<DrawContext, 'redraw' | 'requester'>): types.Button | null {
  const drawing = drawingOf(outcome);
  return 'notice' in drawing ? (drawing.step?.(outcome, frame) ?? null) : null;
}

/** Draws an outcome for Slack. Pure function. */
export function renderOutcome(outcome: Outcome, frame: DrawContext): Answer {
  const drawing = drawingOf(outcome);
  if ('form' in drawing) {
    const view = drawing.form(outcome, frame, WORDING);
    const instead = drawing.instead?.(outcome) ?? null;
    if (instead === null) return { surface: 'modal', view };
    return { surface: 'modal', view, instead: noticeMessage(instead, sentenceAlone(instead, frame.requester), frame) };
  }
  if ('question' in drawing) return drawing.question(outcome, frame);
  const notice = ownNoticeOf(outcome, frame.requester);
  const shown = frame.redrawn ?? outcome;
  const view = drawingOf(shown);
  const step = stepOf(outcome, frame);
  if ('view' in view) return view.view(shown, { ...frame, notice, step }, WORDING);
  return noticeMessage(outcome, notice ?? faultSentence(frame.requester.ref), frame);
}

/** A notice with buttons for the next steps. An error never replaces the clicked message. */
function noticeMessage(outcome: Outcome, notice: string, frame: DrawContext): MessageAnswer {
  const { redraw, repeat, requester } = frame;
  const drawing = drawingOf(outcome);
  return {
    surface: 'message',
    replaces: !('isTrouble' in drawing),
    text: toFallback(notice),
    blocks: [
      section((hasRef(outcome) ? sentenceOf(outcome, requester) : null) ?? notice),
      ...nextSteps(outcome, undoButton(frame, redraw), WORDING, repeat),
      ...(hasRef(outcome) ? [context(refWords(requester))] : []),
    ],
  };
}

/** An outcome as plain sentences, without blocks. */
export const sentenceAlone = (outcome: Outcome, requester: Requester): string =>
  ownNoticeOf(outcome, requester) ?? faultSentence(requester.ref);
