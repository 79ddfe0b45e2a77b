import type { Workspace } from '../../workspace.ts';

/** Longer than Slack takes to send a message's events, and as long as an edit of the message is answered. */
const KEEP_MS = 7 * 24 * 60 * 60_000;

/** A message with files, in its channel. */
interface Place {
  channelId: string;
  ts: string;
}

type Marks = Pick<Workspace, 'seen'>;

type Mark = 'asked' | 'passed-over' | 'answered';

/** `not-met`: the other side hasn't left its mark yet. Otherwise, the side that answers. */
type Meeting = 'not-met' | 'ours' | 'theirs';

/**
 * A message that asks about its files and the files themselves arrive as separate events, in any order. Each side
 * leaves a mark before it looks for the other side's mark, and the first to find both marks answers.
 */
async function meet(own: Mark, other: Mark, { channelId, ts }: Place, { seen }: Marks): Promise<Meeting> {
  const keyOf = (mark: Mark) => `${mark}:${channelId}:${ts}`;
  await seen.claim(keyOf(own), KEEP_MS);
  if (!(await seen.has(keyOf(other)))) return 'not-met';
  return (await seen.claim(keyOf('answered'), KEEP_MS)) ? 'ours' : 'theirs';
}

/** For a message that asks about its files. `ours`: the files were passed over and must be answered now. */
export const markAsked = (place: Place, marks: Marks) => meet('asked', 'passed-over', place, marks);

/** For files that look unrelated. `ours`: their message asks about them, so they must be answered now. */
export const passOver = (place: Place, marks: Marks) => meet('passed-over', 'asked', place, marks);
