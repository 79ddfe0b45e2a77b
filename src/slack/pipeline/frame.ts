import type { Outcome } from '../../core/outcome.ts';
import type { Answer } from '../blocks/kit.ts';
import { encodeButton, VALUE_MAX } from '../button-value.ts';
import type { DrawContext } from '../feature.ts';
import type { Destination } from '../outbound/outbound.ts';
import { repeatOf } from '../request/repeat.ts';
import { changes, type SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import { renderOutcome } from './draw.ts';
import { placeOf, redraw, sharedMessageOf } from './sharing.ts';

export function destinationOf(request: SlackRequest, openedViewId: Destination['openedViewId']): Destination {
  const { file, line, opened, origin, requester, triggerId } = request;
  return {
    userId: requester.userId,
    origin,
    openedViewId,
    triggerId: openedViewId ? null : triggerId,
    // Not with a file: the line alone would open the form without it.
    line: file ? null : line,
    mustArrive: changes(request) || (triggerId === null && !opened),
  };
}

/** Everything about a request that its answer is drawn with. */
export function drawContextOf(request: SlackRequest): DrawContext {
  const { draft, file, origin, redraw: line, requester } = request;
  const shared = sharedMessageOf(request);
  return {
    requester,
    origin,
    file,
    draft,
    notice: null,
    step: null,
    redrawn: null,
    redraw: line,
    inside: null,
    undo: null,
    isRedo: false,
    canShare: canShare(request),
    shared: shared && placeOf(shared),
    repeat: repeatOf(request, shared && placeOf(shared)),
  };
}

/** Only private views can be shared, and only in a conversation with other people. */
function canShare({ inModal, line, opened, origin, share }: SlackRequest): boolean {
  if (share || inModal || opened || origin.view || line === null) return false;
  if (!origin.channelId || origin.channelId.startsWith('D')) return false;
  return encodeButton({ do: line, share: true }).length <= VALUE_MAX;
}

/** Draws the answer for the requester. If the clicked message is shared, `redrawShared` updates it later. */
export async function drawAnswer(
  outcome: Outcome,
  request: SlackRequest,
  frame: DrawContext,
  workspace: Workspace,
): Promise<Answer> {
  // A private message replaces itself, even if it was opened from a shared one.
  if (!sharedMessageOf(request) || request.origin.message?.ephemeral) {
    return renderOutcome(outcome, { ...frame, redrawn: await redraw(request, outcome, workspace) });
  }
  const answer = renderOutcome(outcome, frame);
  // A form keeps the line, to redraw afterward. Other answers are private and replace nothing.
  return answer.surface === 'modal' ? answer : renderOutcome(outcome, { ...frame, redraw: null });
}
