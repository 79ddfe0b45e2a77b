import type { Logger } from '../../base/logger.ts';
import { noteAnswered, withProgress, withTimeBudget, withTrace } from '../../base/request-context.ts';
import { statesAfter } from '../../core/changes.ts';
import type { Outcome, Refusal } from '../../core/outcome.ts';
import { Allowed } from '../../core/permissions.ts';
import { targetsOf } from '../../core/registry.ts';
import { isStoreTrouble } from '../../store/store-away.ts';
import type { SharedMessage } from '../../store/undo-record.ts';
import { hideForbidden } from '../blocks/buttons.ts';
import type { Answer } from '../blocks/kit.ts';
import {
  ANSWERED_ABOVE,
  faultSentence,
  sentenceMessage,
  storeAwaySentence,
  storeLostSentence,
} from '../blocks/sentences.ts';
import type { DrawContext } from '../feature.ts';
import type { Destination } from '../outbound/outbound.ts';
import { describeSlackError } from '../outbound/slack-errors.ts';
import { UnconfirmedError } from '../outbound/unconfirmed.ts';
import { announceChange, announceWait } from '../request/announce.ts';
import { auditEntryOf, countUnread, type Recorded, recordRefusal, runAudited } from '../request/audit.ts';
import { MAX_REQUESTS_EACH } from '../request/own-requests.ts';
import { changes, type SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import { drawingOf, isSilent, mayPass, noticeOf, ownNoticeOf, renderOutcome, stepOf } from './draw.ts';
import { destinationOf, drawAnswer, drawContextOf } from './frame.ts';
import { openEarly } from './open-early.ts';
import { ProgressMessage, type ShownProgress } from './progress-message.ts';
import { redrawShared, shareAnswer, sharedMessageOf, showOnReceipt } from './sharing.ts';

/** A request may take this many service timeouts: enough for a retried read, the change, and the check afterward. */
const TIMEOUTS_PER_REQUEST = 2;

interface Done {
  /** Null for an internal error. */
  outcome: Outcome | null;
  answer: Answer;
  frame: DrawContext;
  /** One line about the outcome; null for a form, a confirmation or a view. */
  notice: string | null;
  recorded: Recorded | null;
  /** The shared message that shows the change. */
  shared: SharedMessage | null;
  /** The upload's receipt that shows the change. */
  receipt: SharedMessage | null;
}

/** Answers a request: authorizes, runs, draws, delivers and notifies. Call it after the ack. Never throws. */
export async function answerRequest(asked: SlackRequest, workspace: Workspace): Promise<void> {
  const refusal = { why: 'too-many-requests', max: MAX_REQUESTS_EACH } as const;
  const started = workspace.ownRequests.run(asked.requester.userId, () => answer(asked, workspace));
  await (started ?? answer({ ...asked, asked: { ok: false, refusal } }, workspace));
}

function answer(asked: SlackRequest, workspace: Workspace): Promise<void> {
  return withTrace(asked.requester.ref, async () => {
    const allowed = await authorize(asked, workspace);
    const request: SlackRequest =
      allowed instanceof Allowed ? asked : { ...asked, asked: { ok: false, refusal: allowed } };
    const openedViewId = request.opened ?? (await openEarly(request, workspace));
    const wait = openedViewId || request.origin.view ? null : announceWait(request, workspace);
    // One budget for all calls of a request, because the person waits for their total.
    const budgetMs = workspace.config.service.timeoutMs * TIMEOUTS_PER_REQUEST;
    const done = await withTimeBudget(budgetMs, () => runAndDraw(allowed, request, workspace, openedViewId !== null));
    done.receipt = await showOnReceipt(done, request, workspace);
    await wait?.answered();
    try {
      try {
        // A wait notice has promised an answer, so one must follow even if the result is shown elsewhere.
        if (!isShown(done) || wait?.isAnnounced())
          await deliver(done, request, destinationOf(request, openedViewId), workspace);
        if (wait?.isAnnounced()) await keepPromise(done, request, workspace);
      } finally {
        workspace.auditLog.answered(request.requester.ref);
      }
      noteAnswered();
      // Notifies others last, so that the requester doesn't wait for it.
      await notify(done, request, workspace);
    } finally {
      await wait?.end();
    }
    if (done.outcome) await drawingOf(done.outcome).deliver?.(done.outcome, request, workspace);
  });
}

/** Longer than for other requests, because nobody waits and the command may be about hundreds of Abilities. */
const PLANNED_BUDGET_MS = 5 * 60_000;

/**
 * Answers a planned command that is due. It doesn't count toward the person's limit of concurrent requests.
 * @returns false if the command has to be retried: it changed nothing, for a temporary reason, and nobody was notified.
 */
export function answerPlanned(request: SlackRequest, workspace: Workspace, shown: ShownProgress): Promise<boolean> {
  return withTrace(request.requester.ref, async () => {
    const allowed = await authorize(request, workspace);
    const progress = new ProgressMessage(request, shown, workspace);
    const done = await withProgress(
      (made) => progress.report(made),
      () => withTimeBudget(PLANNED_BUDGET_MS, () => runAndDraw(allowed, request, workspace)),
    );
    if (done.outcome === null || mayPass(done.outcome)) {
      workspace.auditLog.answered(request.requester.ref);
      return false;
    }
    if (isSilent(done.outcome)) {
      // Another process did the work, but was killed before it could report the result.
      await progress.finish(sentenceMessage('Done. `/abilities history` has the details.'));
      workspace.auditLog.answered(request.requester.ref);
      return true;
    }
    let channel: string | null = null;
    try {
      channel = done.answer.surface === 'message' ? await progress.finish(done.answer) : null;
      channel ??= await answerWhereAsked(done, request, workspace);
      if (channel === null)
        await deliver(done, request, { ...destinationOf(request, null), mustArrive: true }, workspace);
    } finally {
      workspace.auditLog.answered(request.requester.ref);
    }
    await notify(done, request, workspace, channel);
    return true;
  });
}

/**
 * Posts the result in the channel where the command was planned.
 * @returns the channel; null if there is none or the bot can't post there.
 */
async function answerWhereAsked(
  { answer }: Done,
  { requester: { channelId = null, ref } }: SlackRequest,
  { log, outbound }: Workspace,
): Promise<string | null> {
  if (channelId === null || answer.surface !== 'message') return null;
  try {
    await outbound.post(channelId, null, answer);
    noteAnswered();
    return channelId;
  } catch (error) {
    // Slack may have posted the result, and a second message would repeat it.
    if (error instanceof UnconfirmedError) return channelId;
    log.info(
      { err: describeSlackError(error), ref },
      'result not posted where the command was planned, sending a direct message',
    );
    return null;
  }
}

/** Runs before a form is opened or the service is called. Audits a refusal. */
async function authorize(request: SlackRequest, workspace: Workspace): Promise<Allowed | Refusal> {
  const { asked, requester } = request;
  if (!asked.ok) {
    countUnread(request, workspace);
    return asked.refusal;
  }
  const allowed = Allowed.check(asked.command, requester);
  if (allowed instanceof Allowed) return allowed;
  await recordRefusal(await auditEntryOf(asked.command, request, workspace), allowed, workspace);
  return allowed;
}

/** @param isInDialog true if the answer is shown in a dialog that was opened for it. */
async function runAndDraw(
  allowed: Allowed | Refusal,
  request: SlackRequest,
  workspace: Workspace,
  isInDialog = false,
): Promise<Done> {
  const { origin, requester } = request;
  // Created on demand, because most requests log nothing here.
  const log = () =>
    workspace.log.child({ team: workspace.tenantId, user: requester.userId, channel: origin.channelId });
  const frame = drawContextOf(request);
  const shared = sharedMessageOf(request);
  try {
    const { outcome: came, recorded } =
      allowed instanceof Allowed ? await runAudited(allowed, { ...request, shared }, workspace) : refused(allowed);
    if (came.kind === 'trouble') logTrouble(came, log());
    const prepared = (await drawingOf(came).prepare?.(came, request, workspace)) ?? {};
    const { inside = null, outcome = came } = prepared;
    const undo = recorded?.undo ?? null;
    const framed = { ...frame, inside, undo, isRedo: recorded?.isRedo ?? false };
    // Otherwise, the reason would come after all rows of the redrawn list.
    const isAlone = isInDialog && outcome.kind === 'refused';
    const answer = isAlone ? renderOutcome(outcome, framed) : await drawAnswer(outcome, request, framed, workspace);
    const notice = noticeOf(outcome, requester);
    return { outcome, answer, frame: framed, notice, recorded, shared: recorded?.shared ?? shared, receipt: null };
  } catch (error) {
    log().error({ err: error }, 'request failed with an internal error');
    const notice = internalError(error, request);
    return {
      outcome: null,
      answer: sentenceMessage(notice),
      frame,
      notice,
      recorded: null,
      shared: null,
      receipt: null,
    };
  }
}

function internalError(error: unknown, request: SlackRequest): string {
  const { ref } = request.requester;
  if (!isStoreTrouble(error)) return faultSentence(ref);
  return changes(request) ? storeLostSentence(ref) : storeAwaySentence(ref);
}

const refused = (refusal: Refusal) => ({ outcome: { kind: 'refused', refusal }, recorded: null }) as const;

function logTrouble({ error }: Extract<Outcome, { kind: 'trouble' }>, log: Logger): void {
  log.warn({ problem: error.message, answer: error.excerpt }, 'service error');
}

/** True if the person sees the result without an answer. */
const isShown = ({ outcome, receipt }: Done): boolean =>
  receipt !== null || (outcome !== null && 'isShownElsewhere' in drawingOf(outcome));

async function deliver(done: Done, request: SlackRequest, to: Destination, workspace: Workspace): Promise<void> {
  const { answer } = done;
  const { asked, origin, requester, share } = request;
  if (answer.surface === 'message') {
    if (share && isShareable(done) && origin.channelId) return shareAnswer(answer, request, workspace);
    const isForHome = changes(request) || !asked.ok;
    if (origin.view?.type === 'home' && isForHome && !to.openedViewId) {
      if (await drawHome(done, answer.text, request, workspace)) return;
    }
  }
  await workspace.outbound.deliver(hideForbidden(answer, requester), to);
}

/** Sends a line after a wait notice if the answer has replaced a message above the notice. */
async function keepPromise({ answer, outcome }: Done, request: SlackRequest, { outbound }: Workspace): Promise<void> {
  const { origin, requester, share } = request;
  if (answer.surface !== 'message' || !answer.replaces || !origin.message?.ephemeral || share) return;
  const line = (outcome && ownNoticeOf(outcome, requester)) ?? ANSWERED_ABOVE;
  await outbound.deliver(sentenceMessage(line), destinationOf(request, null));
}

const isShareable = ({ outcome, recorded }: Done): boolean =>
  !recorded && outcome !== null && !('isTrouble' in drawingOf(outcome));

/** Returns false if the tab couldn't be drawn, so the answer has to be a message. */
async function drawHome(
  { outcome, recorded }: Done,
  text: string,
  { asked, requester }: SlackRequest,
  { context, homes, log }: Workspace,
): Promise<boolean> {
  // The target of the clicked row. An undo, the end of quiet and a form have none.
  const [clicked, ...others] = asked.ok ? targetsOf(asked.command) : [];
  const items = recorded && others.length === 0 ? statesAfter(recorded.change) : [];
  const toggled = items.flatMap(({ id }) => (clicked?.kind === 'installed' && clicked.id === String(id) ? id : []));
  const ownNotice = (outcome && ownNoticeOf(outcome, requester)) ?? text;
  const step = outcome && stepOf(outcome, { redraw: null, requester });
  try {
    await homes.draw(requester.userId, {
      // Only one line, because more would move the row that was just clicked.
      text: toggled.length === 1 ? (ownNotice.split('\n')[0] ?? '') : ownNotice,
      undo: recorded?.undo ?? null,
      isRedo: recorded?.isRedo ?? false,
      step:
        step?.value === undefined
          ? undefined
          : { label: step.text.text, value: step.value, accessibleLabel: step.accessibility_label },
      toggled,
      at: context.now().getTime(),
    });
    return true;
  } catch (error) {
    log.warn({ err: error, ref: requester.ref }, 'Home tab not redrawn, answering in a message');
    return false;
  }
}

/** Updates shared messages and open Home tabs, and announces the change in the audit channel. */
async function notify(
  done: Done,
  request: SlackRequest,
  workspace: Workspace,
  answeredIn: string | null = null,
): Promise<void> {
  const { frame, notice, outcome, receipt, recorded, shared } = done;
  const mayDiffer = request.redraw !== null || changes(request);
  if (shared && outcome && mayDiffer) await redrawShared(shared, outcome, frame, workspace);
  const noticeContext = { notice: notice ?? '', request, inside: frame.inside };
  const announced = outcome && (await drawingOf(outcome).announce?.(outcome, noticeContext, workspace));
  if (!recorded) return workspace.homes.resetMenu(request.requester.userId, request.pressed?.actionId);
  workspace.homes.changed();
  const thread = announced || receipt ? null : shared;
  if (notice !== null) await announceChange(notice, thread, workspace, announced?.announcedIn ?? answeredIn);
  await workspace.receipts.redraw(recorded.change, receipt);
}
