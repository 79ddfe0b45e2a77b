import { withTimeout } from '../../base/timeout.ts';
import type { Requester } from '../../core/access.ts';
import { pinsRows } from '../../core/list-query.ts';
import type { Outcome } from '../../core/outcome.ts';
import { changesSomething } from '../../core/registry.ts';
import { runIfAllowed } from '../../core/run-command.ts';
import { parseCommand } from '../../core/verbs.ts';
import type { SharedMessage } from '../../store/undo-record.ts';
import { charactersOf } from '../blocks/fit.ts';
import { context, type MessageAnswer } from '../blocks/kit.ts';
import { refWords, sentenceMessage } from '../blocks/sentences.ts';
import type { SharedPlace } from '../button-value.ts';
import type { DrawContext } from '../feature.ts';
import { readSlackError } from '../outbound/slack-errors.ts';
import { UnconfirmedError } from '../outbound/unconfirmed.ts';
import type { Recorded } from '../request/audit.ts';
import { drawInTurn } from '../request/draw-in-turn.ts';
import type { SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import { drawingOf, renderOutcome, standsAlone } from './draw.ts';

/**
 * Reads the view to redraw a message after a change. Reads the service's lists again, except after a toggle, which the
 * client has already applied to its cached lists.
 */
export async function redraw(
  { requester, redraw: line }: Pick<SlackRequest, 'requester' | 'redraw'>,
  outcome: Outcome,
  { context }: Workspace,
): Promise<Outcome | null> {
  if (line === null || standsAlone(outcome)) return null;
  const read = parseCommand(line);
  // A redraw must only read, regardless of the button's value.
  if (!read.ok || changesSomething(read.command)) return null;
  const drawn = await runIfAllowed(read.command, context, requester);
  return drawn.kind === 'trouble' || drawn.kind === 'refused' ? null : drawn;
}

const SHARED_BY = 'shared-by-';
const MARK = /^shared-by-([UW][A-Z0-9]+)(?::([\w-]+))?$/;
/** Slack's limits, in characters. */
const MAX_BLOCK_ID = 255;
const MAX_MESSAGE = 12_200;

const NOT_HERE = /^(not_in_channel|channel_not_found)$/;

/** Posts an answer in the channel or thread where it was requested. Never throws. */
export async function shareAnswer(answer: MessageAnswer, request: SlackRequest, workspace: Workspace): Promise<void> {
  const { requester, origin } = request;
  const { channelId, threadTs } = origin;
  if (!channelId) return;
  try {
    await workspace.outbound.post(channelId, threadTs, markShared(answer, requester.userId, request.line));
  } catch (error) {
    workspace.log.warn({ err: error, ref: requester.ref }, 'answer not shared');
    const destination = { userId: requester.userId, origin, triggerId: null, openedViewId: null };
    await workspace.outbound.deliver(sentenceMessage(notShared(error, requester)), destination);
  }
}

function notShared(error: unknown, requester: Requester): string {
  if (error instanceof UnconfirmedError)
    return `Maybe posted: Slack didn't confirm the message. If it isn't in the channel, try again. ${refWords(requester)}`;
  return NOT_HERE.test(readSlackError(error) ?? '')
    ? "Not posted: I'm not in this channel. Invite me with `/invite @abilities`, then try again."
    : `Not posted: Slack rejected the message. Try again in a minute. ${refWords(requester)}`;
}

/**
 * Adds a last line that names the person who shared the message. Its block ID stores that person for later edits, and
 * the command line that draws the message, so that any button or form in it can redraw it. Prefers the line that keeps
 * the same rows; a line that doesn't fit is omitted.
 */
export function markShared(answer: MessageAnswer, userId: string, line: string | null = null): MessageAnswer {
  const says = `Shown by <@${userId}>`;
  const withId = (id: string) => [...answer.blocks, { ...context(says), block_id: id }];
  const bare = `${SHARED_BY}${userId}`;
  const lines = line === null ? [] : [answer.again ?? line, line];
  const full = lines
    .map((one) => `${bare}:${Buffer.from(one).toString('base64url')}`)
    .find((id) => id.length <= MAX_BLOCK_ID && charactersOf(withId(id)) <= MAX_MESSAGE);
  return { ...answer, text: `${answer.text}\n${says}`, blocks: withId(full ?? bare) };
}

/** The person who shared a message, and the command line that draws it; empty for private messages. */
export function readShown(blockIds: readonly string[]): { sharedBy?: string; redraw?: string } {
  const [sharedBy, line] = blockIds.flatMap((id) => MARK.exec(id)?.slice(1) ?? []);
  if (sharedBy === undefined) return {};
  return line === undefined ? { sharedBy } : { sharedBy, redraw: Buffer.from(line, 'base64url').toString() };
}

/** The clicked message if it is shared, else the shared message that a private one came from; null if there is none. */
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

/** The button's line; or the message's, if only that one pins the rows: menu options have no room for them. */
const redrawOf = (line: string | null, ofMessage: string | null): string | null =>
  [line, ofMessage].find((one) => one !== null && pinsRows(one)) ?? line ?? ofMessage;

/** The part of a shared message's location that a button stores. */
export const placeOf = ({ redraw: line, sharedBy, threadTs, ts }: SharedMessage): SharedPlace => ({
  ts,
  threadTs: threadTs ?? undefined,
  sharedBy,
  redraw: line ?? undefined,
});

/** Redraws a shared message, without controls for the person who clicked. Never throws. */
export async function redrawShared(
  { sharedBy, redraw: line, ...place }: SharedMessage,
  outcome: Outcome,
  frame: DrawContext,
  workspace: Workspace,
): Promise<void> {
  const { context, log, outbound } = workspace;
  const { requester } = frame;
  try {
    await drawInTurn(`message:${place.channel}:${place.ts}`, context, async () => {
      const drawn = await redraw({ requester, redraw: line }, outcome, workspace);
      if (!drawn) return;
      const bare = { undo: null, isRedo: false, canShare: false, redrawn: null, redraw: null, shared: null };
      const answer = renderOutcome(drawn, { ...frame, ...bare });
      if (answer.surface !== 'message') return;
      await outbound.edit(place, sharedBy ? markShared(answer, sharedBy, line) : answer, 'announcement');
    });
  } catch (error) {
    log.warn({ err: error, ref: requester.ref }, 'shared message not redrawn');
  }
}

interface Shown {
  outcome: Outcome | null;
  /** One line about the outcome; null if there is none. */
  notice: string | null;
  frame: Pick<DrawContext, 'undo' | 'isRedo'>;
  recorded: Recorded | null;
}

/**
 * Shows a change that was made from an upload's receipt on that receipt, for everyone, instead of in a private answer
 * and the thread.
 * @returns the receipt; null if it doesn't show the change, so the person needs an answer.
 */
export async function showOnReceipt(
  { frame: { isRedo, undo }, notice, outcome, recorded }: Shown,
  request: SlackRequest,
  { context, receipts }: Workspace,
): Promise<SharedMessage | null> {
  const clicked = sharedMessageOf(request);
  if (!recorded || !clicked || !outcome || notice === null) return null;
  if (!drawingOf(outcome).fitsReceipt?.(outcome)) return null;
  const shown = receipts.show(recorded.change, { place: clicked, notice, undo, isRedo });
  const isShown = await withTimeout(context.clock, shown, context.deadlines.receipt, () => false);
  return isShown ? clicked : null;
}
