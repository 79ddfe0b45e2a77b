import type { Workspace } from '../../workspace.ts';

/** Longer than Slack takes to send the events of a message, and as long as an edit of it is answered. */
const KEEP_MS = 7 * 24 * 60 * 60_000;

/** A message with files, in its channel. */
interface Place {
  channelId: string;
  ts: string;
}

type Marks = Pick<Workspace, 'seen'>;

type Mark = 'asked' | 'passed-over' | 'answered';

/** `not-met`: the other side has left no mark yet. Else who answers. */
type Meeting = 'not-met' | 'ours' | 'theirs';

/**
 * A message that asks about its files, and the files, have events of their own, in any order. Each side leaves a mark
 * before it looks for that of the other, and the first to find both answers.
 */
async function meet(own: Mark, other: Mark, { channelId, ts }: Place, { seen }: Marks): Promise<Meeting> {
  const keyOf = (mark: Mark) => `${mark}:${channelId}:${ts}`;
  await seen.claim(keyOf(own), KEEP_MS);
  if (!(await seen.has(keyOf(other)))) return 'not-met';
  return (await seen.claim(keyOf('answered'), KEEP_MS)) ? 'ours' : 'theirs';
}

/** For a message that asks about its files. `ours`: they were passed over, and are to be answered now. */
export const markAsked = (place: Place, marks: Marks) => meet('asked', 'passed-over', place, marks);

/** For files that look unrelated. `ours`: their message asks about them, and they are to be answered now. */
export const passOver = (place: Place, marks: Marks) => meet('passed-over', 'asked', place, marks);
