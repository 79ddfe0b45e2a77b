import type { types } from '@slack/bolt';
import type { Logger } from '../../base/logger.ts';
import { withTimeBudget, withTrace } from '../../base/request-context.ts';
import { auditResultOf, faultResult } from '../../core/audit.ts';
import type { Command } from '../../core/command.ts';
import { operate } from '../../core/operate.ts';
import type { Outcome } from '../../core/outcome.ts';
import { refuseAccess, verbOf } from '../../core/permissions.ts';
import type { OperationOutcome } from '../../metrics/metrics.ts';
import { hideForbidden } from '../blocks/buttons.ts';
import type { Answer } from '../blocks/kit.ts';
import { lookingModal, readingModal } from '../blocks/modals.ts';
import { noticeOf } from '../blocks/notice.ts';
import { type Frame, renderOutcome } from '../blocks/render-outcome.ts';
import { faultSentence, sentenceMessage } from '../blocks/sentences.ts';
import { encodeButton, VALUE_MAX } from '../button-value.ts';
import { askApprovers, closeApproval } from '../features/approvals/ask.ts';
import { deliverExport } from '../features/export.ts';
import { deliverStarter } from '../features/new.ts';
import { announceSettings } from '../features/settings.ts';
import { lookInside, tellRefusedZip } from '../features/upload/look-inside.ts';
import type { Destination, OpenView } from '../outbound/outbound.ts';
import type { Workspace } from '../workspace.ts';
import { announceChange, announceWait } from './announce.ts';
import {
  auditEntryOf,
  countNotStarted,
  finishAudit,
  isRecorded,
  logOperation,
  type OpenAuditEntry,
  type Recorded,
  recordChange,
  recordRefusal,
  startAudit,
} from './audit.ts';
import { changesSomething, type SlackRequest } from './request.ts';
import type { SharedMessage } from './shared-changes.ts';
import { placeOf, redraw, redrawShared, shareAnswer, sharedMessageOf } from './sharing.ts';

/** Forms whose contents have to be read first. */
const READING: Partial<Record<Command['verb'], string>> = {
  assign: 'Abilities of an Agent',
  'assign-to': 'Add to an Agent',
  'edit-triggers': 'Trigger words',
};
/** Forms that need nothing of the service: they are opened as they are. */
const AT_ONCE: readonly Command['verb'][] = ['search', 'choose', 'upload'];
const LOOKING = 'Upload an Ability';

/**
 * A trigger lives for 3 seconds: a modal that is sure to come opens before anything is read, and is filled afterwards.
 * @returns null when none is sure to come, or it could not be opened.
 */
export async function openEarly(request: SlackRequest, { log, outbound }: Workspace): Promise<OpenView | null> {
  const { origin, triggerId } = request;
  const view = viewFor(request);
  if (!view || !triggerId) return null;
  try {
    return await outbound.openModal(triggerId, view, origin);
  } catch (error) {
    log.warn({ err: error }, 'a modal could not be opened');
    return null;
  }
}

function viewFor({ asks, file, inModal, origin, wanted }: SlackRequest): types.ModalView | null {
  if ('kind' in wanted) return null;
  if (wanted.verb === 'upload') return file ? lookingModal(LOOKING, file) : null;
  const title = titleOfForm(wanted, asks);
  if (title) return readingModal(title);
  const isElsewhere = inModal || origin.view?.type === 'home';
  return isElsewhere && !changesSomething(wanted) && !AT_ONCE.includes(wanted.verb) ? readingModal('Abilities') : null;
}

/** Of a form that is sure to come; null when none is. */
function titleOfForm(wanted: Command, asks: boolean): string | null {
  // An Ability without trigger words: the service switches none.
  if (wanted.verb === 'enable' || wanted.verb === 'disable') return asks ? 'Trigger words' : null;
  if (wanted.verb === 'delete' && !wanted.confirmed && wanted.targets.length > 1) return 'Delete Abilities';
  return READING[wanted.verb] ?? null;
}

/** Of one call: enough for a read that had to be repeated, the change, and the look at what it left. */
const TIMEOUTS_IN_ALL = 2;

/** What came of a request, ready to be told. */
interface Done {
  answer: Answer;
  frame: Frame;
  /** The line that says what came of it; null for a view of its own. */
  notice: string | null;
  recorded: Recorded | null;
  /** The message that everybody sees, from which it was changed. */
  shared: SharedMessage | null;
  /** Whether the answer is a view that others may be shown. */
  canBeShared: boolean;
  /** What is sent besides; null for nothing. */
  outcome: Outcome | null;
}

/**
 * The way of a request: may they, operate, record, draw, deliver, tell others. Called after Slack has its ack; never throws.
 */
export function answerRequest(request: SlackRequest, workspace: Workspace): Promise<void> {
  return withTrace(request.requester.ref, async () => answerAdmitted(await admit(request, workspace), workspace));
}

