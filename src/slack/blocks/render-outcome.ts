import type { UploadForm } from '../../core/command.ts';
import type { Outcome } from '../../core/outcome.ts';
import { findVerb } from '../../core/verbs.ts';
import type { SharedFile } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import { abilityCard } from './ability-card.ts';
import { abilityList } from './ability-list.ts';
import { agentList } from './agent-list.ts';
import type { Answer, MessageAnswer } from './answer.ts';
import { assignModal } from './assign-modal.ts';
import { actions, button } from './buttons.ts';
import { candidateRows } from './choice.ts';
import { deleteQuestion } from './delete-question.ts';
import { helpMessage } from './help.ts';
import { type Asked, noticeOf } from './notice.ts';
import { section, toFallback } from './text.ts';
import { triggerWordsModal } from './trigger-words-modal.ts';
import { faultSentence } from './trouble-sentence.ts';
import { uploadModal } from './upload-modal.ts';

/** What surrounds an outcome when it is drawn. */
export interface Frame {
  asked: Asked;
  origin: Origin;
  /** Drawn in place of the clicked message, with the outcome as its notice: the list or card after a change. */
  redrawn: Outcome | null;
  /** The command line of that redrawing. */
  redraw: string | null;
  file: SharedFile | null;
  draft: UploadForm | null;
}

/** Outcome to Block Kit: the one table of what every outcome looks like. Pure. */
export function renderOutcome(outcome: Outcome, frame: Frame): Answer {
  const { asked, origin, redraw } = frame;
  switch (outcome.kind) {
    case 'needs-trigger-words':
      return { surface: 'modal', view: triggerWordsModal(outcome.row, outcome.wanted, redraw, origin) };
    case 'assign-form':
      return { surface: 'modal', view: assignModal(outcome.form, null, origin) };
    case 'upload-form':
      return { surface: 'modal', view: uploadModal(frame.file, frame.draft, origin) };
    default:
      break;
  }
  const notice = noticeOf(outcome, asked);
  const view = renderView(frame.redrawn ?? outcome, notice);
  return view ?? noticeMessage(outcome, notice ?? faultSentence(asked.ref));
}

/** The outcomes that are a view of their own; null for one that is a sentence. */
function renderView(outcome: Outcome, notice: string | null): MessageAnswer | null {
  switch (outcome.kind) {
    case 'list':
      return abilityList(outcome.catalog, outcome.page, notice);
    case 'card':
      return abilityCard(outcome.entry, outcome.details, outcome.agentNames, notice);
    case 'agents':
      return agentList(outcome.rows, notice);
    case 'delete-question':
      return deleteQuestion(outcome.entry, outcome.ability, outcome.agentNames);
    case 'help':
      return helpMessage(outcome.about === null ? null : (findVerb(outcome.about) ?? null));
    default:
      return null;
  }
}

/** A sentence, with what can be done next. A sentence of trouble leaves the clicked message where it is. */
function noticeMessage(outcome: Outcome, notice: string): MessageAnswer {
  const trouble = outcome.kind === 'trouble' || outcome.kind === 'refused';
  return {
    surface: 'message',
    replaces: !trouble,
    text: toFallback(notice),
    blocks: [section(notice), ...nextSteps(outcome)],
  };
}

function nextSteps(outcome: Outcome) {
  switch (outcome.kind) {
    case 'toggled':
    case 'unchanged':
      return actions(button('Show', { do: `show installed:${outcome.id}` }), button('All Abilities', { do: 'list' }));
    case 'assigned':
      return actions(button('Agents', { do: 'agents' }), button('All Abilities', { do: 'list' }));
    case 'refused':
      if (outcome.refusal.why === 'several-abilities') return candidateRows(outcome.refusal.candidates);
      return actions(button('All Abilities', { do: 'list' }), button('Help', { do: 'help' }));
    default:
      return actions(button('All Abilities', { do: 'list' }));
  }
}
