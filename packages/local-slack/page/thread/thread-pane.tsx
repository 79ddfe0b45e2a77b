import { useEffect, useRef } from 'preact/hooks';
import type { ChannelInfo } from '../../src/page-server/page-api.ts';
import { HeadingLevel } from '../blocks/heading-level.ts';
import { Composer } from '../composer/composer.tsx';
import { type Conversation, isContinuation } from '../messages/arrange-messages.ts';
import { MessageLog } from '../messages/message-log.tsx';
import { MessageRow } from '../messages/message-row.tsx';
import { countReplies } from '../messages/thread-summary.tsx';
import { Icon } from '../shell/icon.tsx';

interface ThreadPaneProps {
  channel: ChannelInfo;
  conversation: Conversation;
  /** Whether the person opened it; otherwise the focus stays where they are. */
  takesFocus: boolean;
  onClose: () => void;
}

/** A message with its replies, next to the channel. Escape closes it. */
export function ThreadPane({ channel, conversation: { root, replies }, takesFocus, onClose }: ThreadPaneProps) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) pane.current?.focus();
  }, [root.ts, takesFocus]);
  return (
    <aside
      ref={pane}
      class="thread"
      aria-label="Thread"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header class="stage-header">
        <h2>Thread</h2>
        <span class="stage-note">{channel.kind === 'channel' ? `# ${channel.name}` : channel.name}</span>
        <button type="button" class="icon-button" aria-label="Close the thread" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <HeadingLevel.Provider value="h3">
        <MessageLog label="Messages in the thread" messages={replies} align="start">
          <MessageRow message={root} continues={false} />
          <div class="day day-left">
            <span>{countReplies(replies) ?? 'No replies yet'}</span>
          </div>
          {replies.map((reply, index) => (
            <MessageRow key={reply.ts} message={reply} continues={isContinuation(reply, replies[index - 1])} />
          ))}
        </MessageLog>
      </HeadingLevel.Provider>
      <Composer channel={channel} threadTs={root.ts} />
    </aside>
  );
}