/** Nothing is opened and nothing is asked of the service for somebody who may not. */
async function admit(request: SlackRequest, workspace: Workspace): Promise<SlackRequest> {
  const { requester, line, origin, wanted } = request;
  // What could not even be read; what is refused below is counted where it is written down.
  if ('kind' in wanted) {
    workspace.metrics.operated(null, 'refused', 0);
    logOperation({ requester, origin, verb: null }, { outcome: 'refused', answer: wanted.kind, ms: 0 }, workspace);
  }
  const refusal = 'kind' in wanted ? null : refuseAccess(wanted, requester);
  if (!refusal || 'kind' in wanted) return request;
  await recordRefusal(auditEntryOf(wanted, line, requester, origin), refusal, workspace);
  return { ...request, wanted: { kind: 'refused', refusal } };
}

async function answerAdmitted(request: SlackRequest, workspace: Workspace): Promise<void> {
  const { requester, file, line, origin } = request;
  const log = workspace.log.child({ team: workspace.tenantId, user: requester.userId, channel: origin.channelId });
  const openedViewId = request.opened ?? (await openEarly(request, workspace));
  const destination: Destination = {
    ...{ userId: requester.userId, origin, openedViewId },
    triggerId: openedViewId ? null : request.triggerId,
    // A line alone would open the form without the file.
    line: file ? null : line,
    mustArrive: changesSomething(request.wanted) || (request.triggerId === null && !request.opened),
  };
  const wait = openedViewId || origin.view ? null : announceWait(request, workspace);
  // However many calls it takes, all of it together is what somebody waits for.
  const budgetMs = workspace.config.service.timeoutMs * TIMEOUTS_IN_ALL;
  const done = await withTimeBudget(budgetMs, () => carryOut(request, workspace, log));
  wait?.answered();
  try {
    await tell(done, request, destination, workspace);
    // Whoever asked does not wait for what the others see.
    await tellOthers(done, request, workspace);
  } finally {
    await wait?.end();
  }
  if (done.outcome?.kind === 'export') await deliverExport(done.outcome.account, requester, origin, workspace);
  if (done.outcome?.kind === 'starter') await deliverStarter(done.outcome.name, requester, origin, workspace);
}

async function carryOut(request: SlackRequest, workspace: Workspace, log: Logger): Promise<Done> {
  const { requester, file } = request;
  try {
    const { outcome: came, recorded } = await operateAndRecord(request, workspace);
    // Where the others are asked is part of the answer.
    const outcome =
      came.kind === 'approval-asked'
        ? { ...came, toldIn: await askApprovers(came.approval, request.origin, workspace) }
        : came;
    if (outcome.kind === 'trouble')
      log.warn({ problem: outcome.error.message, answer: outcome.error.excerpt }, 'service error');
    const inside = outcome.kind === 'upload-form' && file ? await lookInside(file, workspace) : null;
    const undo = recorded?.undo ?? null;
    const shared =
      sharedMessageOf(request) ?? (outcome.kind === 'undone' ? workspace.sharedChanges.of(outcome.changeId) : null);
    if (shared && undo !== null) workspace.sharedChanges.remember(undo, shared);
    const frame = { ...frameOf(request), inside, undo };
    return {
      answer: await draw(outcome, request, frame, workspace),
      frame,
      notice: noticeOf(outcome, requester),
      recorded,
      shared,
      canBeShared: !recorded && outcome.kind !== 'refused' && outcome.kind !== 'trouble',
      outcome,
    };
  } catch (error) {
    log.error({ err: error }, 'a request failed inside the bot');
    const notice = faultSentence(requester.ref);
    const nothing = { recorded: null, shared: null, canBeShared: false, outcome: null, frame: frameOf(request) };
    return { answer: sentenceMessage(notice), notice, ...nothing };
  }
}

/** What changes something is written down before and after. What cannot be written down is not done. */
async function operateAndRecord(
  { requester, isClaimed, line, origin, wanted }: SlackRequest,
  workspace: Workspace,
): Promise<{ outcome: Outcome; recorded: Recorded | null }> {
  if ('kind' in wanted) return { outcome: wanted, recorded: null };
  if (!isRecorded(wanted))
    return { outcome: await operateAndCount(wanted, { requester, origin }, workspace), recorded: null };
  const entry = auditEntryOf(wanted, line, requester, origin);
  // A change made twice goes unnoticed; a person who reads that nothing changed can retry.
  if (!isClaimed) {
    countNotStarted(entry, 0, workspace);
    return { outcome: { kind: 'refused', refusal: { why: 'not-recorded' } }, recorded: null };
  }
  let audit: OpenAuditEntry;
  try {
    audit = await startAudit(entry, workspace);
  } catch (error) {
    workspace.log.error({ err: error }, 'an attempt could not be written down, so it was not made');
    return { outcome: { kind: 'refused', refusal: { why: 'not-recorded' } }, recorded: null };
  }
  try {
    const outcome = await operate(wanted, workspace.context, requester);
    const recorded = await recordChange(outcome, { requester }, workspace);
    await finishAudit(audit, { ...auditResultOf(outcome), changeId: recorded?.undo ?? null }, workspace, outcome.kind);
    return { outcome, recorded };
  } catch (error) {
    await finishAudit(audit, faultResult(), workspace);
    throw error;
  }
}

