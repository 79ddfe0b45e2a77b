import { useRef } from 'preact/hooks';
import type { MessageInfo } from '../../src/page-server/page-api.ts';
import { BlockList } from '../blocks/block-list.tsx';
import { FileCard } from '../files/file-card.tsx';
import { Mrkdwn } from '../mrkdwn/mrkdwn.tsx';
import { useSession } from '../session/session.ts';
import { SurfaceContext } from '../session/surface.ts';
import { useKeptFocus } from '../session/use-kept-focus.ts';
import { useFields, useSurfaceState } from '../session/use-surface-state.ts';
import { Icon } from '../shell/icon.tsx';
import { Avatar } from './avatar.tsx';
import { formatTime, timeOf } from './message-time.ts';
import { MessageTools } from './message-tools.tsx';
import { ThreadSummary } from './thread-summary.tsx';

interface MessageRowProps {
  message: MessageInfo;
  /** Continues the message above, by the same person. */
  continues: boolean;
  replies?: readonly MessageInfo[];
  onOpenThread?: (ts: string) => void;
}

export function MessageRow({ message, continues, replies = [], onOpenThread }: MessageRowProps) {
  const { people } = useSession();
  const { ts, channelId, blocks, text, files, ephemeral, edited, userId } = message;
  const surface = useSurfaceState({ channelId, ts }, useFields());
  const author = people.find(({ id }) => id === userId);
  const name = author?.name ?? userId;
  const sent = timeOf(ts);
  const row = useRef<HTMLElement>(null);
  const keptFocus = useKeptFocus(row);
  // Slack never marks ephemeral messages.
  const edits = edited && !ephemeral && <span class="edited"> (edited)</span>;

  return (
    <article
      ref={row}
      {...keptFocus}
      class="message"
      data-ephemeral={ephemeral}
      data-continues={continues}
      aria-label={`${name}, ${formatTime(sent)}`}
    >
      {ephemeral && (
        <p class="only-you">
          <Icon name="eye" size={14} /> Only visible to you
        </p>
      )}
      <div class="message-side">{continues ? <SentAt date={sent} /> : <Avatar person={author} />}</div>
      <div class="message-main">
        {!continues && (
          <div class="message-head">
            <strong>{name}</strong>
            {author?.kind === 'app' && <span class="badge">App</span>}
            <SentAt date={sent} />
          </div>
        )}
        {blocks.length > 0 ? (
          <SurfaceContext.Provider value={surface}>
            <BlockList blocks={blocks} />
            {edits}
          </SurfaceContext.Provider>
        ) : (
          text && (
            <div class="message-text">
              <Mrkdwn text={text} />
              {edits}
            </div>
          )
        )}
        {files.length > 0 && (
          <div class="files">
            {files.map((file) => (
              <FileCard key={file.id} file={file} />
            ))}
          </div>
        )}
        {replies.length > 0 && onOpenThread && <ThreadSummary replies={replies} onOpen={() => onOpenThread(ts)} />}
      </div>
      {!ephemeral && <MessageTools message={message} author={name} onOpenThread={onOpenThread} />}
    </article>
  );
}

function SentAt({ date }: { date: Date }) {
  return (
    <time class="sent-at" dateTime={date.toISOString()} title={date.toLocaleString()}>
      {formatTime(date)}
    </time>
  );
}
