import type { Outcome } from '../../../core/outcome.ts';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import { sentenceMessage } from '../../blocks/sentences.ts';
import type { Origin } from '../../modal-metadata.ts';
import type { Workspace } from '../../workspace.ts';
import { approvalQuestion } from './approvals.ts';

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
