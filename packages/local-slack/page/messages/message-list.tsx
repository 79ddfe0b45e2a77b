import { Fragment } from 'preact';
import type { MessageInfo } from '../../src/page-server/page-api.ts';
import { arrangeMessages, isContinuation } from './arrange-messages.ts';
import { MessageLog } from './message-log.tsx';
import { MessageRow } from './message-row.tsx';
import { formatDay, timeOf } from './message-time.ts';

interface MessageListProps {
  messages: readonly MessageInfo[];
  channelId: string;
  label: string;
  empty: string;
  onOpenThread: (ts: string) => void;
}

export function MessageList({ messages, channelId, label, empty, onOpenThread }: MessageListProps) {
  const conversations = arrangeMessages(messages, channelId);
  return (
    <MessageLog label={label} messages={conversations.map(({ root }) => root)} align="end">
      {conversations.length === 0 && <p class="empty">{empty}</p>}
      {conversations.map(({ root, replies }, index) => {
        const before = conversations[index - 1];
        const day = formatDay(timeOf(root.ts));
        const isNewDay = !before || formatDay(timeOf(before.root.ts)) !== day;
        return (
          <Fragment key={root.ts}>
            {isNewDay && (
              <div class="day">
                <span>{day}</span>
              </div>
            )}
            <MessageRow
              message={root}
              replies={replies}
              continues={!isNewDay && before.replies.length === 0 && isContinuation(root, before.root)}
              onOpenThread={onOpenThread}
            />
          </Fragment>
        );
      })}
    </MessageLog>
  );
}
