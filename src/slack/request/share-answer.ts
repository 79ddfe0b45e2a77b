import type { MessageAnswer } from '../blocks/answer.ts';
import { sentenceMessage } from '../blocks/sentence-message.ts';
import { charactersOf } from '../blocks/surroundings.ts';
import { context } from '../blocks/text.ts';
import { readSlackError } from '../outbound/read-slack-error.ts';
import type { Workspace } from '../workspace.ts';
import type { SlackRequest } from './request.ts';

const SHARED_BY = 'shared-by-';
const MARK = /^shared-by-([UW][A-Z0-9]+)(?::([\w-]+))?$/;
/** Slack's limits of a block ID and of a message's blocks. */
const MAX_BLOCK_ID = 255;
const MAX_MESSAGE = 12_200;

const NOT_HERE = /^(not_in_channel|channel_not_found)$/;

/** Posts an answer for everybody in the channel or thread where it was asked. Never throws. */
export async function shareAnswer(answer: MessageAnswer, request: SlackRequest, workspace: Workspace): Promise<void> {
  const { requester, origin } = request;
  const { channelId, threadTs } = origin;
  if (!channelId) return;
  try {
    await workspace.outbound.post(channelId, threadTs, markShared(answer, requester.userId, request.line));
  } catch (error) {
    workspace.log.warn({ err: error, ref: requester.ref }, 'an answer could not be shared');
    const told = NOT_HERE.test(readSlackError(error) ?? '')
      ? 'I am not in this channel, so nobody else was shown anything. Invite me with `/invite @abilities`, then press again.'
      : `Slack did not let me write here, so nobody else was shown anything. Press again in a minute. (ref ${requester.ref})`;
    const destination = { userId: requester.userId, origin, triggerId: null, openedViewId: null };
    await workspace.outbound.deliver(sentenceMessage(told), destination);
  }
}

/**
 * With a last line that says who shows it. Its block ID keeps that through later edits, and the command line that draws
 * the message, so that a change by any of its buttons or forms can draw it anew, with the same rows where these fit. A line
 * that does not fit is left out.
 */
export function markShared(answer: MessageAnswer, userId: string, line: string | null = null): MessageAnswer {
  const says = `Shown by <@${userId}>`;
  const withId = (id: string) => [...answer.blocks, { ...context(says), block_id: id }];
  const bare = `${SHARED_BY}${userId}`;
  const lines = line === null ? [] : [answer.again ?? line, line];
  const full = lines
    .map((one) => `${bare}:${Buffer.from(one).toString('base64url')}`)
    .find((id) => id.length <= MAX_BLOCK_ID && charactersOf(withId(id)) <= MAX_MESSAGE);
  return { ...answer, text: `${answer.text}\n${says}`, blocks: withId(full ?? bare) };
}

/** Who showed a message, and the line that draws it; empty for a message that nobody showed. */
export function readShown(blockIds: readonly string[]): { sharedBy?: string; redraw?: string } {
  const [sharedBy, line] = blockIds.flatMap((id) => MARK.exec(id)?.slice(1) ?? []);
  if (sharedBy === undefined) return {};
  return line === undefined ? { sharedBy } : { sharedBy, redraw: Buffer.from(line, 'base64url').toString() };
}
