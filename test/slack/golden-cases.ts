import type { types } from '@slack/bolt';
import type { Effect, Outcome, Refusal } from '../../src/core/outcome.ts';
import type { AnyServiceError } from '../../src/service/errors.ts';
import type { Answer } from '../../src/slack/blocks/kit.ts';
import { oldFormModal, readingModal } from '../../src/slack/blocks/modals.ts';
import {
  faultSentence,
  formNotOpened,
  lateForm,
  sentenceMessage,
  waitNotice,
} from '../../src/slack/blocks/sentences.ts';
import { encodeButton } from '../../src/slack/button-value.ts';
import type { DrawContext } from '../../src/slack/feature.ts';
import { agentList } from '../../src/slack/features/assign/agents.ts';
import { assignModal, unassignModal } from '../../src/slack/features/assign/assign.ts';
import { refusedModal } from '../../src/slack/features/refused.ts';
import {
  notDismissedSentence,
  offerNotMade,
  uploadDismissed,
  uploadOffer,
  uploadTooLarge,
} from '../../src/slack/features/upload/messages.ts';
import { withoutImages } from '../../src/slack/outbound/fallback.ts';
import { renderOutcome } from '../../src/slack/pipeline/draw.ts';
import type { Repeat } from '../../src/slack/request/repeat.ts';
import { ERRORS } from './error-cases.ts';
import { APPROVAL_MESSAGES } from './golden-approvals.ts';
import { EXTREMES } from './golden-extremes.ts';
import { OUTCOMES } from './golden-outcomes.ts';
import { REFUSALS } from './golden-refusals.ts';
import { INTERRUPTED_CASES } from './interrupted-cases.ts';
import { type Cases, nameCases } from './name-cases.ts';
import { CONTENTS } from './sample-uploads.ts';
import { AROUND, ASKED, CHANGE_ID, ECHO, FRAME, ORIGIN, RADIO, SHARED, ZIP } from './sample-values.ts';
import { UPLOAD_CASES } from './upload-cases.ts';

const draw = (outcome: Outcome, frame: Partial<DrawContext> = {}): Answer =>
  renderOutcome(outcome, { ...FRAME, ...frame });

const refused = (refusal: Refusal): Outcome => ({ kind: 'refused', refusal });
const trouble = (error: AnyServiceError, effect: Effect): Outcome & { kind: 'trouble' } => ({
  kind: 'trouble',
  error,
  effect,
});
const modal = (view: types.ModalView): Answer => ({ surface: 'modal', view });
const agents = agentList(OUTCOMES.agents.several.rows, AROUND);

const WEATHER_CHANGE = { changes: true, name: 'Weather' };
const AGAIN: Repeat = { label: 'Try again', value: encodeButton({ do: 'disable installed:90001', redraw: 'list 2' }) };

