import type { MessageAnswer } from './blocks/answer.ts';
import { sentenceMessage } from './blocks/sentence-message.ts';
import { context } from './blocks/text.ts';
import { readSlackError } from './outbound/read-slack-error.ts';
import type { Parts } from './parts.ts';
import type { SlackRequest } from './slack-request.ts';

const SHARED_BY = 'shared-by-';

const NOT_HERE = /^(not_in_channel|channel_not_found)$/;

/** Posts an answer for everybody in the channel or thread where it was asked. Never throws. */
export async function shareAnswer(answer: MessageAnswer, request: SlackRequest, parts: Parts): Promise<void> {
  const { asked, origin } = request;
  const { channelId, threadTs } = origin;
  if (!channelId) return;
  try {
    await parts.outbound.post(channelId, threadTs, markShared(answer, asked.userId));
  } catch (error) {
    parts.log.warn({ err: error, ref: asked.ref }, 'an answer could not be shared');
    const told = NOT_HERE.test(readSlackError(error) ?? '')
      ? 'I am not in this channel, so nobody else was shown anything. Invite me with `/invite @abilities`, then press again.'
      : `Slack did not let me write here, so nobody else was shown anything. Press again in a minute. (ref ${asked.ref})`;
    const destination = { userId: asked.userId, origin, triggerId: null, openedViewId: null };
    await parts.outbound.deliver(sentenceMessage(told), destination);
  }
}

/** With a last line that says who shows it. Its block ID keeps that through later edits. */
export function markShared(answer: MessageAnswer, userId: string): MessageAnswer {
  const line = `Shown by <@${userId}>`;
  return {
    ...answer,
    text: `${answer.text}\n${line}`,
    blocks: [...answer.blocks, { ...context(line), block_id: `${SHARED_BY}${userId}` }],
  };
}

/** Who showed a message; undefined for one that nobody did. */
export function readSharedBy(blockIds: readonly string[]): string | undefined {
  return blockIds.find((id) => id.startsWith(SHARED_BY))?.slice(SHARED_BY.length);
}
