import type { GrantList } from '../../../core/access.ts';
import type { AskedIn } from '../../../core/features/approvals/approvals.ts';
import type { ApprovalPlace, ApprovalRecord } from '../../../store/approval-record.ts';
import { actions } from '../../blocks/buttons.ts';
import type { MessageAnswer } from '../../blocks/kit.ts';
import { fitTexts, section, toFallback } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { sentenceMessage } from '../../blocks/sentences.ts';
import type { Announced } from '../../feature.ts';
import type { Origin } from '../../modal-metadata.ts';
import type { MessagePlace } from '../../outbound/outbound.ts';
import { UnconfirmedError } from '../../outbound/unconfirmed.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';
import { anyOf, NO_APPROVERS } from './approvers.ts';
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
 * Asks the other admins in the channel or thread of the request; if that fails, in the audit channel; if that fails,
 * in direct messages. Never throws, because `approve` lists the request in any case.
 * @returns null if no one could be asked.
 */
export async function askApprovers(
  approval: ApprovalRecord,
  approvers: GrantList,
  origin: Origin,
  workspace: ApprovalTools,
): Promise<AskedIn | null> {
  for (const room of [roomOf(origin), await readAuditRoom(workspace)]) {
    const asked = room && (await post(approval, room, approvers, workspace));
    if (asked) return asked;
  }
  const asked: string[] = [];
  for (const userId of approvers.users) {
    const room = { channel: userId, threadTs: null };
    if (await post(approval, room, NO_APPROVERS, workspace)) asked.push(userId);
  }
  return asked.length === 0 ? null : { channel: null, isConfirmed: true, approvers: { users: asked, groups: [] } };
}

/** Null for a direct message, which other admins can't read. */
const roomOf = ({ channelId, shared, threadTs }: Origin): Room | null =>
  channelId === null || channelId.startsWith('D')
    ? null
    : { channel: channelId, threadTs: threadTs ?? shared?.threadTs ?? null };

async function readAuditRoom({ log, policy }: ApprovalTools): Promise<Room | null> {
  try {
    const { auditChannel } = await policy.read();
    return auditChannel === null ? null : { channel: auditChannel, threadTs: null };
  } catch (error) {
    log.error({ err: error }, 'announcement channel unknown');
    return null;
  }
}

/** Null if the bot can't post, for example because it isn't a member of the channel. */
async function post(
  approval: ApprovalRecord,
  { channel, threadTs }: Room,
  approvers: GrantList,
  workspace: ApprovalTools,
): Promise<AskedIn | null> {
  const { log, outbound } = workspace;
  try {
    const place = await outbound.post(channel, threadTs, approvalQuestion(approval, approvers));
    await savePlace(approval, { ...place, threadTs }, workspace);
    return { channel: place.channel, isConfirmed: true, approvers };
  } catch (error) {
    if (error instanceof UnconfirmedError) {
      log.warn({ channel, approval: approval.id }, 'approval request not confirmed by Slack');
      void error.late.then((place) => place && savePlace(approval, { ...place, threadTs }, workspace));
      return { channel, isConfirmed: false, approvers };
    }
    log.warn({ err: error, channel, approval: approval.id }, 'approval request not posted');
    return null;
  }
}

/** Closes the message if the request was decided before Slack confirmed the message. Never throws. */
async function savePlace({ id }: ApprovalRecord, place: ApprovalPlace, workspace: ApprovalTools): Promise<void> {
  const { store } = workspace.context.approvals;
  try {
    await store.addPlace(id, place);
    const now = await store.find(id);
    if (now) await closeDecided(now, place, workspace);
  } catch (error) {
    workspace.log.error({ err: error, approval: id }, 'location of an approval request not saved');
  }
}

/** Never throws. */
async function closeDecided(approval: ApprovalRecord, place: MessagePlace, workspace: ClosingTools): Promise<void> {
  const decided = decisionOf(approval, workspace.context.now());
  if (decided !== null) await closeAt([place], decidedLine(approval, decided), approval, workspace);
}

