import type { types } from '@slack/bolt';
import type { Requester } from '../../core/access.ts';
import type { UploadForm } from '../../core/command.ts';
import type { Outcome } from '../../core/outcome.ts';
import { findVerb } from '../../core/verbs.ts';
import type { UploadContents } from '../../store/upload-record.ts';
import type { SharedFile, SharedPlace } from '../button-value.ts';
import { approvalList } from '../features/approvals/approvals.ts';
import { agentList, assignModal, chooseAgentModal, unassignQuestion } from '../features/assign/assign.ts';
import { connectModal, disconnectQuestion } from '../features/connect.ts';
import { deleteQuestion, deleteSeveralModal } from '../features/delete.ts';
import { doctorMessage } from '../features/doctor.ts';
import { helpMessage } from '../features/help.ts';
import { historyMessage } from '../features/history.ts';
import { abilityList } from '../features/list/list.ts';
import { searchModal } from '../features/list/search.ts';
import { settingsModal } from '../features/settings.ts';
import { chooseModal } from '../features/show/choose.ts';
import { abilityCard } from '../features/show/show.ts';
import { triggerWordsModal } from '../features/toggle.ts';
import { editTriggersModal, triggersMessage, triggersQuestion } from '../features/triggers.ts';
import { refusedZipModal, uploadModal } from '../features/upload/form-view.ts';
import { whoamiMessage } from '../features/whoami.ts';
import type { Origin } from '../modal-metadata.ts';
import { undoButton } from './buttons.ts';
import { type Answer, type MessageAnswer, section, toFallback } from './kit.ts';
import { nextSteps, noticeOf } from './notice.ts';
import { faultSentence } from './sentences.ts';
import type { Surroundings } from './surroundings.ts';

/** What surrounds an outcome when it is drawn. */
export interface Frame {
  requester: Requester;
  origin: Origin;
  /** Drawn in place of the clicked message, with the outcome as its notice: the list or card after a change. */
  redrawn: Outcome | null;
  /** The command line of that redrawing. */
  redraw: string | null;
  file: SharedFile | null;
  draft: UploadForm | null;
  /** What is inside the file, for the form of an upload; null when nobody has looked. */
  inside: Inside | null;
  /** The change that the person may take back; null when there is none. */
  undo: string | null;
  /** Whether a view offers to be shown to everybody in the channel. */
  canShare: boolean;
  /** The message that everybody sees from which it was asked; null when there is none. */
  shared: SharedPlace | null;
}

/** Around an answer that nothing else is drawn with. */
export const BARE_FRAME = {
  ...{ redrawn: null, redraw: null, file: null, draft: null, inside: null, undo: null, canShare: false, shared: null },
} satisfies Partial<Frame>;

/** What came of looking into a zip: its contents, or why it cannot become an Ability. */
export type Inside =
  | { ok: true; contents: UploadContents }
  /** `final`: it is about the zip, and looking again would find the same. */
  | { ok: false; sentence: string; final: boolean };

/** Outcome to Block Kit: the one table of what every outcome looks like. Pure. */
export function renderOutcome(outcome: Outcome, frame: Frame): Answer {
  const modal = renderForm(outcome, frame);
  if (modal) return { surface: 'modal', view: modal };
  const notice = noticeOf(outcome, frame.requester);
  const { canShare, redraw, redrawn, shared, undo } = frame;
  const view =
    renderQuestion(outcome, redraw, shared) ??
    renderView(redrawn ?? outcome, { notice, undo, redraw, canShare }, frame.requester);
  return view ?? noticeMessage(outcome, notice ?? faultSentence(frame.requester.ref), frame);
}

/** The outcomes that ask for something in a form; null for all others. */
function renderForm(outcome: Outcome, frame: Frame): types.ModalView | null {
  const { origin, redraw } = frame;
  switch (outcome.kind) {
    case 'needs-trigger-words':
      return triggerWordsModal(outcome.row, outcome.wanted, redraw, origin);
    case 'triggers-form':
      return editTriggersModal(outcome.row, origin);
    case 'assign-form':
      return assignModal(outcome.form, null, origin);
    case 'choose-agent-form':
      return chooseAgentModal(outcome.ability, outcome.agents, origin);
    case 'search-form':
      return searchModal(outcome.query, origin);
    case 'choose-form':
      return chooseModal(outcome.wanted, origin);
    case 'delete-several-question':
      return deleteSeveralModal(outcome, origin);
    case 'settings-form':
      return settingsModal(outcome.stored, outcome.fixed, origin);
    case 'connect-form':
      return connectModal(outcome.present, origin);
    case 'upload-form':
      return uploadForm(frame);
    default:
      return null;
  }
}

function uploadForm({ draft, file, inside, origin }: Frame) {
  if (file && inside && !inside.ok) return refusedZipModal(file, inside.sentence);
  return uploadModal({ file, draft, origin, contents: inside?.ok ? inside.contents : null, upload: null });
}

/** The outcomes that ask before something is changed; null for all others. */
function renderQuestion(outcome: Outcome, redraw: string | null, shared: SharedPlace | null): MessageAnswer | null {
  switch (outcome.kind) {
    case 'triggers-question':
      return triggersQuestion(outcome, shared);
    case 'unassign-question':
      return unassignQuestion(outcome.row, shared);
    case 'delete-question':
      return deleteQuestion(outcome, redraw, shared);
    case 'disconnect-question':
      return disconnectQuestion(outcome.present);
    default:
      return null;
  }
}

/** The outcomes that are a view of their own; null for one that is a sentence. */
function renderView(outcome: Outcome, around: Surroundings, requester: Requester): MessageAnswer | null {
  switch (outcome.kind) {
    case 'list':
      return abilityList(outcome, around);
    case 'card':
      return abilityCard(outcome, around);
    case 'triggers':
      return triggersMessage(outcome, around);
    case 'agents':
      return agentList(outcome.rows, around, outcome.unread);
    case 'whoami':
      return whoamiMessage(outcome.access, requester);
    case 'examined':
      return doctorMessage(outcome.findings, requester);
    case 'history':
      return historyMessage(outcome, around);
    case 'approvals':
      return approvalList(outcome, around, requester);
    case 'help':
      return helpMessage(
        outcome.about === null ? null : (findVerb(outcome.about) ?? null),
        around.canShare,
        outcome.fixedAccount,
      );
    default:
      return null;
  }
}

/** A sentence, with what can be done next. A sentence of trouble leaves the clicked message where it is. */
function noticeMessage(outcome: Outcome, notice: string, { redraw, undo }: Frame): MessageAnswer {
  const trouble = outcome.kind === 'trouble' || outcome.kind === 'refused';
  return {
    surface: 'message',
    replaces: !trouble,
    text: toFallback(notice),
    blocks: [section(notice), ...nextSteps(outcome, undoButton(undo, redraw))],
  };
}
