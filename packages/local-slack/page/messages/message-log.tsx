import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MessageInfo } from '../../src/page-server/page-api.ts';
import { useSteadyScroll } from '../scroll/use-steady-scroll.ts';
import { useSession } from '../session/session.ts';
import { Icon } from '../shell/icon.tsx';

interface MessageLogProps {
  label: string;
  /** In the order of the children. */
  messages: readonly MessageInfo[];
  /** Where messages that do not fill the area are. */
  align: 'start' | 'end';
  children: ComponentChildren;
}

/** A scrolled list of messages. New ones are announced to screen readers. */
export function MessageLog({ label, messages, align, children }: MessageLogProps) {
  const { viewerId } = useSession();
  const { list, content, onScroll, onPointerLeave, atEnd, toEnd } = useSteadyScroll(messages.at(-1)?.ts);
  // Scrolls to the viewer's own messages and to ephemeral ones even if they had scrolled away. The answer to their own
  // message may arrive together with it.
  const awaited = Number(messages.findLast(({ ephemeral, userId }) => ephemeral || userId === viewerId)?.ts ?? 0);
  const latest = useRef(0);
  useEffect(() => {
    // Not if the latest one was deleted.
    if (awaited > latest.current) toEnd();
    latest.current = awaited;
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
        <div ref={content} class={`message-list-${align}`}>
          {children}
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
