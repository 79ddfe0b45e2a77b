import type { Outcome } from '../core/outcome.ts';
import { type Frame, renderOutcome } from './blocks/render-outcome.ts';
import type { Parts } from './parts.ts';
import { redraw } from './redraw.ts';
import { markShared } from './share-answer.ts';
import type { SharedMessage } from './shared-changes.ts';
import type { SlackRequest } from './slack-request.ts';

/** The message that was clicked, if everybody sees it. */
export function sharedMessageOf({ origin, redraw: line }: SlackRequest): SharedMessage | null {
  const { channelId, message, threadTs, view } = origin;
  if (!channelId || !message || message.ephemeral || view) return null;
  return { channel: channelId, ts: message.ts, threadTs, redraw: line, sharedBy: message.sharedBy };
}

/**
 * Draws a message that everybody sees anew, without what concerns only the one who clicked. Never throws. One after
 * another, since two may click at once: the last one drawn is read last.
 */
export function redrawShared(
  { sharedBy, redraw: line, ...place }: SharedMessage,
  outcome: Outcome,
  frame: Frame,
  parts: Parts,
): Promise<void> {
  const actor = { userId: frame.asked.userId };
  return parts.context.changes.run(`message:${place.ts}`, async () => {
    try {
      const drawn = await redraw({ actor, redraw: line }, outcome, parts);
      if (!drawn) return;
      const answer = renderOutcome(drawn, { ...frame, undo: null, canShare: false, redrawn: null, redraw: null });
      if (answer.surface !== 'message') return;
      await parts.outbound.edit(place, sharedBy ? markShared(answer, sharedBy) : answer);
    } catch (error) {
      parts.log.warn({ err: error, ref: frame.asked.ref }, 'a shared message could not be drawn anew');
    }
  });
}