/** What changes nothing is counted and logged, and not written down. */
async function operateAndCount(
  wanted: Command,
  { requester, origin }: Pick<SlackRequest, 'requester' | 'requester' | 'origin'>,
  workspace: Workspace,
): Promise<Outcome> {
  const { context, metrics } = workspace;
  const startedAt = context.now().getTime();
  const verb = verbOf(wanted);
  const count = (outcome: OperationOutcome, answer: Outcome['kind'] | null) => {
    const ms = context.now().getTime() - startedAt;
    metrics.operated(verb, outcome, ms);
    logOperation({ requester, origin, verb }, { outcome, answer, ms }, workspace);
  };
  try {
    const outcome = await operate(wanted, context, requester);
    const { outcome: word } = auditResultOf(outcome);
    count(word === 'unchanged' ? 'shown' : word, outcome.kind);
    return outcome;
  } catch (error) {
    count('failed', null);
    throw error;
  }
}

function frameOf(request: SlackRequest): Frame {
  const { requester, draft, file, origin, redraw: line } = request;
  const shared = sharedMessageOf(request);
  return {
    ...{ requester, origin, file, draft, redrawn: null, redraw: line, inside: null, undo: null },
    ...{ canShare: canShare(request), shared: shared && placeOf(shared) },
  };
}

/** What the one who clicked is told. A message that everybody sees is drawn anew afterwards, where it stands. */
async function draw(outcome: Outcome, request: SlackRequest, frame: Frame, workspace: Workspace): Promise<Answer> {
  if (!sharedMessageOf(request)) {
    return renderOutcome(outcome, { ...frame, redrawn: await redraw(request, outcome, workspace) });
  }
  const answer = renderOutcome(outcome, frame);
  // A form remembers what is drawn after it. A private answer has nothing to be drawn in its place.
  return answer.surface === 'modal' ? answer : renderOutcome(outcome, { ...frame, redraw: null });
}

/** Only what one person sees can still be shown to the others, and only where there are others. */
function canShare({ inModal, line, opened, origin, share }: SlackRequest): boolean {
  if (share || inModal || opened || origin.view || line === null) return false;
  if (!origin.channelId || origin.channelId.startsWith('D')) return false;
  return encodeButton({ do: line, share: true }).length <= VALUE_MAX;
}

async function tell(done: Done, request: SlackRequest, destination: Destination, workspace: Workspace): Promise<void> {
  const { answer, canBeShared, notice, recorded } = done;
  const { origin, share, wanted } = request;
  if (answer.surface === 'message') {
    if (share && canBeShared && origin.channelId) return shareAnswer(answer, request, workspace);
    const isForHome = changesSomething(wanted) || 'kind' in wanted;
    if (origin.view?.type === 'home' && isForHome && !destination.openedViewId) {
      try {
        return await workspace.homes.draw(request.requester.userId, {
          text: notice ?? answer.text,
          undo: recorded?.undo ?? null,
        });
      } catch (error) {
        workspace.log.warn(
          { err: error, ref: request.requester.ref },
          'a Home tab could not be drawn; answering in a message',
        );
      }
    }
  }
  await workspace.outbound.deliver(hideForbidden(answer, request.requester), destination);
}

/** Those who see the same message, unless somebody only looked; who has the Home tab before them; who is told of changes. */
async function tellOthers(done: Done, request: SlackRequest, workspace: Workspace): Promise<void> {
  const { frame, notice, outcome, recorded, shared } = done;
  const { requester, file, origin } = request;
  const { inside } = frame;
  if (file && inside && !inside.ok && inside.final) {
    await tellRefusedZip({ requester, origin, file, sentence: inside.sentence }, workspace);
  }
  const mayDiffer = request.redraw !== null || changesSomething(request.wanted);
  if (shared && outcome && mayDiffer)
    await redrawShared(shared, outcome, { ...frame, requester: request.requester }, workspace);
  const closed = outcome && notice !== null ? await closeApproval(outcome, notice, requester.userId, workspace) : null;
  if (outcome && notice !== null) await announceSettings(outcome, notice, workspace);
  if (!recorded) return;
  workspace.homes.changed();
  // The message that asked for the approval tells it already.
  if (notice !== null) await announceChange(notice, closed ? null : shared, workspace, closed?.place?.channel);
}
