import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MessageInfo } from '../../src/page-server/page-api.ts';
import { useSteadyScroll } from '../scroll/use-steady-scroll.ts';
import { useSession } from '../session/session.ts';
import { Icon } from '../shell/icon.tsx';
import { arrangeMessages, isContinuation } from './arrange-messages.ts';
import { MessageRow } from './message-row.tsx';
import { formatDay, timeOf } from './message-time.ts';

export interface MessageListProps {
  messages: readonly MessageInfo[];
  channelId: string;
  label: string;
  empty: string;
  onOpenThread: (ts: string) => void;
}

/** The messages of a channel. New ones are announced to screen readers. */
export function MessageList({ messages, channelId, label, empty, onOpenThread }: MessageListProps) {
  const conversations = arrangeMessages(messages, channelId);
  const { viewerId } = useSession();
  const newest = conversations.at(-1)?.root;
  const { list, content, onScroll, onPointerLeave, atEnd, toEnd } = useSteadyScroll(newest?.ts);
  // Scrolls to the viewer's own messages and to ephemeral ones even if they had scrolled away.
  const awaited = newest && (newest.ephemeral || newest.userId === viewerId) ? newest.ts : null;
  useEffect(() => {
    if (awaited) toEnd();
  }, [awaited, toEnd]);
  return (
    <div class="message-area">
      <div
        ref={list}
        class="message-list"
        role="log"
        aria-live="polite"
        aria-label={label}
        {...{ onScroll, onPointerLeave }}
      >
        <div ref={content} class="message-list-end">
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
        </div>
      </div>
      {!atEnd && (
        <button type="button" class="to-end" onClick={toEnd}>
          <Icon name="down" size={16} /> Jump to newest
        </button>
      )}
    </div>
  );
}
