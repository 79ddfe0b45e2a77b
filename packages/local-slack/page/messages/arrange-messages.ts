import type { MessageInfo } from '../../src/page-server/page-api.ts';

/** A message of the channel with what was answered in its thread, oldest first. */
export interface Conversation {
  root: MessageInfo;
  replies: MessageInfo[];
}

/** Sorts the messages of one channel into conversations. A reply whose root cannot be seen stands for itself. */
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

/** Whether a message goes on from the one before, so that name and picture need not be said again. */
export function isContinuation(message: MessageInfo, before: MessageInfo | undefined): boolean {
  return (
    before !== undefined &&
    before.userId === message.userId &&
    !before.ephemeral &&
    !message.ephemeral &&
    Number(message.ts) - Number(before.ts) < GROUP_SECONDS
  );
}
