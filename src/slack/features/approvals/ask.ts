import type { ApprovalRecord } from '../../../store/approval-record.ts';
import { actions } from '../../blocks/buttons.ts';
import type { Announced } from '../../blocks/drawing.ts';
import type { MessageAnswer } from '../../blocks/kit.ts';
import { fitTexts, section, toFallback } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { sentenceMessage } from '../../blocks/sentences.ts';
import type { Origin } from '../../modal-metadata.ts';
import type { SlackRequest } from '../../request/request.ts';
import type { Workspace } from '../../workspace.ts';
import { approvalButtons, subjectDetails, subjectHead, untilOf } from './subject.ts';

type ApprovalTools = Pick<Workspace, 'context' | 'log' | 'outbound' | 'policy'>;

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
): Promise<string | null> {
  for (const room of [roomOf(origin), await readAuditRoom(workspace)]) {
    const channel = room && (await post(approval, room, workspace));
    if (channel) return channel;
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
): Promise<string | null> {
  const { context, log, outbound } = workspace;
  try {
    const place = await outbound.post(channel, threadTs, approvalQuestion(approval));
    await context.approvals.book.setPlace(approval.id, place).catch((error: unknown) => {
      log.error({ err: error, approval: approval.id }, 'place of an approval request not saved');
    });
    return place.channel;
  } catch (error) {
    log.warn({ err: error, channel, approval: approval.id }, 'approval request not posted to a channel');
    return null;
  }
}

/**
 * Replaces a decided request's message with the result and notifies the requester. Never throws, since the decision is
 * already made.
 */
export async function closeApproval(
  approval: ApprovalRecord,
  { notice, request }: { notice: string; request: Pick<SlackRequest, 'requester'> },
  { log, outbound }: Pick<Workspace, 'log' | 'outbound'>,
): Promise<Announced> {
  const { askedBy, id, place, state } = approval;
  const told = sentenceMessage(notice);
  try {
    if (place) await outbound.edit(place, told, 'announcement');
  } catch (error) {
    log.warn({ err: error, approval: id }, 'message of an approval request not updated');
  }
  const announced = { toldIn: place?.channel };
  // Still waiting means expired. The requester learns of that from the list.
  if (state === 'waiting' || askedBy === request.requester.userId) return announced;
  try {
    await outbound.post(askedBy, null, told, 'announcement');
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
