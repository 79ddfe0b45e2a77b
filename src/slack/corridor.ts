import type { Command, UploadForm } from '../core/command.ts';
import { operate } from '../core/operate.ts';
import type { Outcome } from '../core/outcome.ts';
import { parseCommand } from '../core/parse-command.ts';
import type { Answer } from './blocks/answer.ts';
import { readingModal } from './blocks/modal-frame.ts';
import type { Asked } from './blocks/notice.ts';
import { renderOutcome } from './blocks/render-outcome.ts';
import { sentenceMessage, waitNotice } from './blocks/sentence-message.ts';
import { faultSentence } from './blocks/trouble-sentence.ts';
import type { SharedFile } from './button-value.ts';
import type { Origin } from './modal-metadata.ts';
import type { Parts } from './parts.ts';

/** One thing that somebody asked for, whatever way it came in. */
export interface SlackRequest {
  asked: Asked;
  origin: Origin;
  triggerId: string | null;
  /** What was asked; an outcome when it could not even be read. */
  wanted: Command | Extract<Outcome, { kind: 'refused' }>;
  /** The command line to draw in place of the clicked message afterwards. */
  redraw: string | null;
  /** Whether the button was sure that a form follows. */
  asks?: boolean;
  file: SharedFile | null;
  draft: UploadForm | null;
}

/** Forms whose contents have to be read first: the modal opens at once, because a trigger lives for 3 seconds. */
const READING: Partial<Record<Command['verb'], string>> = { assign: 'Abilities of an Agent' };

/**
 * The way of a request: operate, draw, deliver. Called after Slack has its ack; never throws.
 */
export async function answerRequest(request: SlackRequest, parts: Parts): Promise<void> {
  const { asked, origin, wanted, triggerId } = request;
  const log = parts.log.child({ ref: asked.ref, user: asked.userId, channel: origin.channelId });
  const started = parts.context.now().getTime();
  // Read ahead for the form that this opens, so that a taken name is told at its field.
  if (!('kind' in wanted) && wanted.verb === 'upload') parts.takenNames.refresh();
  const openedViewId = await openReadingModal(request, parts);
  const destination = { userId: asked.userId, origin, triggerId: openedViewId ? null : triggerId, openedViewId };
  const waiting = openedViewId ? null : announceWait(request, parts);
  let answer: Answer;
  try {
    const outcome = 'kind' in wanted ? wanted : await operate(wanted, parts.context);
    answer = renderOutcome(outcome, { ...request, redrawn: await redraw(request, outcome, parts) });
    const verb = 'kind' in wanted ? null : wanted.verb;
    log.info({ verb, outcome: outcome.kind, ms: parts.context.now().getTime() - started }, 'operation');
    if (outcome.kind === 'trouble') log.warn({ problem: outcome.error.message }, 'the service made trouble');
  } catch (error) {
    log.error({ err: error }, 'a request failed inside the bot');
    answer = sentenceMessage(faultSentence(asked.ref));
  }
  clearTimeout(waiting ?? undefined);
  await parts.outbound.deliver(answer, destination);
}

async function openReadingModal({ asks, wanted, triggerId }: SlackRequest, parts: Parts): Promise<string | null> {
  const title = 'kind' in wanted ? undefined : asks ? 'Trigger words' : READING[wanted.verb];
  if (!title || !triggerId) return null;
  try {
    return await parts.outbound.openModal(triggerId, readingModal(title));
  } catch (error) {
    parts.log.warn({ err: error }, 'a modal could not be opened');
    return null;
  }
}

/**
 * After a change the message is drawn from what the service says now, never from what it should say. While the service
 * makes trouble the message stays as it is: asking again would only make the person wait longer.
 */
async function redraw({ redraw: line }: SlackRequest, outcome: Outcome, parts: Parts): Promise<Outcome | null> {
  if (line === null || outcome.kind === 'needs-trigger-words' || outcome.kind === 'trouble') return null;
  const read = parseCommand(line);
  if (!read.ok) return null;
  const drawn = await operate(read.command, parts.context);
  return drawn.kind === 'trouble' || drawn.kind === 'refused' ? null : drawn;
}

/** A slow service makes people press again; one private line keeps them from it. */
function announceWait({ asked, origin }: SlackRequest, { outbound, waitNoticeMs }: Parts): NodeJS.Timeout {
  return setTimeout(() => {
    void outbound.deliver(waitNotice(), { userId: asked.userId, origin, triggerId: null, openedViewId: null });
  }, waitNoticeMs);
}
