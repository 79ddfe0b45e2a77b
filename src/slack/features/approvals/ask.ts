import type { AskedIn } from '../../../core/features/approvals/approvals.ts';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import { actions } from '../../blocks/buttons.ts';
import type { Announced } from '../../blocks/drawing.ts';
import type { MessageAnswer } from '../../blocks/kit.ts';
import { fitTexts, section, toFallback } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { sentenceMessage } from '../../blocks/sentences.ts';
import type { Origin } from '../../modal-metadata.ts';
import type { MessagePlace } from '../../outbound/outbound.ts';
import { UnconfirmedError } from '../../outbound/unconfirmed.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';
import { decidedLine, decisionOf } from './decided.ts';
import { approvalButtons, subjectDetails, subjectHead, untilOf } from './subject.ts';

type ClosingTools = Pick<Workspace, 'context' | 'log' | 'outbound'>;
type ApprovalTools = ClosingTools & Pick<Workspace, 'policy'>;
type Clicked = Pick<SlackRequest, 'origin' | 'redraw'>;

interface Room {
  channel: string;
  threadTs: string | null;
}

/**
 * Asks the other admins publicly: in the channel or thread of the request, else in the audit channel. Never throws,
 * since nothing is done without an approval, and `approve` lists the request.
 * @returns the channel; null if the bot can post in neither.
 */
export async function askApprovers(
  approval: ApprovalRecord,
  origin: Origin,
  workspace: ApprovalTools,
): Promise<AskedIn | null> {
  for (const room of [roomOf(origin), await readAuditRoom(workspace)]) {
    const asked = room && (await post(approval, room, workspace));
    if (asked) return asked;
  }
  return null;
}

/** A direct message has no other admin in it. */
const roomOf = ({ channelId, shared, threadTs }: Origin): Room | null =>
  channelId === null || channelId.startsWith('D')
    ? null
    : { channel: channelId, threadTs: threadTs ?? shared?.threadTs ?? null };

async function readAuditRoom({ log, policy }: ApprovalTools): Promise<Room | null> {
  try {
    const { auditChannel } = await policy.read();
    return auditChannel === null ? null : { channel: auditChannel, threadTs: null };
  } catch (error) {
    log.error({ err: error }, 'audit channel unknown');
    return null;
  }
}

/** Null if the bot cannot post: Slack requires it to be a member. */
async function post(
  approval: ApprovalRecord,
  { channel, threadTs }: Room,
  workspace: ApprovalTools,
): Promise<AskedIn | null> {
  const { log, outbound } = workspace;
  try {
    const place = await outbound.post(channel, threadTs, approvalQuestion(approval));
    await savePlace(approval, place, workspace);
    return { channel: place.channel, isConfirmed: true };
  } catch (error) {
    if (error instanceof UnconfirmedError) {
      log.warn({ channel, approval: approval.id }, 'approval request not confirmed by Slack');
      void error.late.then((place) => place && savePlace(approval, place, workspace));
      return { channel, isConfirmed: false };
    }
    log.warn({ err: error, channel, approval: approval.id }, 'approval request not posted to a channel');
    return null;
  }
}

/** Slack may have confirmed the message after the decision, which then closes it. Never throws. */
async function savePlace({ id }: ApprovalRecord, place: MessagePlace, workspace: ApprovalTools): Promise<void> {
  const { book } = workspace.context.approvals;
  try {
    await book.setPlace(id, place);
    const now = await book.find(id);
    if (now) await closeDecided(now, place, workspace);
  } catch (error) {
    workspace.log.error({ err: error, approval: id }, 'place of an approval request not saved');
  }
}

/** Never throws. */
async function closeDecided(approval: ApprovalRecord, place: MessagePlace, workspace: ClosingTools): Promise<void> {
  const decided = decisionOf(approval, workspace.context.now());
  if (decided !== null) await closeAt([place], decidedLine(approval, decided), approval, workspace);
}

/** Closes the clicked message of a request that was decided elsewhere. Never throws. */
export async function closeClicked(approval: ApprovalRecord, request: Clicked, workspace: ClosingTools): Promise<void> {
  const place = clickedQuestion(request);
  if (place) await closeDecided(approval, place, workspace);
}

/** The clicked message, if everybody sees it and it is the request itself, not a list. */
function clickedQuestion({ origin: { channelId, message, view }, redraw }: Clicked): MessagePlace | null {
  if (channelId === null || !message || message.ephemeral || view || redraw !== null) return null;
  return { channel: channelId, ts: message.ts };
}

/** Never throws. */
async function closeAt(
  places: readonly MessagePlace[],
  notice: string,
  { id }: ApprovalRecord,
  { log, outbound }: Pick<Workspace, 'log' | 'outbound'>,
): Promise<void> {
  for (const place of places) {
    try {
      await outbound.edit(place, sentenceMessage(notice), 'announcement');
    } catch (error) {
      log.warn({ err: error, approval: id }, 'message of an approval request not updated');
    }
  }
}

/**
 * Replaces a decided request's message with the result and notifies the requester. Never throws, since the decision is
 * already made.
 */
export async function closeApproval(
  approval: ApprovalRecord,
  { notice, request }: { notice: string; request: Clicked & Pick<SlackRequest, 'requester'> },
  workspace: Pick<Workspace, 'log' | 'outbound'>,
): Promise<Announced> {
  const { askedBy, id, place, state } = approval;
  const { log, outbound } = workspace;
  const clicked = clickedQuestion(request);
  const isOther = clicked !== null && (clicked.channel !== place?.channel || clicked.ts !== place.ts);
  await closeAt([...(place ? [place] : []), ...(isOther ? [clicked] : [])], notice, approval, workspace);
  const announced = { toldIn: (place ?? clicked)?.channel };
  // Still waiting means expired. The requester learns of that from the list.
  if (state === 'waiting' || askedBy === request.requester.userId) return announced;
  try {
    await outbound.post(askedBy, null, sentenceMessage(notice), 'announcement');
  } catch (error) {
    log.warn({ err: error, approval: id }, 'requester of an approval not notified');
  }
  return announced;
}

const MAX_SECTION = 2900;

const SECTIONS = 4;

/** Asks the other admins publicly. The buttons check access, since everyone sees them. */
export function approvalQuestion(approval: ApprovalRecord): MessageAnswer {
  const { askedBy, what } = approval;
  const line = `${person(askedBy)} wants to ${subjectHead(what)}. Expires ${untilOf(approval)}.`;
  return {
    surface: 'message',
    replaces: false,
    text: toFallback(line),
    blocks: [
      section(line),
      ...fitTexts(subjectDetails(what), MAX_SECTION, SECTIONS).map(section),
      ...actions(...approvalButtons(approval)),
    ],
  };
}
