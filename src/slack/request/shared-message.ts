import { pinsRows } from '../../core/format-list-query.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Requester } from '../../core/requester.ts';
import { type Frame, renderOutcome } from '../blocks/render-outcome.ts';
import type { SharedPlace } from '../button-value.ts';
import type { Workspace } from '../workspace.ts';
import { redraw } from './redraw.ts';
import type { SlackRequest } from './request.ts';
import { markShared } from './share-answer.ts';
import type { SharedMessage } from './shared-changes.ts';

/** The message that was clicked, if everybody sees it; or the one from which a private question was asked. */
export function sharedMessageOf({ origin, redraw: line }: SlackRequest): SharedMessage | null {
  const { channelId, message, shared, threadTs, view } = origin;
  if (!channelId || !message || view) return null;
  if (!message.ephemeral) {
    const { sharedBy, ts } = message;
    return { channel: channelId, ts, threadTs, redraw: redrawOf(line, message.redraw ?? null), sharedBy };
  }
  if (!shared) return null;
  const { redraw: sharedLine = null, sharedBy, threadTs: thread = null, ts } = shared;
  return { channel: channelId, ts, threadTs: thread, redraw: sharedLine, sharedBy };
}

/** The button's line, or the message's if only that has pinned rows: menu options have no room for them. */
const redrawOf = (line: string | null, ofMessage: string | null): string | null =>
  [line, ofMessage].find((one) => one !== null && pinsRows(one)) ?? line ?? ofMessage;

/** What a button carries of it. */
export const placeOf = ({ redraw: line, sharedBy, threadTs, ts }: SharedMessage): SharedPlace => ({
  ts,
  ...(threadTs === null ? {} : { threadTs }),
  ...(sharedBy === undefined ? {} : { sharedBy }),
  ...(line === null ? {} : { redraw: line }),
});

/**
 * Draws a message that everybody sees anew, without what concerns only the one who clicked. Never throws. One after
 * another, since two may click at once: the last one drawn is read last.
 */
export function redrawShared(
  { sharedBy, redraw: line, ...place }: SharedMessage,
  outcome: Outcome,
  frame: Frame & { requester: Requester },
  workspace: Workspace,
): Promise<void> {
  const { requester } = frame;
  return workspace.context.locks.run(`message:${place.ts}`, async () => {
    try {
      const drawn = await redraw({ requester, redraw: line }, outcome, workspace);
      if (!drawn) return;
      const bare = { undo: null, canShare: false, redrawn: null, redraw: null, shared: null };
      const answer = renderOutcome(drawn, { ...frame, ...bare });
      if (answer.surface !== 'message') return;
      await workspace.outbound.edit(place, sharedBy ? markShared(answer, sharedBy, line) : answer, 'announcement');
    } catch (error) {
      workspace.log.warn({ err: error, ref: frame.requester.ref }, 'a shared message could not be drawn anew');
    }
  });
}
