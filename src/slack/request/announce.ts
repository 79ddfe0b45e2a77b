import { mergePolicy } from '../../core/access.ts';
import type { Outcome } from '../../core/outcome.ts';
import { verbOf } from '../../core/permissions.ts';
import { findVerb } from '../../core/verbs.ts';
import type { ApprovalRecord } from '../../store/approval-record.ts';
import { approvalQuestion } from '../blocks/approvals.ts';
import { sentenceMessage, waitNotice } from '../blocks/refusals.ts';
import type { Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import type { Press } from '../outbound/pressed-messages.ts';
import type { Workspace } from '../workspace.ts';
import { changesSomething, type SlackRequest } from './request.ts';

type Teller = Pick<Workspace, 'config' | 'log' | 'outbound' | 'policy'>;

/**
 * Tells others of a change, once: in the thread of the shared message it was made from, and in the channel that is told
 * every change. Never throws: the one who made it has heard it.
 * @param notice mrkdwn.
 * @param toldIn a channel where everybody reads it anyway.
 * @param shared the message and the thread it stands in; null for a change that was made elsewhere.
 */
export async function announceChange(
  notice: string,
  shared: (MessagePlace & { threadTs: string | null }) | null,
  workspace: Teller,
  toldIn: string | null = null,
): Promise<void> {
  const { inThread } = workspace.config.notices;
  const channelId = await readAuditChannel(workspace);
  // In a direct message the one who made it is the only one there.
  const thread = inThread && shared && !shared.channel.startsWith('D') ? shared : null;
  if (thread) await tell(thread.channel, thread.threadTs ?? thread.ts, notice, workspace);
  if (channelId && channelId !== thread?.channel && channelId !== toldIn)
    await tell(channelId, null, notice, workspace);
}

async function readAuditChannel({ log, policy }: Teller): Promise<string | null> {
  try {
    return (await policy.read()).auditChannel;
  } catch (error) {
    log.error({ err: error }, 'the channel that is told every change is not known now');
    return null;
  }
}

/** Never throws. */
export async function tell(
  channel: string,
  threadTs: string | null,
  notice: string,
  { log, outbound }: Pick<Teller, 'log' | 'outbound'>,
) {
  try {
    await outbound.post(channel, threadTs, sentenceMessage(notice), 'announcement');
  } catch (error) {
    log.warn({ err: error, channel }, 'a change could not be told to others');
  }
}

/**
 * Tells the channel that is told every change what happened to the rules themselves: also the channel that was told until
 * then, so that nobody can take it away without a word. Never throws.
 * @param notice mrkdwn.
 */
export async function announceSettings(outcome: Outcome, notice: string, workspace: Workspace): Promise<void> {
  if (outcome.kind === 'connected' || outcome.kind === 'disconnected') return announceChange(notice, null, workspace);
  if (outcome.kind !== 'settings-saved') return;
  const channels = [outcome.before, outcome.after].map(
    (stored) => mergePolicy(workspace.config.policy, stored).auditChannel,
  );
  for (const channel of new Set(channels)) if (channel !== null) await tell(channel, null, notice, workspace);
}

/** Share of a typed command's wait: people watch the button they pressed. One second by default. */
const CLICK_SHARE = 2 / 3;

export interface Wait {
  /** The answer is there: nothing is said of the wait any more. */
  answered: () => void;
  /** The answer is delivered: a pressed message that it did not replace is restored. Never throws. */
  end: () => Promise<void>;
}

/**
 * A slow service makes people press again. A click that takes long shows so on its button; a typed command, and a click on a
 * message that cannot be edited, get one private line.
 */
export function announceWait(request: SlackRequest, workspace: Workspace): Wait {
  const { context, outbound, waitNoticeMs } = workspace;
  const { requester, origin, pressed } = request;
  let press: Press | null = null;
  let isAnswered = false;
  const say = () =>
    outbound.deliver(waitNotice(context.now()), {
      userId: requester.userId,
      origin,
      triggerId: null,
      openedViewId: null,
    });
  const label = async () => {
    if (pressed) press = outbound.press(origin, pressed.drawn, { ...pressed, label: labelOf(request) });
    const isShown = await press?.shown;
    if (!isShown && !isAnswered) await say();
  };
  const isClick = pressed !== null && origin.message !== null;
  const timer = setTimeout(() => void label(), isClick ? waitNoticeMs * CLICK_SHARE : waitNoticeMs);
  return {
    answered: () => {
      isAnswered = true;
      clearTimeout(timer);
    },
    end: async () => press?.takeBack(),
  };
}

/** What only shows or asks is not said to be done. */
function labelOf({ wanted }: SlackRequest): string {
  const doing = 'kind' in wanted || !changesSomething(wanted) ? undefined : findVerb(verbOf(wanted))?.doing;
  return `${doing ?? 'Working'}…`;
}

type ApprovalTools = Pick<Workspace, 'context' | 'log' | 'outbound' | 'policy'>;

interface Room {
  channel: string;
  threadTs: string | null;
}

/**
 * Asks the other admins, where everybody sees it: in the channel or the thread where it was asked for, else in the
 * channel that is told every change. Never throws: nothing is done either way, and `approve` lists it.
 * @returns the channel; null when the bot may write in none, and nobody is asked.
 */
export async function askApprovers(
  approval: ApprovalRecord,
  origin: Origin,
  workspace: ApprovalTools,
): Promise<string | null> {
  for (const room of [roomOf(origin), await readAuditRoom(workspace)]) {
    const channel = room && (await post(approval, room, workspace));
    if (channel) return channel;
  }
  return null;
}

/** In a direct message the one who asked is the only one there. */
const roomOf = ({ channelId, shared, threadTs }: Origin): Room | null =>
  channelId === null || channelId.startsWith('D')
    ? null
    : { channel: channelId, threadTs: threadTs ?? shared?.threadTs ?? null };

async function readAuditRoom({ log, policy }: ApprovalTools): Promise<Room | null> {
  try {
    const { auditChannel } = await policy.read();
    return auditChannel === null ? null : { channel: auditChannel, threadTs: null };
  } catch (error) {
    log.error({ err: error }, 'the channel that is told every change is not known now');
    return null;
  }
}

/** Null where the bot may not write: Slack asks for a member there. */
async function post(
  approval: ApprovalRecord,
  { channel, threadTs }: Room,
  workspace: ApprovalTools,
): Promise<string | null> {
  const { context, log, outbound } = workspace;
  try {
    const place = await outbound.post(channel, threadTs, approvalQuestion(approval));
    await context.approvals.book.setPlace(approval.id, place).catch((error: unknown) => {
      log.error({ err: error, approval: approval.id }, 'where an approval is asked for could not be kept');
    });
    return place.channel;
  } catch (error) {
    log.warn({ err: error, channel, approval: approval.id }, 'the other admins could not be asked in a channel');
    return null;
  }
}

/**
 * When something waits no longer: its message says what came of it instead of asking, and the one who had asked for it is
 * told. Never throws: it is decided either way.
 * @param notice mrkdwn.
 * @param by who pressed.
 * @returns what waits no longer; null when that is nothing.
 */
export async function closeApproval(
  outcome: Outcome,
  notice: string,
  by: string,
  workspace: Pick<Workspace, 'log' | 'outbound'>,
): Promise<ApprovalRecord | null> {
  const approval = closedIn(outcome);
  if (!approval) return null;
  const { log, outbound } = workspace;
  const { askedBy, id, place } = approval;
  const told = sentenceMessage(notice);
  try {
    if (place) await outbound.edit(place, told, 'announcement');
  } catch (error) {
    log.warn({ err: error, approval: id }, 'the question for an approval could not be changed');
  }
  // Of the time that is over, nobody has to be told before they look.
  if (outcome.kind === 'approval-over' || askedBy === by) return approval;
  try {
    await outbound.post(askedBy, null, told, 'announcement');
  } catch (error) {
    log.warn({ err: error, approval: id }, 'what came of an approval could not be told to the one who asked');
  }
  return approval;
}

function closedIn(outcome: Outcome): ApprovalRecord | null {
  switch (outcome.kind) {
    case 'approved':
      return outcome.waitsAgain ? null : outcome.approval;
    case 'declined':
      return outcome.approval;
    case 'approval-over':
      // Decided: whoever did that has said what came of it.
      return outcome.approval.state === 'waiting' ? outcome.approval : null;
    default:
      return null;
  }
}
