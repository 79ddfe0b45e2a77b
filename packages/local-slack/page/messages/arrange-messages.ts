import type { MessageInfo } from '../../src/page-server/page-api.ts';

/** A message of the channel with its thread, oldest reply first. */
export interface Conversation {
  root: MessageInfo;
  replies: MessageInfo[];
}

/**
 * Groups the messages of one channel into conversations. A reply whose root is not visible becomes its own
 * conversation.
 */
export function arrangeMessages(messages: readonly MessageInfo[], channelId: string): Conversation[] {
  const here = messages
    .filter((message) => message.channelId === channelId)
    .sort((a, b) => Number(a.ts) - Number(b.ts));
  const known = new Set(here.map(({ ts }) => ts));
  const isReply = ({ ts, threadTs }: MessageInfo) => threadTs !== null && threadTs !== ts && known.has(threadTs);
  return here
    .filter((message) => !isReply(message))
    .map((root) => ({ root, replies: here.filter((message) => isReply(message) && message.threadTs === root.ts) }));
}

const GROUP_SECONDS = 5 * 60;

/** True if the message follows one by the same author closely enough to omit name and picture. */
export function isContinuation(message: MessageInfo, before: MessageInfo | undefined): boolean {
  return (
    before !== undefined &&
    before.userId === message.userId &&
    !before.ephemeral &&
    !message.ephemeral &&
    Number(message.ts) - Number(before.ts) < GROUP_SECONDS
  );
}
