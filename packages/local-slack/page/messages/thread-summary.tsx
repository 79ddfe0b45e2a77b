import type { MessageInfo } from '../../src/page-server/page-api.ts';
import { useSession } from '../session/session.ts';
import { Avatar } from './avatar.tsx';
import { formatTime, timeOf } from './message-time.ts';

/** Shown below a message: who replied, how many replies, and the time of the latest. */
export function ThreadSummary({ replies, onOpen }: { replies: readonly MessageInfo[]; onOpen: () => void }) {
  const { people } = useSession();
  const authors = [...new Set(replies.map(({ userId }) => userId))];
  const count = countReplies(replies);
  const last = replies.at(-1);
  return (
    <button type="button" class="thread-summary" onClick={onOpen}>
      {authors.map((id) => (
        <Avatar key={id} person={people.find((person) => person.id === id)} size={22} />
      ))}
      <strong>{count ?? 'View thread'}</strong>
      {last && <span>Last at {formatTime(timeOf(last.ts))}</span>}
    </button>
  );
}

/** `3 replies`, without the ephemeral ones; null for none. */
export function countReplies(replies: readonly MessageInfo[]): string | null {
  const count = replies.filter(({ ephemeral }) => !ephemeral).length;
  if (count === 0) return null;
  return count === 1 ? '1 reply' : `${count} replies`;
}