/** Everything the bot can send, by the name of its file in test/golden. */
export const GOLDEN_CASES: Cases = {
  ...UPLOAD_CASES,
  ...nameCases<Outcome>('outcome', OUTCOMES, draw),
  ...nameCases<Refusal>('refused', REFUSALS, (refusal) => draw(refused(refusal))),
  ...nameCases<AnyServiceError>('trouble', ERRORS, (error) => draw(trouble(error, 'none'))),
  'trouble-effect-unknown': draw({ ...trouble(ERRORS.unavailable.timeout, 'unknown'), asked: WEATHER_CHANGE }),
  'trouble-effect-unknown-still': draw({
    ...trouble(ERRORS.unavailable.timeout, 'unknown'),
    asked: WEATHER_CHANGE,
    still: { kind: 'state', enabled: true },
  }),
  'trouble-effect-unknown-still-words': draw({
    ...trouble(ERRORS.unavailable.timeout, 'unknown'),
    asked: WEATHER_CHANGE,
    still: { kind: 'trigger-words' },
  }),
  'trouble-again': draw(trouble(ERRORS.unavailable.timeout, 'none'), { repeat: AGAIN }),
  'refused-busy-again': draw(refused(REFUSALS.busy['']), { repeat: AGAIN }),
  'trouble-again-change': draw(
    { ...trouble(ERRORS.unavailable.timeout, 'none'), asked: WEATHER_CHANGE },
    { repeat: AGAIN },
  ),
  'trouble-again-form': draw(
    { ...trouble(ERRORS.unavailable['circuit-open'], 'none'), asked: { changes: true, name: null } },
    { repeat: { ...AGAIN, label: 'Try again…' } },
  ),
  ...nameCases<Outcome>('extreme', EXTREMES, draw),
  // What others may be shown.
  ...nameCases<Outcome>(
    'can-share',
    {
      list: { '': OUTCOMES.list['middle-page'], filtered: OUTCOMES.list.filtered },
      card: { '': OUTCOMES.card.enabled },
      triggers: { '': OUTCOMES.triggers.several },
      agents: { '': OUTCOMES.agents.several },
      help: { '': OUTCOMES.help.tasks, verb: { kind: 'help', about: 'delete' } },
    },
    (outcome) => draw(outcome, { canShare: true }),
  ),
  // With Undo.
  ...nameCases<Outcome>(
    'undo',
    {
      toggled: { '': OUTCOMES.toggled.disabled },
      'toggled-several': { '': OUTCOMES['toggled-several'].mixed },
      'triggers-saved': { '': OUTCOMES['triggers-saved'][''] },
      assigned: { '': OUTCOMES.assigned.confirmed },
    },
    (outcome) => draw(outcome, { undo: CHANGE_ID }),
  ),
  'undo-redrawn-list': draw(OUTCOMES.toggled.disabled, {
    redrawn: OUTCOMES.list['middle-page'],
    redraw: 'list 2',
    undo: CHANGE_ID,
    canShare: true,
  }),
  'undo-redrawn-card': draw(OUTCOMES.toggled.enabled, {
    redrawn: OUTCOMES.card.enabled,
    redraw: 'show installed:90001',
    undo: CHANGE_ID,
  }),
  'undo-redrawn-triggers': draw(OUTCOMES['triggers-saved'][''], {
    redrawn: OUTCOMES.triggers.several,
    redraw: 'triggers installed:90001',
    undo: CHANGE_ID,
  }),
  'undo-redrawn-agents': draw(OUTCOMES.assigned.none, {
    redrawn: OUTCOMES.agents.several,
    redraw: 'agents',
    undo: CHANGE_ID,
  }),
  // Requested from a message that everybody sees.
  ...nameCases<Outcome>(
    'from-shared',
    {
      'delete-question': { '': OUTCOMES['delete-question'].assigned },
      'unassign-question': { '': OUTCOMES['unassign-question']['from-service'] },
      card: { '': OUTCOMES.card.enabled },
    },
    (outcome) => draw(outcome, { shared: SHARED }),
  ),
  'redrawn-list-undone': draw(OUTCOMES.undone.toggled, { redrawn: OUTCOMES.list['one-page'] }),
  'modal-unassign': modal(unassignModal(ECHO.id, OUTCOMES['unassign-question']['from-service'].row, ORIGIN)),
  'modal-unassign-unread': modal(unassignModal(ECHO.id, null, ORIGIN)),
  // Replaces the clicked list or card, with the result above it.
  'redrawn-list-toggled': draw(OUTCOMES.toggled.disabled, { redrawn: OUTCOMES.list['one-page'] }),
  'redrawn-list-deleted': draw(OUTCOMES.deleted[''], { redrawn: OUTCOMES.list['one-page'] }),
  'redrawn-list-refused': draw(refused(REFUSALS.orphan['']), { redrawn: OUTCOMES.list['one-page'] }),
  'redrawn-card-unchanged': draw(OUTCOMES.unchanged.enabled, { redrawn: OUTCOMES.card.disabled }),
  'agents-without-images': { ...agents, blocks: withoutImages(agents.blocks) },
  ...APPROVAL_MESSAGES,
  ...INTERRUPTED_CASES,
  'fault-of-the-bot': sentenceMessage(faultSentence(ASKED.ref)),
  'wait-notice': waitNotice(),
  'form-too-late': lateForm(),
  'form-not-opened': formNotOpened(),
  'upload-offer': uploadOffer(ZIP, CONTENTS),
  'upload-offer-not-inspected': uploadOffer(ZIP, null),
  'upload-too-large': uploadTooLarge(ZIP, 12_000_000, 10_485_760),
  'upload-dismissed': uploadDismissed(ZIP, ASKED),
  'upload-offer-not-made': offerNotMade(ASKED.ref),
  'upload-not-dismissed': sentenceMessage(notDismissedSentence(ZIP)),
  'modal-reading': modal(readingModal('Abilities of an Agent')),
  'modal-old-form': modal(oldFormModal()),
  'modal-other-workspace': modal(refusedModal({ why: 'other-workspace' }, ASKED.ref)),
  'modal-assign-chosen': modal(
    assignModal(OUTCOMES['assign-form']['from-service'].form, { chosen: [RADIO.id], origin: ORIGIN, redraw: null }),
  ),
};