/**
 * Closes the messages of a request that this person decided, and notifies the requester, because the process was killed
 * around that time. Both may happen twice. Does nothing while the request is pending or being carried out. Never throws.
 */
export async function closeLeftOpen(id: string, by: string, workspace: ClosingTools): Promise<void> {
  const { context, log } = workspace;
  try {
    const approval = await context.approvals.store.find(id);
    const decided = approval && decisionOf(approval, context.now());
    if (!approval || !decided || approval.decidedBy !== by) return;
    const notice = decidedLine(approval, decided);
    const places = await readPlaces(approval, workspace);
    await closeAt(places, notice, approval, workspace);
    if (approval.askedBy !== by) await notifyRequester(approval, places, notice, workspace);
  } catch (error) {
    log.warn({ err: error, approval: id }, 'messages of an approval request not closed');
  }
}

/** Closes the clicked message of a request that was decided elsewhere. Never throws. */
export async function closeClicked(approval: ApprovalRecord, request: Clicked, workspace: ClosingTools): Promise<void> {
  const place = clickedQuestion(request);
  if (place) await closeDecided(approval, place, workspace);
}

/** The clicked message; null if it's private, or a list rather than the request itself. */
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
 * Replaces the messages of a decided request with the result and notifies the requester. Never throws, because the
 * decision has already been made.
 */
export async function closeApproval(
  approval: ApprovalRecord,
  { notice, request }: { notice: string; request: Clicked & Pick<SlackRequest, 'requester'> },
  workspace: ClosingTools,
): Promise<Announced> {
  const { askedBy, place, state } = approval;
  const clicked = clickedQuestion(request);
  const places = await readPlaces(approval, workspace);
  const isOther =
    clicked !== null && !places.some(({ channel, ts }) => clicked.channel === channel && clicked.ts === ts);
  await closeAt([...places, ...(isOther ? [clicked] : [])], notice, approval, workspace);
  const announced = { announcedIn: (place ?? clicked)?.channel };
  // `waiting` means expired here. The requester can see that in the list.
  if (state === 'waiting' || askedBy === request.requester.userId) return announced;
  await notifyRequester(approval, places, notice, workspace);
  return announced;
}

/**
 * Notifies the requester in the request's thread if it was posted where they asked, otherwise in a direct message.
 * Never throws.
 */
async function notifyRequester(
  { askedBy, id, requestId }: ApprovalRecord,
  places: readonly ApprovalPlace[],
  notice: string,
  { context, log, outbound }: ClosingTools,
): Promise<void> {
  const message = sentenceMessage(notice);
  try {
    const asking = requestId === null ? null : await context.auditLog.read(requestId);
    const there = places.find(({ channel }) => channel === asking?.channelId);
    await (there
      ? outbound.post(there.channel, there.threadTs ?? there.ts, message, 'announcement')
      : outbound.post(askedBy, null, message, 'announcement'));
  } catch (error) {
    log.warn({ err: error, approval: id }, 'requester of an approval not notified');
  }
}

/** Never throws. */
async function readPlaces({ id, place }: ApprovalRecord, { context, log }: ClosingTools): Promise<ApprovalPlace[]> {
  try {
    return await context.approvals.store.places(id);
  } catch (error) {
    log.warn({ err: error, approval: id }, 'messages of an approval request unknown');
    return place ? [{ ...place, threadTs: null }] : [];
  }
}

const MAX_SECTION = 2900;

const SECTIONS = 4;

/** The question for the other admins. Everyone in the channel sees its buttons, so access is checked after a click. */
export function approvalQuestion(approval: ApprovalRecord, approvers: GrantList = NO_APPROVERS): MessageAnswer {
  const { askedBy, what } = approval;
  const whom = anyOf(approvers);
  const waits = whom === '' ? '' : ` Waiting for ${whom}.`;
  const line = `${person(askedBy)} wants to ${subjectHead(what)}. Expires ${untilOf(approval)}.${waits}`;
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
